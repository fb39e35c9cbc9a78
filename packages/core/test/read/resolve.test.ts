import { describe, expect, it } from "vitest";
import { bundle } from "../../src/definition/bundle.ts";
import { ResourceFailure } from "../../src/failure.ts";
import { createResourceGateway } from "../../src/gateway.ts";
import { textPayload } from "../../src/identity/payload.ts";
import { createReadPlan } from "../../src/identity/plan.ts";
import { createTarget } from "../../src/identity/target.ts";
import { publicPolicy } from "../../src/policy/public-policy.ts";
import { resource, resourceTemplate } from "../../src/readers/function-backed.ts";
import { invalidVariable, tooLarge, unavailable } from "../../src/signal.ts";
import { failureOf } from "../failure-of.ts";
import { BUNDLE, throwing, world } from "./world.ts";

const requested = createTarget({ uri: BUNDLE });

describe("resolve", () => {
  it("[READ-3] tells an answer from a failure by what was thrown", async () => {
    const cause = new Error("private");
    const other = new ResourceFailure("unavailable", { operationId: "other" });
    for (const [thrower, expected] of [
      [() => unavailable(cause), { code: "unavailable", cause }],
      [
        () => invalidVariable("id", "a positive number"),
        { code: "invalid_capture", variable: "id", expectation: "a positive number" },
      ],
      [throwing(cause), { code: "resolve_failed", cause }],
      [throwing(undefined), { code: "resolve_failed" }],
      [throwing(null), { code: "resolve_failed", cause: null }],
      [throwing(other), { code: "resolve_failed", cause: other }],
      [() => tooLarge(), { code: "resolve_failed" }],
      [() => textPayload("\ud800", "text/plain"), { code: "resolve_failed" }],
      [() => createTarget({ uri: "no uri" }), { code: "invalid_plan" }],
      [() => createReadPlan(requested, [requested, requested]), { code: "invalid_plan" }],
      [() => Promise.reject(cause), { code: "resolve_failed", cause }],
      // oxlint-disable-next-line typescript/require-await -- it rejects
      [async () => unavailable(), { code: "unavailable" }],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one world after another
      expect(await world({ resolve: thrower }).failure()).toMatchObject(expected);
    }
  });

  it("[READ-3] [TGT-2] fails as invalid_plan where the plan was not made here, and says why to the host", async () => {
    const plan = createReadPlan(requested);
    const foreign = { [Symbol.for("@org/resources-core/constructed")]: "plan" };
    for (const [answer, message] of [
      [undefined, /a plan is made by createReadPlan alone; got undefined/],
      [{ ...plan }, /got an object that it did not make/],
      [new Proxy(plan, {}), /got an object that it did not make/],
      [requested, /got an object that it did not make/],
      [foreign, /this plan was built by another copy of @org\/resources-core/],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one world after another
      const failure = await world({ resolve: () => answer }).failure();
      expect(failure).toMatchObject({ code: "invalid_plan", retryable: false });
      expect(String(failure.cause)).toMatch(message);
    }
  });

  it("[TGT-2] requires the requested target to be the match's canonical URI, byte for byte", async () => {
    const other = createTarget({ uri: "Bundle://b" });
    const failure = await world({ resolve: () => createReadPlan(other) }).failure();
    expect(failure.code).toBe("invalid_plan");
    expect(String(failure.cause)).toContain("match.canonicalUri");
  });

  it("[TGT-2] [case X1] refuses an item that selects a registered resource by another spelling", async () => {
    for (const uri of [
      "ASSET://p/secret",
      "asset://p/%73ecret",
      "asset://p/a%2fb",
      "Asset://q/secret",
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one world after another
      expect((await failureOf(readItem(uri))).code).toBe("invalid_plan");
    }
    for (const uri of ["asset://p/secret", "asset://p/a%20b", "asset://q/secret", "other://%61"]) {
      // oxlint-disable-next-line no-await-in-loop -- one world after another
      expect((await readItem(uri)).items[0]?.uri).toBe(uri);
    }
  });

  it("[READ-3] [case X4] looks at a plan's limits only for who may read the requested target", async () => {
    const tooMany = { "i:a": {}, "i:b": {}, "i:c": {} };
    const limits = { maxPlanItems: 2 };
    const outsider = world({ items: tooMany, limits, requested: { visible: false } });
    expect((await outsider.failure()).code).toBe("unavailable");
    const insider = world({ items: tooMany, limits });
    expect((await insider.failure()).code).toBe("invalid_plan");
    expect(insider.calls).toEqual(["discover", "resolve", "visible bundle://b", "read bundle://b"]);
    const long = { [`i:${"x".repeat(100)}`]: {} };
    const bounded = { maxUriBytes: 100 };
    expect((await world({ items: long, limits: bounded }).failure()).code).toBe("invalid_plan");
    const denied = world({ items: long, limits: bounded, requested: { read: false } });
    expect((await denied.failure()).code).toBe("unavailable");
    expect((await world({ items: { "i:a": {}, "i:b": {} }, limits }).read()).items).toHaveLength(2);
  });

  it("[TGT-3] [case Z3] gives policy and storage the very same targets, in both rounds", async () => {
    const target = createTarget({ uri: "i:a", authorizationData: { tenant: 7 } });
    const seen: unknown[] = [];
    const note = (value: unknown) => {
      seen.push(value);
      return true;
    };
    const { read } = world({
      policy: { visible: note, read: note },
      resolve: () => createReadPlan(requested, [target]),
      items: {
        "i:a": {
          body: (asked) => {
            note(asked);
            return textPayload("", "text/plain");
          },
        },
      },
    });
    await read();
    // Twice by `visible`, twice by `read`, once by the reader.
    expect(seen.filter((value) => value === target)).toHaveLength(5);
    expect(seen.filter((value) => value === requested)).toHaveLength(4);
  });
});

/** Reads a bundle of the one item `uri`, beside a template and a resource that it may select. */
function readItem(uri: string) {
  const gateway = createResourceGateway({
    policy: publicPolicy(),
    bindings: [
      bundle(
        { uri: BUNDLE, name: "b" },
        {
          resolve: () => createReadPlan(requested, [createTarget({ uri })]),
          read: () => textPayload("", "text/plain"),
        },
      ),
      resourceTemplate({ uriTemplate: "asset://p/{id}", name: "t" }, () => ""),
      resource({ uri: "asset://q/secret", name: "s" }, ""),
    ],
  });
  return gateway.read(BUNDLE, { context: undefined });
}
