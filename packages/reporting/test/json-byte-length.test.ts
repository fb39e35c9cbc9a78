import { constants } from "node:buffer";
import { describe, expect, test } from "vitest";
import { jsonByteLength } from "../src/index.ts";

const stringified = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The members that `size` reads, in order. */
function membersRead(value: object, size: (value: object) => unknown): string[] {
  const read: string[] = [];
  size(
    new Proxy(value, {
      get: (target, key, receiver): unknown => {
        if (typeof key === "string" && key !== "toJSON" && key !== "length") read.push(key);
        return Reflect.get(target, key, receiver);
      },
    }),
  );
  return read;
}

/** An object that changes while it is read. */
function shifting(): object {
  const value: Record<string, unknown> = {
    get a() {
      delete value["b"];
      value["d"] = "late";
      return 1;
    },
    b: 2,
    c: 3,
  };
  return value;
}

describe("jsonByteLength", () => {
  test.each([
    ["null", null],
    ["booleans", [true, false]],
    ["numbers", [0, -0, 1.5, -1e-7, 1e21, 5e-324, 2 ** 53]],
    ["numbers without JSON", [Number.NaN, Number.POSITIVE_INFINITY]],
    ["nothing inside", [[], {}, "", [[]], { a: {} }]],
    ["members that JSON leaves out", { a: undefined, b: () => 1, c: Symbol("c"), d: 1 }],
    ["only members that JSON leaves out", { a: undefined, b: undefined }],
    ["elements that JSON has no value for", [undefined, () => 1, Symbol("s")]],
    ["holes", Object.assign([], { 3: 1, extra: 2 })],
    ["keys with escapes", { 'a"b': 1, "\ud800": 2, é: 3, "": 4, "\n": 5 }],
    ["symbol keys", { [Symbol("s")]: 1, a: 2 }],
    ["an own __proto__", JSON.parse('{"__proto__":{"a":1},"b":2}')],
    ["no prototype", Object.assign(Object.create(null), { a: 1 })],
    ["inherited members", Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true } })],
    ["hidden members", Object.defineProperty({ a: 1 }, "hidden", { value: 2 })],
    ["a date", new Date(0)],
    ["an invalid date", new Date(Number.NaN)],
    ["boxes", [Object(1), Object("x\n"), Object(false), Object(Number.NaN)]],
    ["a box that changes its mind", Object.assign(Object("x"), { toString: () => "longer" })],
    ["a number box that changes its mind", Object.assign(Object(1), { valueOf: () => 12_345 })],
    ["a boolean box that cannot", Object.assign(Object(false), { valueOf: () => true })],
    ["a tag that lies", Object.assign(Object.create({ [Symbol.toStringTag]: "Number" }), { a: 1 })],
    ["a map, an error, bytes", [new Map([[1, 2]]), new Error("e"), new Uint8Array([7, 8])]],
    ["a proxy of an array", new Proxy([1, [2]], {})],
  ])("[RPT-6] %s", (_, value) => {
    expect(jsonByteLength(value)).toBe(stringified(value));
  });

  test("[RPT-6] toJSON gets the key and its result is taken, once", () => {
    const keys: string[] = [];
    const told = {
      toJSON(key: string): unknown {
        keys.push(key);
        return { toJSON: () => "not asked again", key };
      },
    };
    expect(jsonByteLength(told)).toBe(stringified(told));
    expect(jsonByteLength({ a: told, list: [0, told] })).toBe(
      stringified({ a: told, list: [0, told] }),
    );
    expect(keys).toEqual(["", "", "a", "1", "a", "1"]);
    expect(
      jsonByteLength({ a: { toJSON: () => undefined }, b: [{ toJSON: () => undefined }] }),
    ).toBe(stringified({ a: { toJSON: () => undefined }, b: [{ toJSON: () => undefined }] }));
  });

  test("[RPT-6] members are read in enumeration order, each once", () => {
    for (const value of [{ b: 1, 10: 2, a: 3, 2: 4 }, ["x", "y"], {}]) {
      expect(membersRead(value, jsonByteLength)).toEqual(membersRead(value, JSON.stringify));
    }
    expect(membersRead({ b: 1, 10: 2, a: 3, 2: 4 }, jsonByteLength)).toEqual(["2", "10", "b", "a"]);
  });

  test("[RPT-6] keys are those of the start; values those of the moment", () => {
    expect(jsonByteLength(shifting())).toBe(JSON.stringify(shifting()).length);
  });

  test("[RPT-6] what JSON.stringify refuses is refused", () => {
    const cycle: { self?: unknown } = {};
    cycle.self = [cycle];
    const boxed: unknown = Object(1n);
    for (const value of [cycle, 1n, [1n], boxed, { a: boxed }]) {
      expect(() => JSON.stringify(value)).toThrow(TypeError);
      expect(() => jsonByteLength(value)).toThrow(TypeError);
    }
  });

  test("[RPT-6] what JSON.stringify gives no text for is refused", () => {
    for (const value of [undefined, () => 1, Symbol("s"), { toJSON: () => undefined }]) {
      expect(JSON.stringify(value)).toBeUndefined();
      expect(() => jsonByteLength(value)).toThrow(TypeError);
    }
  });

  test("[RPT-6] the same object twice is no cycle", () => {
    const shared = { a: [1] };
    expect(jsonByteLength([shared, shared, { again: shared }])).toBe(
      stringified([shared, shared, { again: shared }]),
    );
  });

  test("[RPT-6] a bigint's toJSON is asked, where a program has given it one", () => {
    const prototype = BigInt.prototype as { toJSON?: unknown };
    prototype.toJSON = function (this: bigint): string {
      return `${this}n`;
    };
    try {
      expect(jsonByteLength([1n, { a: 123n }])).toBe(stringified([1n, { a: 123n }]));
    } finally {
      delete prototype.toJSON;
    }
  });

  test.skipIf(!("rawJSON" in JSON))("[RPT-6] raw JSON counts as it is written", () => {
    const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };
    expect(jsonByteLength([rawJSON("1e1000"), { a: rawJSON('"é"') }])).toBe(
      stringified([rawJSON("1e1000"), { a: rawJSON('"é"') }]),
    );
    expect(jsonByteLength(rawJSON("12345678901234567890"))).toBe(
      stringified(rawJSON("12345678901234567890")),
    );
  });

  test("[RPT-6] depth is no matter: it is not recursive", () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 200_000; depth++) deep = depth % 2 === 0 ? [deep] : { a: deep };
    expect(jsonByteLength(deep)).toBe(1 + 100_000 * 2 + 100_000 * 6);
  });

  test("[RPT-6] no string is built: sizes go beyond the longest string there can be", () => {
    const text = "\u0001".repeat(10_000_000);
    const value = { list: Array.from({ length: 10 }, () => text) };
    const size = jsonByteLength(value);
    expect(size).toBe('{"list":[]}'.length + 9 + 10 * (60_000_000 + 2));
    expect(size).toBeGreaterThan(constants.MAX_STRING_LENGTH);
  });
});
