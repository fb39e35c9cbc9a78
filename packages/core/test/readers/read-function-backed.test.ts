import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { isResourceFailure } from "../../src/failure.ts";
import { createResourceGateway } from "../../src/gateway.ts";
import { fileSource } from "../../src/node/index.ts";
import type { GatewayEvent } from "../../src/observer.ts";
import type { ResourceGateway } from "../../src/operation.ts";
import type { ResourcePolicy } from "../../src/policy/policy.ts";
import { publicPolicy } from "../../src/policy/public-policy.ts";
import { resource, resourceTemplate } from "../../src/readers/function-backed.ts";
import { invalidVariable, unavailable } from "../../src/signal.ts";
import { failureOf } from "../failure-of.ts";

const request = { context: undefined };
const policy = publicPolicy();

describe("the shortest honest server", () => {
  it("[FN-1] [case C1] one function that returns a string is a complete, authorized, bounded resource", async () => {
    const asked: string[] = [];
    const careful: ResourcePolicy<{ readonly user: string }> = {
      discover: () => asked.push("discover") > 0,
      visible: ({ uri }) => asked.push(`visible ${uri}`) > 0,
      read: (_target, { context }) => asked.push("read") > 0 && context.user === "alice",
      scopeKey: ({ context }) => context.user,
    };
    const gateway = createResourceGateway({
      policy: careful,
      bindings: [resource({ uri: "a:x", name: "x" }, () => "hello")],
    });
    const bundle = await gateway.read("a:x", { context: { user: "alice" } });
    expect(bundle).toMatchObject({
      items: [{ uri: "a:x", mimeType: "text/plain", text: "hello" }],
      partial: false,
      issues: [],
    });
    expect(bundle.warning).toBeUndefined();
    expect(bundle.contents).toHaveLength(1);
    expect(asked).toEqual(["discover", "visible a:x", "read", "visible a:x", "read", "discover"]);
    expect((await failureOf(gateway.read("a:x", { context: { user: "bob" } }))).code).toBe(
      "unavailable",
    );
    const tight = createResourceGateway({
      policy,
      bindings: [resource({ uri: "a:x", name: "x" }, () => "hello")],
      limits: { maxItemPayloadBytes: 4 },
    });
    const failure = await failureOf(tight.read("a:x", request));
    expect(failure.report?.issues).toMatchObject([{ code: "budget_exceeded" }]);
  });

  it("[FN-1] a template likewise, with its variables", async () => {
    const gateway = createResourceGateway({
      policy,
      bindings: [
        resourceTemplate({ uriTemplate: "a:/{v}", name: "x" }, ({ variables }) =>
          variables.v === "none" ? unavailable() : `<${variables.v}>`,
        ),
      ],
    });
    expect((await gateway.read("A:/a%20b", request)).items).toMatchObject([
      { uri: "A:/a%20b", text: "<a b>" },
    ]);
    expect((await failureOf(gateway.read("a:/none", request))).code).toBe("unavailable");
  });
});

describe("a reader's words", () => {
  it("[READ-6] invalidVariable() in a template's reader fails the read as invalid_capture", async () => {
    const gateway = createResourceGateway({
      policy,
      bindings: [
        resourceTemplate({ uriTemplate: "a:/{index}", name: "x" }, () =>
          invalidVariable("index", "a positive decimal number"),
        ),
        resource({ uri: "b:x", name: "y" }, () => invalidVariable("index", "a number")),
      ],
    });
    expect((await failureOf(gateway.read("a:/x", request))).toJSON()).toMatchObject({
      code: "invalid_capture",
      variable: "index",
      expectation: "a positive decimal number",
    });
    expect((await failureOf(gateway.read("b:x", request))).code).toBe("no_items");
  });

  it("[FN-4] a reader that returns nothing is no_items, and the host's cause names the URI", async () => {
    const events: GatewayEvent[] = [];
    const gateway = createResourceGateway<undefined>({
      policy,
      bindings: [
        resource({ uri: "a:void", name: "x" }, () => undefined as unknown as string),
        resource({ uri: "a:void-later", name: "y" }, async () => undefined as unknown as string),
      ],
      observer: (event) => events.push(event),
    });
    for (const uri of ["a:void", "a:void-later"]) {
      // oxlint-disable-next-line no-await-in-loop
      const failure = await failureOf(gateway.read(uri, request));
      expect(failure.code).toBe("no_items");
      expect(failure.report?.issues).toMatchObject([{ code: "invalid_content" }]);
      const causes = events.filter((event) => event.type === "item" && event.uri === uri);
      expect(causes.map((event) => String("cause" in event ? event.cause : ""))).toEqual([
        expect.stringContaining(`The reader of ${uri} returned nothing`),
      ]);
    }
  });

  it("[FN-2] bytes that do not decode are invalid content, never replacement characters", async () => {
    const gateway = createResourceGateway({
      policy,
      bindings: [resource({ uri: "a:x", name: "x", mimeType: "text/plain" }, Uint8Array.of(0xff))],
    });
    const failure = await failureOf(gateway.read("a:x", request));
    expect(failure.report?.issues).toMatchObject([{ code: "invalid_content" }]);
  });

  it("[FN-1] a stream is cancelled when its caller is", async () => {
    let cancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      cancel() {
        cancelled = true;
      },
    });
    const gateway = createResourceGateway({
      policy,
      bindings: [resource({ uri: "a:x", name: "x" }, () => stream)],
    });
    const controller = new AbortController();
    const reading = failureOf(gateway.read("a:x", { ...request, signal: controller.signal }));
    setTimeout(() => {
      controller.abort();
    }, 5);
    expect((await reading).code).toBe("cancelled");
    expect(cancelled).toBe(true);
  });
});

describe("a file source", () => {
  it("[FN-3] no path is in any output, whatever goes wrong", async () => {
    const dir = mkdtempSync(join(tmpdir(), "planted-secret-"));
    writeFileSync(join(dir, "big"), "x".repeat(100));
    writeFileSync(join(dir, "ok"), "fine");
    const told: unknown[] = [];
    const gateway: ResourceGateway<unknown> = createResourceGateway<unknown>({
      policy,
      limits: { maxItemPayloadBytes: 50 },
      bindings: ["ok", "big", "missing", ".", "ok/below"].map((file, index) =>
        resource(
          { uri: `a:${index}`, name: "f", mimeType: "text/plain" },
          fileSource(join(dir, file)),
        ),
      ),
      observer: (event) => told.push({ ...event, cause: undefined }),
    });
    const issues: unknown[] = [];
    for (let index = 0; index < 5; index += 1) {
      try {
        // oxlint-disable-next-line no-await-in-loop
        told.push(await gateway.read(`a:${index}`, request));
      } catch (error) {
        if (!isResourceFailure(error)) throw error;
        told.push(JSON.stringify(error), String(error), inspect(error), error.message, {
          ...error.toJSON(),
        });
        issues.push(error.report?.issues[0]?.code);
      }
    }
    told.push(await gateway.list({}, request));
    expect(issues).toEqual(["budget_exceeded", "read_failed", "read_failed", "read_failed"]);
    expect(inspect(told, { depth: 20 })).not.toContain("planted-secret");
    rmSync(dir, { recursive: true });
  });
});
