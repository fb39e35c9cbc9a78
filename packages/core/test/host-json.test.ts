import { describe, expect, it } from "vitest";
import { copyHostJson, copyHostJsonObject, HostJsonError } from "../src/host-json.ts";
import type { HostJsonFault } from "../src/host-json.ts";

const copy = (value: unknown, maxBytes = 65_536): unknown =>
  copyHostJson(value, { name: "_meta", maxBytes }).value;

function boom(): never {
  throw new Error("trap");
}

function faultOf(run: () => unknown): { fault: HostJsonFault; path: string } {
  try {
    run();
  } catch (error) {
    if (error instanceof HostJsonError) return { fault: error.fault, path: error.path };
    throw error;
  }
  throw new Error("nothing was refused");
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

describe("copyHostJson", () => {
  it("copies deep, freezes the copy and forgets the original", () => {
    const original = { list: [{ deep: "x" }], n: 1 };
    const held = copy(original) as typeof original;
    original.list[0]!.deep = "changed";
    original.list.push({ deep: "more" });
    expect(held).toEqual({ list: [{ deep: "x" }], n: 1 });
    for (const part of [held, held.list, held.list[0]]) expect(Object.isFrozen(part)).toBe(true);
    expect(Object.getPrototypeOf(held)).toBeNull();
    expect(Object.getPrototypeOf(held.list[0])).toBeNull();
  });

  it("makes __proto__, constructor and toString ordinary data", () => {
    const hostile: unknown = JSON.parse(
      '{"__proto__":{"polluted":true},"constructor":1,"toString":2}',
    );
    const held = copy(hostile) as Record<string, unknown>;
    expect(Object.keys(held)).toEqual(["__proto__", "constructor", "toString"]);
    expect(held["polluted"]).toBeUndefined();
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(JSON.stringify(held)).toBe(JSON.stringify(hostile));
  });

  it("leaves out what JSON leaves out: undefined, symbols, hidden and inherited members", () => {
    const value = Object.create(Object.prototype, {
      seen: { value: 1, enumerable: true },
      hidden: { value: 2, enumerable: false },
      hiddenGetter: { get: () => 3, enumerable: false },
      absent: { value: undefined, enumerable: true },
    }) as object;
    Object.assign(value, { [Symbol("s")]: 4 });
    expect(JSON.stringify(copy(value))).toBe('{"seen":1}');
  });

  it("accepts 64 levels and refuses 65 (and 100 000, without a stack overflow) [case X12]", () => {
    expect(copy(nested(64))).toBeDefined();
    expect(faultOf(() => copy(nested(65))).fault).toBe("too_deep");
    expect(faultOf(() => copy(nested(100_000), 10_000_000)).fault).toBe("too_deep");
  });

  it.each<[string, unknown, HostJsonFault, string]>([
    [
      "a getter",
      {
        a: {
          get b() {
            return 1;
          },
        },
      },
      "accessor",
      "_meta.a.b",
    ],
    ["a setter", { set a(_: unknown) {} }, "accessor", "_meta.a"],
    ["NaN", [1, Number.NaN], "not_finite", "_meta[1]"],
    ["infinity", { "a b": -Infinity }, "not_finite", '_meta["a b"]'],
    ["a bigint", { a: 1n }, "not_json", "_meta.a"],
    ["a function", { a: () => 1 }, "not_json", "_meta.a"],
    ["a symbol", [Symbol("x")], "not_json", "_meta[0]"],
    ["undefined itself", undefined, "not_json", "_meta"],
    ["undefined in an array", [undefined], "not_json", "_meta[0]"],
    ["a hole", [1, , 2], "not_json", "_meta[1]"], // oxlint-disable-line no-sparse-arrays
    ["a date", { at: new Date(0) }, "not_json", "_meta.at"],
    ["a map", new Map(), "not_json", "_meta"],
    ["bytes", { a: new Uint8Array(2) }, "not_json", "_meta.a"],
    ["toJSON", { toJSON: () => "x" }, "not_json", "_meta.toJSON"],
  ])("refuses %s, naming where", (_, value, fault, path) => {
    expect(faultOf(() => copy(value))).toEqual({ fault, path });
  });

  it("refuses a cycle but copies a shared value twice", () => {
    const shared = { a: 1 };
    expect(copy([shared, shared])).toEqual([{ a: 1 }, { a: 1 }]);
    const cycle: { self?: unknown } = {};
    cycle.self = [cycle];
    expect(faultOf(() => copy(cycle))).toEqual({ fault: "cycle", path: "_meta.self[0]" });
  });

  it("stops a shared value that would grow exponentially", () => {
    let value: unknown = "x".repeat(100);
    for (let level = 0; level < 60; level += 1) value = [value, value];
    expect(faultOf(() => copy(value)).fault).toBe("too_large");
  });

  it("counts bytes exactly, at the boundary", () => {
    const value = { 'é"': "\ud800\n", b: [1.5, -0, true, false, null, {}, []] };
    const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
    expect(copyHostJson(value, { name: "v", maxBytes: bytes }).bytes).toBe(bytes);
    expect(faultOf(() => copy(value, bytes - 1)).fault).toBe("too_large");
  });

  it("refuses hostile sizes without reading them", () => {
    let reads = 0;
    const endless = new Proxy([] as unknown[], {
      get: (target, key) => (key === "length" ? 2 ** 31 : (Reflect.get(target, key) as unknown)),
      getOwnPropertyDescriptor: () => {
        reads += 1;
        return undefined;
      },
    });
    expect(faultOf(() => copy(endless)).fault).toBe("too_large");
    expect(reads).toBe(0);
    expect(faultOf(() => copy("x".repeat(10_000_000))).fault).toBe("too_large");
  });

  it("survives proxies: throwing traps, revoked ones, lying lengths", () => {
    for (const handler of [
      { ownKeys: boom },
      { getPrototypeOf: boom },
      { getOwnPropertyDescriptor: boom },
    ]) {
      expect(faultOf(() => copy(new Proxy({ a: 1 }, handler))).fault).toBe("unreadable");
    }
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    expect(faultOf(() => copy(revoked.proxy)).fault).toBe("unreadable");
    for (const length of ["2", -1, 1.5, Number.NaN, {}]) {
      const lying = new Proxy([] as unknown[], { get: () => length });
      expect(faultOf(() => copy(lying)).fault).toBe("not_json");
    }
  });

  it("asks a changing proxy once and keeps that answer", () => {
    let turn = 0;
    const changing = new Proxy(
      { a: 0 },
      {
        getOwnPropertyDescriptor: () => {
          turn += 1;
          return { value: turn, enumerable: true, configurable: true, writable: true };
        },
      },
    );
    expect(copy(changing)).toEqual({ a: 1 });
    expect(turn).toBe(1);
  });

  it("keeps messages short whatever the keys are", () => {
    const value = { ["k".repeat(10_000)]: { ["q".repeat(10_000)]: 1n } };
    expect(() => copy(value)).toThrow(/^.{10,300}$/s);
  });

  it("copyHostJsonObject takes objects alone", () => {
    expect(copyHostJsonObject({ a: 1 }, { name: "m", maxBytes: 100 }).bytes).toBe(7);
    for (const value of [null, [], "x", 1]) {
      expect(faultOf(() => copyHostJsonObject(value, { name: "m", maxBytes: 100 })).fault).toBe(
        "not_an_object",
      );
    }
  });
});
