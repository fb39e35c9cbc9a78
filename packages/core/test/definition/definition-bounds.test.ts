import { RESOURCE_READ_META_KEY } from "@org/resources-reporting";
import { describe, expect, it } from "vitest";
import { createDefinition } from "../../src/definition/create-definition.ts";

const base = { uri: "a:x", name: "x" };
const KIB_64 = 65_536;

function messageOf(fields: object): string {
  try {
    createDefinition(fields);
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
  return "accepted";
}

describe("a definition's bounds", () => {
  it("[DEF-1] [LIM-2] 64 KiB as JSON pass, one byte more does not", () => {
    const empty = JSON.stringify({ ...base, description: "" }).length;
    const full = { ...base, description: "x".repeat(KIB_64 - empty) };
    expect(new TextEncoder().encode(JSON.stringify(createDefinition(full)))).toHaveLength(KIB_64);
    expect(messageOf({ ...full, title: "" })).toMatch(/"a:x".* is too large as JSON/);
    expect(messageOf({ ...full, description: `${full.description}x` })).toMatch(/too large/);
    // Bytes, not characters.
    const wide = { ...base, description: "é".repeat((KIB_64 - empty) / 2 + 1) };
    expect(messageOf(wide)).toMatch(/too large/);
  });

  it("[DEF-1] a URI of 8192 bytes is one, and a message about a long one is short", () => {
    const uri = `a:${"x".repeat(8190)}`;
    expect(createDefinition({ uri, name: "x" }).uri).toBe(uri);
    const over = messageOf({ uri: `${uri}x`, name: "x" });
    expect(over).toMatch(/^Resource definition "a:x{198}…": .*8192/);
    expect(over.length).toBeLessThan(400);
    const uriTemplate = `a:/${"x".repeat(8185)}/{v}`;
    expect(createDefinition({ uriTemplate, name: "x" }).uriTemplate).toBe(uriTemplate);
    expect(messageOf({ uriTemplate: `${uriTemplate}/x`, name: "x" })).toMatch(/8192/);
    expect(messageOf({ ...base, [`k${"x".repeat(5000)}`]: 1 }).length).toBeLessThan(400);
  });

  it.each<[string, object, RegExp]>([
    ["the reserved key", { [RESOURCE_READ_META_KEY]: {} }, /_meta: the key .* is reserved/],
    ["a key of the protocol", { progressToken: 1 }, /_meta: the key "progressToken" is reserved/],
    ["a prefix of the protocol", { "io.modelcontextprotocol/x": 1 }, /_meta: .* reserved/],
    ["no key at all", { "not a key": 1 }, /_meta: the key "not a key" is no valid key name/],
  ])("[DEF-1] [case X6] %s in `_meta` is refused, of resource and template", (_, meta, message) => {
    expect(messageOf({ ...base, _meta: meta })).toMatch(/^Resource definition "a:x"/);
    expect(messageOf({ ...base, _meta: meta })).toMatch(message);
    expect(messageOf({ uriTemplate: "a:/{v}", name: "x", _meta: meta })).toMatch(message);
  });

  it("[DEF-1] `_meta` may nest 64 levels, the definition's own included, and not one more", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 62; level += 1) deep = { a: deep };
    expect(messageOf({ ...base, _meta: { deep } })).toBe("accepted");
    expect(messageOf({ ...base, _meta: { deep: [deep] } })).toMatch(/deeper than 64 levels/);
  });

  it.each<[string, object]>([
    ["title", { title: ["x"] }],
    ["description", { description: 1 }],
    ["mimeType", { mimeType: null }],
    ["icons", { icons: { src: "data:," } }],
    ["icons.0.src", { icons: [{ src: "https:example.org/i.png" }] }],
    ["icons.0.src", { icons: [{ src: "//example.org/i.png" }] }],
    ["icons.0.src", { icons: [{ src: " data:," }] }],
    ["icons.0.mimeType", { icons: [{ src: "data:,", mimeType: 1 }] }],
    ["icons.0.sizes", { icons: [{ src: "data:,", sizes: "any" }] }],
    ["icons.0.theme", { icons: [{ src: "data:,", theme: "sepia" }] }],
    ["annotations.lastModified", { annotations: { lastModified: "2026-13-01T00:00:00Z" } }],
    ["annotations.lastModified", { annotations: { lastModified: "2026-11-30T10:00:00" } }],
    ["annotations.audience", { annotations: { audience: "user" } }],
    ["annotations.priority", { annotations: { priority: "1" } }],
    ["size", { size: 2 ** 53 }],
    ["size", { size: "1" }],
    ["cache.ttlMs", { cache: { ttlMs: 0.5 } }],
    ["cache", { cache: { ttl: 1 } }],
    ["cache", { cache: null }],
  ])("[DEF-1] names %s", (field, fields) => {
    expect(messageOf({ ...base, ...fields })).toContain(`"a:x": ${field}`);
  });

  it.each<[string, object]>([
    ["an icon in capitals", { icons: [{ src: "HTTPS://example.org/i.png" }, { src: "DATA:," }] }],
    ["a date with an offset", { annotations: { lastModified: "2026-11-30T10:00:00.123+05:30" } }],
    ["the least and the most priority", { annotations: { priority: 0, audience: [] } }],
    ["a MIME type of any form", { mimeType: "" }],
    ["a MIME type of no form", { mimeType: "\u{1f600} / ; =" }],
    ["any text as a name", { name: " " }],
    ["members that are undefined", { title: undefined, icons: undefined, cache: undefined }],
  ])("[DEF-1] accepts %s", (_, fields) => {
    expect(messageOf({ ...base, ...fields })).toBe("accepted");
  });
});
