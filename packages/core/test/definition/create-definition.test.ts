import { describe, expect, it } from "vitest";
import { createDefinition } from "../../src/definition/create-definition.ts";

const full = {
  uri: "asset://p/1",
  name: "one",
  title: "One",
  description: "The first",
  mimeType: "anything at all",
  icons: [
    { src: "https://example.org/i.png", mimeType: "image/png", sizes: ["16x16"], theme: "dark" },
  ],
  annotations: {
    audience: ["user", "assistant"],
    priority: 1,
    lastModified: "2026-11-30T10:00:00Z",
  },
  size: 0,
  _meta: { "example.org/x": { deep: [1, null] }, ui: {} },
  cache: { ttlMs: 1000, cacheScope: "public" },
};

describe("createDefinition", () => {
  it("[DEF-1] copies every field, deep and frozen, and forgets the original", () => {
    const original = structuredClone(full);
    const definition = createDefinition(original);
    original.annotations.priority = 0;
    original["_meta"].ui = { changed: true };
    original.icons.length = 0;
    expect(definition).toEqual(full);
    expect(Object.isFrozen(definition.icons?.[0]?.sizes)).toBe(true);
    expect(Object.getPrototypeOf(definition)).toBeNull();
  });

  it("[DEF-1] takes a template, without a size", () => {
    const { uri: _, size: __, ...rest } = full;
    const template = { ...rest, uriTemplate: "asset://p/{id}" };
    expect(createDefinition(template)).toEqual(template);
    expect(() => createDefinition({ ...template, size: 1 })).toThrow(/asset:\/\/p\/\{id\}.*size/);
  });

  it.each<[string, object, RegExp]>([
    ["no identifier", { uri: undefined }, /"one".*exactly one of uri and uriTemplate/],
    ["both identifiers", { uriTemplate: "asset://p/{id}" }, /exactly one of uri and uriTemplate/],
    ["an empty name", { name: "" }, /asset:\/\/p\/1.*name/],
    ["no name", { name: undefined }, /asset:\/\/p\/1.*name/],
    ["a number as title", { title: 1 }, /title/],
    ["a priority over 1", { annotations: { priority: 1.01 } }, /annotations\.priority/],
    ["a negative priority", { annotations: { priority: -0.1 } }, /annotations\.priority/],
    ["a date without time", { annotations: { lastModified: "2026-11-30" } }, /lastModified/],
    ["an unknown audience", { annotations: { audience: ["robot"] } }, /annotations\.audience\.0/],
    ["null annotations [case R6]", { annotations: null }, /annotations/],
    ["null _meta [case R6]", { _meta: null }, /_meta/],
    ["a list as _meta", { _meta: [] }, /_meta/],
    ["an icon of a script", { icons: [{ src: "javascript:alert(1)" }] }, /icons\.0\.src/],
    ["an icon without src", { icons: [{}] }, /icons\.0\.src/],
    ["a negative size", { size: -1 }, /size/],
    ["a fractional size", { size: 1.5 }, /size/],
    ["a negative ttl", { cache: { ttlMs: -1 } }, /cache\.ttlMs/],
    ["an unknown cache scope", { cache: { cacheScope: "shared" } }, /cache\.cacheScope/],
    ["a misspelt field", { mimetype: "text/plain" }, /no field "mimetype"/],
    ["a misspelt annotation", { annotations: { prio: 1 } }, /annotations/],
    ["not-a-number", { size: Number.NaN }, /size is not a finite number/],
    [
      "a getter in _meta",
      {
        _meta: {
          get a() {
            return 1;
          },
        },
      },
      /_meta\.a is a getter/,
    ],
    ["a relative URI [case N4]", { uri: "users/me" }, /users\/me/],
    ["a raw é [case U11]", { uri: "asset://p/é" }, /%C3%A9/],
    ["a reserved scheme", { uri: "mcp-warning://read/1" }, /mcp-warning/],
    ["over 64 KiB", { description: "x".repeat(65_536) }, /too large/],
  ])("[DEF-1] refuses %s, naming definition and field", (_, fields, message) => {
    expect(() => createDefinition({ ...full, ...fields })).toThrow(TypeError);
    expect(() => createDefinition({ ...full, ...fields })).toThrow(message);
  });

  it.each(["asset://p/{+id}", "asset://p/{a}{b}", "asset://p/x", "asset://p/{a}/{a}"])(
    "[DEF-1] refuses the template %s",
    (uriTemplate) => {
      expect(() => createDefinition({ uriTemplate, name: "t" })).toThrow(TypeError);
    },
  );

  it("[DEF-1] reads each field once: getters and proxies change nothing later", () => {
    let turn = 0;
    const changing = {
      uri: "asset://p/1",
      get name() {
        turn += 1;
        return `name-${turn}`;
      },
    };
    expect(createDefinition(changing).name).toBe("name-1");
    expect(turn).toBe(1);
  });

  it("[DEF-1] refuses what is no object at all", () => {
    for (const nothing of [undefined, null, "x", 1]) {
      expect(() => createDefinition(nothing)).toThrow(TypeError);
    }
  });
});
