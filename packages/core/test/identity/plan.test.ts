import { describe, expect, it } from "vitest";
import { PlanError } from "../../src/identity/construction.ts";
import { createReadPlan, isPlan } from "../../src/identity/plan.ts";
import { createTarget, type ResourceTarget } from "../../src/identity/target.ts";

const a = createTarget({ uri: "asset://p/a" });
const b = createTarget({ uri: "asset://p/b" });

describe("createReadPlan", () => {
  it("[TGT-2] orders items, the requested target alone unless told", () => {
    expect(createReadPlan(a).items).toEqual([a]);
    expect(createReadPlan(a).items[0]).toBe(a);
    expect(createReadPlan(a, []).items).toEqual([]);
    const plan = createReadPlan(a, [b, a], { cache: { ttlMs: 5 } });
    expect(plan.requested).toBe(a);
    expect(plan.items[0]).toBe(b);
    expect(plan.items[1]).toBe(a);
    expect(plan.cache).toEqual({ ttlMs: 5 });
    expect(isPlan(plan)).toBe(true);
    expect(isPlan({ ...plan })).toBe(false);
  });

  it("[TGT-2] refuses two items with one URI, scheme folded, whatever their representations", () => {
    const shouted = createTarget({ uri: "ASSET://p/b" });
    const other = createTarget({ uri: "asset://p/b", representation: "small" });
    for (const items of [
      [b, b],
      [b, shouted],
      [b, other],
    ]) {
      expect(() => createReadPlan(a, items)).toThrow(PlanError);
    }
    const path = createTarget({ uri: "asset://p/B" });
    expect(createReadPlan(a, [b, path]).items).toHaveLength(2);
  });

  it("[TGT-2] refuses an item with the requested URI that is another object", () => {
    for (const uri of ["asset://p/a", "Asset://p/a"]) {
      expect(() => createReadPlan(a, [createTarget({ uri })])).toThrow(
        /is not the requested target/,
      );
    }
  });

  it("[TGT-2] copies what it is given, and refuses anything unconstructed", () => {
    const items = [b];
    const plan = createReadPlan(a, items);
    items.push(a);
    expect(plan.items).toEqual([b]);
    expect(Object.isFrozen(plan.items)).toBe(true);
    expect(Object.isFrozen(plan)).toBe(true);
    const lookAlike = { ...a };
    const bad: unknown[] = [[lookAlike], [undefined], "x", new Set([b]), null];
    for (const wrong of bad) {
      expect(() => createReadPlan(a, wrong as ResourceTarget[])).toThrow(PlanError);
    }
    expect(() => createReadPlan(lookAlike)).toThrow(PlanError);
    for (const cache of [1, { ttlMs: -1 }, { ttlMs: 1.5 }, { cacheScope: "shared" }]) {
      expect(() => createReadPlan(a, [], { cache: cache as never })).toThrow(PlanError);
    }
  });
});
