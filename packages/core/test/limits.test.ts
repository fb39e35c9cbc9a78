import { describe, expect, it } from "vitest";
import { effectiveLimits, type GatewayLimits } from "../src/limits.ts";

const limits = (overrides: object) => effectiveLimits(overrides);

describe("limits", () => {
  it("[LIM-2] have these defaults", () => {
    expect(limits({})).toEqual({
      maxUriBytes: 2048,
      maxPlanItems: 512,
      maxItems: 64,
      maxItemPayloadBytes: 4_194_304,
      maxPayloadBytes: 8_388_608,
      maxItemEncodedBytes: 6_291_456,
      maxEncodedBytes: 12_582_912,
      reportPayloadBytes: 4096,
      reportEncodedBytes: 16_384,
      maxIssues: 32,
      readTimeoutMs: 30_000,
      itemTimeoutMs: 10_000,
      policyConcurrency: 8,
      defaultPageSize: 50,
      maxPageSize: 200,
      maxPageBytes: 1_048_576,
      maxConcurrentReads: 64,
      maxQueuedReads: 256,
    });
    expect(Object.isFrozen(limits({}))).toBe(true);
  });

  it("[LIM-1] take 0 and undefined for the default, and raise nothing else", () => {
    expect(limits({ maxItems: 0, maxIssues: undefined })).toEqual(limits({}));
    const { maxItems, ...rest } = limits({ maxItems: 100_000 });
    expect(maxItems).toBe(100_000);
    expect({ ...rest, maxItems: 64 }).toEqual(limits({}));
  });

  const names = Object.keys(limits({})) as (keyof GatewayLimits)[];
  it.each(names)("[LIM-1] refuse for %s what is no positive safe integer, naming it", (name) => {
    for (const value of [-1, 1.5, Number.NaN, Infinity, 2 ** 53, "1", null, true, 1n]) {
      expect(() => limits({ [name]: value })).toThrow(new RegExp(`limits\\.${name} `));
    }
  });

  it("[LIM-1] refuse durations that no timer holds", () => {
    expect(limits({ readTimeoutMs: 2_147_483_647 }).readTimeoutMs).toBe(2_147_483_647);
    for (const name of ["readTimeoutMs", "itemTimeoutMs"]) {
      expect(() => limits({ [name]: 2_147_483_648 })).toThrow(new RegExp(`limits\\.${name} `));
    }
  });

  it.each([
    ["maxUriBytes", 51],
    ["reportPayloadBytes", 256],
    ["reportEncodedBytes", 1024],
    ["maxPageBytes", 1024],
  ])("[LIM-2] hold %s to its minimum", (name, minimum) => {
    expect(limits({ [name]: minimum })).toHaveProperty(name, minimum);
    expect(() => limits({ [name]: minimum - 1 })).toThrow(
      `limits.${name} is ${minimum - 1}: the minimum of ${name} is ${minimum}`,
    );
  });

  it("[LIM-2] hold maxUriBytes to its maximum", () => {
    expect(limits({ maxUriBytes: 8192 }).maxUriBytes).toBe(8192);
    expect(() => limits({ maxUriBytes: 8193 })).toThrow("limits.maxUriBytes");
  });

  it("[LIM-1] name both of two limits that contradict each other", () => {
    expect(() => limits({ maxPageSize: 49 })).toThrow(
      "limits.defaultPageSize (50) is over limits.maxPageSize (49)",
    );
    expect(() => limits({ maxPayloadBytes: 4095 })).toThrow(
      "limits.maxPayloadBytes (4095) is under limits.reportPayloadBytes (4096)",
    );
    const least = 16_384 + 8192 + 256;
    expect(limits({ maxEncodedBytes: least }).maxEncodedBytes).toBe(least);
    expect(() => limits({ maxEncodedBytes: least - 1 })).toThrow(
      "limits.maxEncodedBytes (24831) is under limits.reportEncodedBytes (16384) + 8448 bytes of framing",
    );
  });

  it("[LIM-1] refuse names that are none, and read each once", () => {
    expect(() => limits({ maxItem: 1 })).toThrow('there is no limit "maxItem"');
    expect(() => limits(null as unknown as object)).toThrow(TypeError);
    let reads = 0;
    const overrides = {
      get maxItems() {
        reads += 1;
        return reads === 1 ? 5 : -1;
      },
    };
    expect(limits(overrides).maxItems).toBe(5);
  });
});
