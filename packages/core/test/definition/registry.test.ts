import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ResourceBinding } from "../../src/definition/binding.ts";
import { bundle } from "../../src/definition/bundle.ts";
import { createRegistry, type Registry } from "../../src/definition/registry.ts";

const never = (): never => {
  throw new Error("not called here");
};
const limits = { maxUriBytes: 2048, maxPageBytes: 1_048_576 };

function at(uri: string, fields: object = {}): ResourceBinding {
  return bundle({ uri, name: "n", ...fields }, { resolve: never, read: never });
}

function under(uriTemplate: string, fields: object = {}): ResourceBinding {
  return bundle({ uriTemplate, name: "n", ...fields }, { resolve: never, read: never });
}

function registryOf(...bindings: ResourceBinding[]): Registry<unknown> {
  return createRegistry({ bindings, limits });
}

/** A JavaScript caller's view. */
const untyped = createRegistry as (options: object) => Registry<unknown>;

describe("createRegistry", () => {
  it("[LST-1] sorts each kind by code unit", () => {
    const registry = registryOf(
      under("a:/z/{v}"),
      at("b:x"),
      at("a:~"),
      under("a:/Z/{v}"),
      at("a:B"),
      at("a:a"),
    );
    expect(registry.resources.map((entry) => entry.uri)).toEqual(["a:B", "a:a", "a:~", "b:x"]);
    expect(registry.templates.map((entry) => entry.uriTemplate)).toEqual(["a:/Z/{v}", "a:/z/{v}"]);
    expect(registry.templateOf("a:/z/{v}")?.uriTemplate).toBe("a:/z/{v}");
    expect(registry.templateOf("a:/z/{w}")).toBeUndefined();
  });

  it.each<[string, ResourceBinding, ResourceBinding, RegExp]>([
    [
      "the same URI",
      at("a:x"),
      at("a:x"),
      /"a:x" is registered by Contributor "one" and by Contributor "two"/,
    ],
    [
      "a scheme in another case",
      at("a:x"),
      at("A:x"),
      /"A:x" is registered .*"one".*"two".*\(as "a:x"\)/,
    ],
    [
      "variables under other names",
      under("a:/{v}/b"),
      under("A:/{w}/b"),
      /"A:\/\{w\}\/b".*"one".*"two"/,
    ],
  ])("[FN-5] [case Z14] %s from two sources fails, naming both", (_, first, second, message) => {
    const contributors = [
      { name: "one", bindings: [first] },
      { name: "two", bindings: new Set([second]) },
    ];
    expect(() => createRegistry({ contributors, limits })).toThrow(TypeError);
    expect(() => createRegistry({ contributors, limits })).toThrow(message);
  });

  it("[FN-5] the bindings option is one among peers", () => {
    expect(() =>
      createRegistry({
        bindings: [at("a:x")],
        contributors: [{ name: "c", bindings: [at("a:x")] }],
        limits,
      }),
    ).toThrow('is registered by the bindings option and by Contributor "c"');
    expect(() => registryOf(at("a:x"), at("a:x"))).toThrow("twice by the bindings option");
  });

  it("[FN-5] merges once: what a contributor does later changes nothing", () => {
    const bindings = [at("a:1")];
    let reads = 0;
    const contributor = {
      name: "c",
      get bindings() {
        reads += 1;
        return bindings;
      },
    };
    const registry = createRegistry({ contributors: [contributor], limits });
    bindings.push(at("a:2"));
    expect(reads).toBe(1);
    expect(registry.resources.map((entry) => [entry.uri, entry.contributor])).toEqual([
      ["a:1", 'Contributor "c"'],
    ]);
  });

  it.each<[string, unknown, RegExp]>([
    [
      "throws at once",
      {
        name: "c",
        get bindings() {
          throw new Error("db password");
        },
      },
      /Contributor "c": threw/,
    ],
    [
      "throws while iterated",
      {
        name: "c",
        *bindings() {
          yield at("a:1");
          throw new Error("x");
        },
      },
      /Contributor "c"/,
    ],
    [
      "yields a number",
      { name: "c", bindings: [1] },
      /Contributor "c": entry 0 is not a resource binding/,
    ],
    ["yields null", { name: "c", bindings: [at("a:1"), null] }, /Contributor "c": entry 1 is not/],
    [
      "yields a definition",
      { name: "c", bindings: [{ uri: "a:1", name: "n" }] },
      /Contributor "c": entry 0 is not/,
    ],
    [
      "yields an invalid definition",
      { name: "c", bindings: [{ definition: { uri: "x", name: "n" } }] },
      /Contributor "c": .*"x"/,
    ],
    [
      "yields a binding without read",
      { name: "c", bindings: [{ definition: { uri: "a:1", name: "n" }, resolve: never }] },
      /Contributor "c": .*"a:1".*"read" is missing/,
    ],
    ["has no bindings", { name: "c" }, /Contributor "c": bindings must be iterable/],
    [
      "has a string as bindings",
      { name: "c", bindings: "abc" },
      /Contributor "c": bindings must be iterable/,
    ],
    ["has no name", { bindings: [] }, /contributors: entry 0 has no name/],
    ["has an empty name", { name: "", bindings: [] }, /contributors: entry 0 has no name/],
    ["is null", null, /contributors: entry 0 is not an object/],
  ])(
    "[FN-5] a contributor that %s fails construction under its name",
    (_, contributor, message) => {
      expect(() => untyped({ contributors: [contributor], limits })).toThrow(TypeError);
      expect(() => untyped({ contributors: [contributor], limits })).toThrow(message);
    },
  );

  it("[LIM-2] a registered URI over maxUriBytes fails construction", () => {
    const tight = { ...limits, maxUriBytes: 51 };
    const exact = `a:${"x".repeat(49)}`;
    expect(createRegistry({ bindings: [at(exact)], limits: tight }).resources).toHaveLength(1);
    expect(() => createRegistry({ bindings: [at(`${exact}x`)], limits: tight })).toThrow(
      /maxUriBytes \(51\)/,
    );
    expect(() =>
      createRegistry({ bindings: [under(`a:/${"x".repeat(49)}/{v}`)], limits: tight }),
    ).toThrow(/maxUriBytes/);
  });

  it("[LST-2] a definition that could never fit a page fails construction", () => {
    const tight = { ...limits, maxPageBytes: 1024 };
    const overhead = JSON.stringify({ uri: "a:x", name: "n", description: "" }).length;
    const fits = at("a:x", { description: "x".repeat(1024 - 256 - overhead), cache: { ttlMs: 1 } });
    const over = at("a:x", { description: "x".repeat(1024 - 256 - overhead + 1) });
    expect(createRegistry({ bindings: [fits], limits: tight }).resources).toHaveLength(1);
    expect(() => createRegistry({ bindings: [over], limits: tight })).toThrow(
      /could never fit a page/,
    );
  });

  it("[LST-1] what a list shows is no object that policy sees, and leaves `cache` out", () => {
    const binding = at("a:x", { cache: { ttlMs: 1 }, _meta: { a: 1 } });
    const [entry] = registryOf(binding).resources;
    expect(entry?.listed).toEqual({ uri: "a:x", name: "n", _meta: { a: 1 } });
    expect(entry?.listed).not.toBe(entry?.definition);
    expect(Object.isFrozen(entry?.listed)).toBe(true);
    expect(entry?.listedBytes).toBe(JSON.stringify(entry?.listed).length);
  });

  it("[LST-4] the revision is SHA-256 of the definitions as sorted-key JSON, in any order of registration", async () => {
    const bindings = [
      at("a:x", { title: "é", _meta: { z: 1, a: [{ y: 1, b: null }] } }),
      under("a:/{v}"),
      at("A:0"),
    ];
    const json =
      '[{"name":"n","uri":"A:0"},{"_meta":{"a":[{"b":null,"y":1}],"z":1},"name":"n","title":"é","uri":"a:x"},' +
      '{"name":"n","uriTemplate":"a:/{v}"}]';
    const expected = createHash("sha256").update(json).digest("hex");
    const revisions = await Promise.all([
      registryOf(...bindings).revision(),
      registryOf(...bindings.toReversed()).revision(),
    ]);
    for (const revision of revisions) {
      expect(Buffer.from(revision).toString("hex")).toBe(expected);
    }
    const other = await registryOf(...bindings.slice(1)).revision();
    expect(Buffer.from(other).toString("hex")).not.toBe(expected);
  });

  it("[SDK-1] says whether some binding completes", () => {
    const completes = bundle(
      { uriTemplate: "a:/{v}", name: "n" },
      { resolve: never, read: never, complete: { v: () => [] } },
    );
    expect(registryOf(at("a:x"), completes).completes).toBe(true);
    expect(registryOf(at("a:x"), under("a:/{v}")).completes).toBe(false);
  });
});
