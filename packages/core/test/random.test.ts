import { describe, expect, it } from "vitest";
import { dependableRandom, operationIds, systemRandom } from "../src/random.ts";

describe("operation ids", () => {
  it("[READ-13] are 24 hex digits, none twice, drawn from a source that is asked seldom", () => {
    let asked = 0;
    const next = operationIds((n) => {
      asked += 1;
      return systemRandom(n);
    });
    const ids = Array.from({ length: 1000 }, () => next());
    expect(new Set(ids).size).toBe(1000);
    expect(ids.every((id) => /^[0-9a-f]{24}$/.test(id))).toBe(true);
    expect(asked).toBe(4);
  });

  it("spell out every byte of the source", () => {
    let byte = 0;
    const next = operationIds((n) => Uint8Array.from({ length: n }, () => byte++ % 256));
    expect(next()).toBe("000102030405060708090a0b");
    for (let count = 0; count < 19; count += 1) next();
    expect(next()).toBe("f0f1f2f3f4f5f6f7f8f9fafb");
  });
});

describe("a dependable source", () => {
  it("gives what the host's gives, and something random where that gives nothing of use", () => {
    const shared = new Uint8Array(4).fill(1);
    const given = dependableRandom(() => shared)(4);
    expect(given).toEqual(shared);
    expect(given).not.toBe(shared);
    const sources = [() => new Uint8Array(3), () => [1, 2, 3, 4], () => undefined];
    for (const source of sources) expect(dependableRandom(source as never)(4)).toHaveLength(4);
    expect(dependableRandom(undefined)(5)).toHaveLength(5);
  });
});
