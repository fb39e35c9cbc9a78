import { inspect } from "node:util";
import { parseResourceUri } from "@org/resources-uri";
import { describe, expect, it } from "vitest";
import { PlanError } from "../../src/identity/construction.ts";
import {
  assertTarget,
  createTarget,
  isTarget,
  type TargetOptions,
} from "../../src/identity/target.ts";

const target = (options: object) => createTarget(options as TargetOptions);

describe("createTarget", () => {
  it("[TGT-1] makes an identity of URI and representation", () => {
    const made = target({ uri: "asset://p/a" });
    expect(made.uri).toBe("asset://p/a");
    expect(made.representation).toBe("");
    expect(made.authorizationData).toBeUndefined();
    expect(target({ uri: parseResourceUri("asset://p/a"), representation: "x" })).toMatchObject({
      uri: "asset://p/a",
      representation: "x",
    });
    expect(Object.isFrozen(made)).toBe(true);
  });

  it("[TGT-1] shows its private data to nobody who does not ask for it by name", () => {
    const made = target({ uri: "asset://p/a", authorizationData: { SECRET: ["SECRET"] } });
    expect(made.authorizationData).toEqual({ SECRET: ["SECRET"] });
    expect(JSON.stringify(made)).toBe('{"uri":"asset://p/a","representation":""}');
    expect(Object.keys(made)).toEqual(["uri", "representation"]);
    const shown = [
      inspect(made),
      inspect({ made }, { showHidden: true, getters: true, depth: 9 }),
      JSON.stringify({ ...made }),
      JSON.stringify(structuredClone(made)),
    ];
    for (const text of shown) expect(text).not.toContain("SECRET");
  });

  it("[TGT-1] copies private data, and refuses what is no plain JSON of 64 KiB", () => {
    const data = { rights: ["a"] };
    const made = target({ uri: "asset://p/a", authorizationData: data });
    data.rights.push("b");
    expect(made.authorizationData).toEqual({ rights: ["a"] });
    expect(Object.isFrozen(made.authorizationData)).toBe(true);
    expect(Object.getPrototypeOf(made.authorizationData)).toBeNull();
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    const accessor = {
      get a() {
        return 1;
      },
    };
    const tooDeep: unknown = JSON.parse(`${"[".repeat(65)}${"]".repeat(65)}`);
    const bad = [cycle, accessor, tooDeep, Number.NaN, () => 1, new Date(), "x".repeat(65_535)];
    for (const authorizationData of bad) {
      expect(() => target({ uri: "asset://p/a", authorizationData })).toThrow(PlanError);
    }
    expect(target({ uri: "a:b", authorizationData: "x".repeat(65_534) })).toBeDefined();
    const proto: unknown = JSON.parse('{"__proto__":{"polluted":1}}');
    const kept = target({ uri: "a:b", authorizationData: proto });
    expect(Object.keys(kept.authorizationData as object)).toEqual(["__proto__"]);
    expect({}).not.toHaveProperty("polluted");
  });

  it("[TGT-1] takes only URIs, of at most 8192 bytes", () => {
    expect(target({ uri: `a:${"x".repeat(8190)}` }).uri).toHaveLength(8192);
    for (const uri of [
      `a:${"x".repeat(8191)}`,
      "p/a",
      "",
      "a:é",
      1,
      null,
      undefined,
      {},
      "a://u@h/",
    ]) {
      expect(() => target({ uri })).toThrow(PlanError);
    }
    for (const representation of [1, null, "\ud800"]) {
      expect(() => target({ uri: "a:b", representation })).toThrow(PlanError);
    }
    expect(() => target(undefined as unknown as object)).toThrow(PlanError);
  });

  it("[TGT-2] is told from look-alikes, and from another copy's work", () => {
    const made = target({ uri: "a:b" });
    expect(isTarget(made)).toBe(true);
    const lookAlikes = [
      { ...made },
      structuredClone(made),
      Object.create(made),
      new Proxy(made, {}),
    ];
    for (const lookAlike of lookAlikes) expect(isTarget(lookAlike)).toBe(false);
    expect(() => {
      assertTarget({ ...made }, "item 3");
    }).toThrow(
      "item 3: a target is made by createTarget alone; got an object that it did not make",
    );
    const foreign = { [Symbol.for("@org/resources-core/constructed")]: "target", uri: "a:b" };
    expect(() => {
      assertTarget(foreign, "item 3");
    }).toThrow("this target was built by another copy of @org/resources-core");
  });
});
