import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CompleteScope } from "../../src/definition/binding.ts";
import { bundle } from "../../src/definition/bundle.ts";
import { createResourceGateway } from "../../src/gateway.ts";
import type { CompletionRequest, ResourceGateway } from "../../src/operation.ts";
import { publicPolicy } from "../../src/policy/public-policy.ts";
import { unavailable } from "../../src/signal.ts";
import { failureOf } from "../failure-of.ts";
import { type DiscoverFunction, discovering } from "./registered.ts";

const request = { context: undefined };
const EMPTY = { values: [], total: 0, hasMore: false };
const asked: CompletionRequest = { uriTemplate: "a:/{v}/{w}", variable: "v", value: "x" };

function never(): never {
  throw new Error("a completion may not come here");
}

/** A gateway whose one template completes `v` with this answer, rightly or not. */
function completing(
  complete: (value: string, scope: CompleteScope<unknown>) => unknown,
  discover: DiscoverFunction<unknown> = () => true,
  limits: object = {},
): ResourceGateway<unknown> {
  const binding = bundle(
    { uriTemplate: "a:/{v}/{w}", name: "t" },
    { resolve: never, read: never, complete: { v: complete as () => string[] } },
  );
  return createResourceGateway({ policy: discovering(discover), bindings: [binding], limits });
}

function isShown(uriTemplate: string): boolean {
  return !uriTemplate.includes("hidden");
}

/** A world with these templates, of which some are hidden. */
function world(templates: readonly string[]): ResourceGateway<unknown> {
  return createResourceGateway({
    policy: discovering(({ uriTemplate }) => isShown(uriTemplate ?? "")),
    bindings: templates.map((uriTemplate) =>
      bundle(
        { uriTemplate, name: "t" },
        {
          resolve: never,
          read: never,
          complete: { v: (value) => [`${value} of ${uriTemplate}`] },
        },
      ),
    ),
  });
}

describe("complete", () => {
  it.each<[string, unknown, object]>([
    ["an array", ["a", "b"], { values: ["a", "b"], total: 2, hasMore: false }],
    ["a promise", Promise.resolve(["a"]), { values: ["a"], total: 1, hasMore: false }],
    ["nothing to offer", [], EMPTY],
    [
      "values and their total",
      { values: ["a"], total: 7 },
      { values: ["a"], total: 7, hasMore: true },
    ],
    ["all of the total", { values: ["a"], total: 1 }, { values: ["a"], total: 1, hasMore: false }],
    ["empty text", [""], { values: [""], total: 1, hasMore: false }],
  ])("[CMP-1] answers with %s", async (_, answer, expected) => {
    const gateway = completing(() => answer);
    expect(await gateway.complete(asked, request)).toEqual(expected);
  });

  it("[CMP-1] gives at most 100 values, with the true total", async () => {
    const many = Array.from({ length: 250 }, (_, index) => String(index));
    const completion = await completing(() => many).complete(asked, request);
    expect(completion).toMatchObject({ total: 250, hasMore: true });
    expect(completion.values).toEqual(many.slice(0, 100));
    const exact = await completing(() => many.slice(0, 100)).complete(asked, request);
    expect(exact).toMatchObject({ total: 100, hasMore: false });
  });

  it("[CMP-1] stays within maxPageBytes, with the true total", async () => {
    const values = Array.from({ length: 50 }, () => `"${"é".repeat(40)}"`);
    const gateway = completing(() => values, undefined, { maxPageBytes: 1024 });
    const completion = await gateway.complete(asked, request);
    const wire = JSON.stringify({ completion });
    expect(new TextEncoder().encode(wire).length).toBeLessThanOrEqual(1024);
    expect(completion).toMatchObject({ total: 50, hasMore: true });
    expect(completion.values.length).toBeGreaterThan(5);
    const huge = completing(() => ["x".repeat(2000)], undefined, { maxPageBytes: 1024 });
    expect(await huge.complete(asked, request)).toEqual({ values: [], total: 1, hasMore: true });
  });

  it("[CMP-1] [case Z8] unknown template, unknown variable, denied, unavailable(): one empty answer", async () => {
    const yes = completing(() => ["a"]);
    const answers = await Promise.all([
      yes.complete({ ...asked, uriTemplate: "b:/{v}" }, request),
      yes.complete({ ...asked, uriTemplate: "a:/{v}/{other}" }, request),
      yes.complete({ ...asked, uriTemplate: "" }, request),
      yes.complete({ ...asked, variable: "w" }, request),
      yes.complete({ ...asked, variable: "none" }, request),
      yes.complete({ ...asked, variable: "__proto__" }, request),
      yes.complete({ ...asked, variable: "toString" }, request),
      completing(
        () => ["a"],
        () => false,
      ).complete(asked, request),
      completing(
        () => ["a"],
        () => unavailable(),
      ).complete(asked, request),
      completing(() => unavailable()).complete(asked, request),
      completing(async () => unavailable()).complete(asked, request),
    ]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify(EMPTY)]),
    );
  });

  it("[READ-15] worlds that differ only in hidden templates complete the same, byte for byte", async () => {
    const open = ["a:/{v}", "b:/{v}/x"];
    const hidden = ["hidden:/{v}", "a:/hidden/{v}"];
    const worlds = [world(open), world([...hidden, ...open])];
    const requests = fc.record({
      uriTemplate: fc.constantFrom(...open, ...hidden, "none:/{v}"),
      variable: fc.constantFrom("v", "w", "constructor"),
      value: fc.string({ unit: "binary", maxLength: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(requests, async (completion) => {
        const [one, other] = await Promise.all(
          worlds.map((gateway) => gateway.complete(completion, request)),
        );
        expect(JSON.stringify(other)).toBe(JSON.stringify(one));
      }),
    );
  });

  it("[CMP-1] asks discover first: a denied caller's text reaches no callback", async () => {
    const calls: string[] = [];
    const gateway = completing(
      () => {
        calls.push("complete");
        return [];
      },
      () => {
        calls.push("discover");
        return calls.length > 1;
      },
    );
    await gateway.complete(asked, request);
    await gateway.complete(asked, request);
    expect(calls).toEqual(["discover", "discover", "complete"]);
  });

  it("[CMP-1] the callback sees the value, its scope, and only that template's other variables", async () => {
    let seen: [string, CompleteScope<unknown>] | undefined;
    const gateway = completing(
      (value, scope) => {
        seen = [value, scope];
        return [];
      },
      undefined,
      { maxUriBytes: 60 },
    );
    const variables = JSON.parse('{"w":"1","v":"own","x":"stranger","__proto__":"p"}') as Record<
      string,
      string
    >;
    await gateway.complete({ ...asked, variables }, { context: "me" });
    expect(seen?.[0]).toBe("x");
    expect(seen?.[1].variables).toEqual({ w: "1" });
    expect(Object.getPrototypeOf(seen?.[1].variables)).toBeNull();
    expect(seen?.[1].context).toBe("me");
    expect(seen?.[1].signal.aborted).toBe(true);
    for (const value of ["\ud800", "x".repeat(61), "é".repeat(31)]) {
      // oxlint-disable-next-line no-await-in-loop
      await gateway.complete({ ...asked, variables: { w: value } }, request);
      expect(seen?.[1].variables).toEqual({});
    }
    await gateway.complete({ ...asked, variables: { w: "é".repeat(30) } }, request);
    expect(seen?.[1].variables).toEqual({ w: "é".repeat(30) });
  });

  it("[CMP-1] a value that no URI could carry has no completion", async () => {
    let calls = 0;
    const gateway = completing(() => {
      calls += 1;
      return ["a"];
    });
    for (const value of ["\udc00", "x".repeat(3000)]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await gateway.complete({ ...asked, value }, request)).toEqual(EMPTY);
    }
    expect(calls).toBe(0);
  });

  it.each<[string, () => unknown]>([
    [
      "a throw",
      () => {
        throw new Error("secret");
      },
    ],
    ["a rejection", () => Promise.reject(new Error("secret"))],
    ["undefined", () => undefined],
    ["a string", () => "abc"],
    ["numbers", () => [1, 2]],
    ["a hole", () => ["a", undefined]],
    ["an ill-formed string", () => ["a\ud800"]],
    ["values without a total", () => ({ values: ["a"] })],
    ["a total below the values", () => ({ values: ["a", "b"], total: 1 })],
    ["a fractional total", () => ({ values: [], total: 0.5 })],
    ["an infinite total", () => ({ values: [], total: Infinity })],
    ["a negative total", () => ({ values: [], total: -1 })],
    [
      "a throwing getter",
      () => ({
        get values() {
          throw new Error("secret");
        },
      }),
    ],
  ])("[CMP-1] %s is resolve_failed", async (_, complete) => {
    const failure = await failureOf(completing(complete).complete(asked, request));
    expect(failure.code).toBe("resolve_failed");
    expect(JSON.stringify(failure)).not.toContain("secret");
    expect(failure.cause).toBeInstanceOf(Error);
  });

  it.each<[string, DiscoverFunction<unknown>]>([
    [
      "a throw",
      () => {
        throw new Error("x");
      },
    ],
    ["no boolean", () => 1],
  ])("[CMP-1] discover with %s is policy_failed", async (_, discover) => {
    expect((await failureOf(completing(() => [], discover).complete(asked, request))).code).toBe(
      "policy_failed",
    );
  });

  it("[READ-10] a callback that hangs ends with the deadline, or the caller", async () => {
    const gateway = completing(() => new Promise(() => {}));
    expect((await failureOf(gateway.complete(asked, { ...request, timeoutMs: 5 }))).code).toBe(
      "timeout",
    );
    const controller = new AbortController();
    const cancelled = gateway.complete(asked, { ...request, signal: controller.signal });
    controller.abort();
    expect((await failureOf(cancelled)).code).toBe("cancelled");
  });

  it.each<[string, object]>([
    ["uriTemplate", { uriTemplate: 1 }],
    ["variable", { variable: undefined }],
    ["value", { value: null }],
    ["variables", { variables: "x" }],
    ["a sibling", { variables: { w: 1 } }],
  ])("a %s of a wrong type is a TypeError", async (_, wrong) => {
    const gateway = createResourceGateway({ policy: publicPolicy(), bindings: [] });
    await expect(gateway.complete({ ...asked, ...wrong }, request)).rejects.toThrow(TypeError);
  });

  it("what comes back is the caller's own: changing it changes nothing", async () => {
    const values = ["a"];
    const gateway = completing(() => values);
    const completion = await gateway.complete(asked, request);
    values.push("b");
    expect(completion.values).toEqual(["a"]);
    expect(Object.isFrozen(completion.values)).toBe(true);
  });
});
