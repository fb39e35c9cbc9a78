import { describe, expect, it } from "vitest";
import { textPayload } from "../../src/identity/payload.ts";
import type { ResourceTarget } from "../../src/identity/target.ts";
import { batchPolicy } from "../../src/policy/batch-policy.ts";
import { invalidVariable, unavailable } from "../../src/signal.ts";
import { deferred } from "../deferred.ts";
import { turn } from "../manual-clock.ts";
import { throwing, world } from "./world.ts";

const text = (body: string) => () => textPayload(body, "text/plain");

describe("the first round", () => {
  it("[READ-4] decides the requested target, then every item, before any body is read", async () => {
    const { read, calls } = world({ items: { "i:a": {}, "i:b": { visible: false }, "i:c": {} } });
    await read();
    expect(calls.slice(0, calls.indexOf("body i:a"))).toEqual([
      "discover",
      "resolve",
      "visible bundle://b",
      "read bundle://b",
      "visible i:a",
      "read i:a",
      "visible i:b",
      "visible i:c",
      "read i:c",
    ]);
  });

  it("[READ-4] leaves hidden items out of the selection, and denied ones as omissions", async () => {
    const hidden = await world({ items: { "i:a": {}, "i:b": { visible: false } } }).read();
    expect(hidden).toMatchObject({ partial: false, issues: [], issuesOmitted: 0 });
    expect(hidden.items.map(({ uri }) => uri)).toEqual(["i:a"]);
    const denied = await world({ items: { "i:a": {}, "i:b": { read: false } } }).read();
    expect(denied).toMatchObject({ partial: true, issues: [{ code: "unavailable" }] });
    const thrown = await world({
      items: { "i:a": {}, "i:b": { read: () => unavailable() } },
    }).read();
    expect(thrown.issues).toEqual(denied.issues);
  });

  it.each<[string, object]>([
    ["visible throws", { visible: throwing(new Error("x")) }],
    ["visible throws unavailable()", { visible: () => unavailable() }],
    ["visible rejects", { visible: () => Promise.reject(new Error("x")) }],
    ["visible answers undefined", { visible: () => undefined }],
    ["visible answers 1", { visible: 1 }],
    ["visible answers an object without visible", { visible: () => ({}) }],
    [
      "visible discloses with a string",
      { visible: () => ({ visible: true, discloseIssueUri: "y" }) },
    ],
    [
      "visible answers a trap",
      {
        visible: () => ({
          get visible() {
            throw new Error("trap");
          },
        }),
      },
    ],
    ["read throws", { read: throwing(new Error("x")) }],
    ["read throws undefined", { read: throwing(undefined) }],
    ["read throws invalidVariable()", { read: () => invalidVariable("id", "x") }],
    ["read answers undefined", { read: () => undefined }],
    ["read answers a visible answer", { read: () => ({ visible: true }) }],
    ["read answers a thenable of a wrong type", { read: () => Promise.resolve("yes") }],
  ])(
    "[READ-4] is policy_failed where %s, for item and requested target, in both rounds",
    async (_, item) => {
      const late = Object.fromEntries(
        Object.entries(item).map(([key, script]) => [key, [true, script]]),
      );
      for (const { failure } of [
        world({ items: { "i:a": {}, "i:b": item } }),
        world({ items: { "i:a": {}, "i:b": late } }),
        world({ requested: item }),
        world({ requested: late }),
      ]) {
        // oxlint-disable-next-line no-await-in-loop -- one world after another
        expect(await failure()).toMatchObject({ code: "policy_failed", retryable: true });
      }
    },
  );

  it.each<[string, unknown]>([
    ["throws", throwing(new Error("x"))],
    ["answers 1", 1],
    ["answers null", () => null],
    ["answers an object", () => ({ visible: true })],
  ])("[READ-4] is policy_failed where discover %s, in both rounds", async (_, script) => {
    expect((await world({ discover: script }).failure()).code).toBe("policy_failed");
    expect((await world({ discover: [true, script] }).failure()).code).toBe("policy_failed");
  });

  it("[READ-5] [TGT-2] decides a requested target that is an item once a round", async () => {
    const { read, calls } = world({ requestedAt: 1, items: { "i:a": {}, "i:b": {} } });
    const { items } = await read();
    expect(items.map(({ uri }) => uri)).toEqual(["i:a", "bundle://b", "i:b"]);
    expect(calls.filter((call) => call === "visible bundle://b")).toHaveLength(2);
    expect(calls.filter((call) => call === "read bundle://b")).toHaveLength(2);
  });

  it("[READ-5] decides items concurrently, at most policyConcurrency at once", async () => {
    const gates = new Map<string, ReturnType<typeof deferred<boolean>>>();
    const items = Object.fromEntries(["i:a", "i:b", "i:c", "i:d"].map((uri) => [uri, {}]));
    const { read } = world({
      items,
      limits: { policyConcurrency: 3 },
      policy: {
        visible: ({ uri }: ResourceTarget) => {
          if (uri === "bundle://b" || gates.size === 4) return true;
          const gate = deferred<boolean>();
          gates.set(uri, gate);
          return gate.promise;
        },
      },
    });
    const reading = read();
    await turn();
    expect([...gates.keys()]).toEqual(["i:a", "i:b", "i:c"]);
    gates.get("i:b")?.resolve(true);
    await turn();
    expect([...gates.keys()]).toEqual(["i:a", "i:b", "i:c", "i:d"]);
    for (const uri of ["i:d", "i:c", "i:a"]) gates.get(uri)?.resolve(uri !== "i:c");
    expect((await reading).items.map(({ uri }) => uri)).toEqual(["i:a", "i:b", "i:d"]);
  });

  it("[READ-5] asks decideMany once a round, the requested target first and once", async () => {
    const { read, calls } = world({
      many: true,
      requestedAt: 1,
      items: { "i:a": {}, "i:b": { read: false }, "i:c": { visible: false } },
    });
    const result = await read();
    expect(result.items.map(({ uri }) => uri)).toEqual(["i:a", "bundle://b"]);
    expect(result.issues).toHaveLength(1);
    const round = "decideMany bundle://b i:a i:b i:c";
    expect(calls).toEqual([
      "discover",
      "resolve",
      round,
      "body i:a",
      "body bundle://b",
      round,
      "discover",
    ]);
  });

  it.each<[string, (targets: readonly ResourceTarget[]) => unknown]>([
    ["throws", throwing(new Error("x"))],
    ["throws unavailable()", () => unavailable()],
    ["answers too few", (targets) => targets.slice(1).map(() => ({ visible: false }))],
    ["answers too many", (targets) => [...targets, 1].map(() => ({ visible: true, read: true }))],
    ["answers booleans", (targets) => targets.map(() => true)],
    ["forgets read", (targets) => targets.map(() => ({ visible: true }))],
    ["answers no array", () => new Set([1, 2])],
    ["answers undefined", () => undefined],
    ["answers a hole", (targets) => Array.from({ length: targets.length })],
    ["answers a proxy that throws", () => new Proxy([], { get: throwing(new Error("trap")) })],
  ])("[READ-5] is policy_failed where decideMany %s, in both rounds", async (_, decideMany) => {
    const once = world({ items: { "i:a": {} }, policy: { decideMany } });
    expect((await once.failure()).code).toBe("policy_failed");
    let round = 0;
    const later = world({
      items: { "i:a": {} },
      policy: {
        decideMany: (targets: readonly ResourceTarget[]) => {
          round += 1;
          return round === 1
            ? targets.map(() => ({ visible: true, read: true }))
            : decideMany(targets);
        },
      },
    });
    expect((await later.failure()).code).toBe("policy_failed");
    expect(round).toBe(2);
  });

  it("[READ-5] asks decideMany for the requested target alone where the plan is over its limits", async () => {
    const items = { "i:a": {}, "i:b": {} };
    const limits = { maxPlanItems: 1 };
    const permitted = world({ many: true, items, limits });
    expect((await permitted.failure()).code).toBe("invalid_plan");
    expect(permitted.calls).toEqual(["discover", "resolve", "decideMany bundle://b"]);
    const denied = world({ many: true, items, limits, requested: { read: false } });
    expect((await denied.failure()).code).toBe("unavailable");
  });

  it("[READ-5] hands decideMany a frozen list", async () => {
    let isFrozen = false;
    const decideMany = (targets: readonly ResourceTarget[]) => {
      isFrozen = Object.isFrozen(targets);
      return targets.map(() => ({ visible: true, read: true }));
    };
    await world({ items: { "i:a": {} }, policy: { decideMany } }).read();
    expect(isFrozen).toBe(true);
  });

  it("[READ-5] derives single decisions from decideMany in batchPolicy, and lets none diverge", async () => {
    const policy = batchPolicy<unknown>({
      discover: () => true,
      scopeKey: () => "k",
      decideMany: (targets) =>
        targets.map(({ uri }) =>
          uri === "i:a"
            ? { visible: false }
            : { visible: true, read: uri !== "i:b", discloseIssueUri: true },
        ),
    });
    const items = { "i:a": {}, "i:b": {}, "i:c": { body: text("c") } };
    const together = await world({ items, policy }).read();
    const apart = await world({ items, policy: { ...policy, decideMany: undefined } }).read();
    expect(together.items).toEqual(apart.items);
    expect(together.issues).toEqual(apart.issues);
    expect(together.issues).toMatchObject([{ code: "unavailable", uri: "i:b" }]);
    const broken = batchPolicy<unknown>({
      discover: () => true,
      scopeKey: () => "k",
      decideMany: () => unavailable(),
    });
    const single = world({ items, policy: { ...broken, decideMany: undefined } });
    expect((await single.failure()).code).toBe("policy_failed");
  });
});
