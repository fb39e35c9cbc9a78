import { describe, expect, it } from "vitest";

import { parseResourceTemplate } from "../src/index.ts";

describe("matching", () => {
  it.each([
    ["x://h/{id}", "x://h/7", { id: "7" }],
    ["x://h/{id}", "X://h/7", { id: "7" }],
    ["X://h/{id}", "x://h/7", { id: "7" }],
    ["x://h/{id}", "x://h/a+b", { id: "a+b" }],
    ["x://h/{id}", "x://h/%252F", { id: "%2F" }],
    ["x://h/{id}", "x://h/%C3%A9%F0%9F%98%80", { id: "é\u{1F600}" }],
    ["x://h/{id}", "x://h/%EF%BB%BF", { id: "\uFEFF" }],
    ["x://h/{id}", "x://h/...", { id: "..." }],
    ["x://h/{id}", "x://h/!$&'()*+,;=:@", { id: "!$&'()*+,;=:@" }],
    ["x://h/{id}", "x://h/%00a".replace("%00", "%01"), { id: "\u0001a" }],
    ["x://h/{a}/b/{c}?q#f", "x://h/1/b/2?q#f", { a: "1", c: "2" }],
    ["x:{id}", "x:a:b", { id: "a:b" }],
    ["x://h/{id}/", "x://h/7/", { id: "7" }],
  ])("[TPL-3] [TPL-4] %s matches %s", (template, uri, variables) => {
    expect(parseResourceTemplate(template).match(uri)).toEqual({ ok: true, variables });
  });

  it.each([
    ["x://h/{id}", "x://h/"],
    ["x://h/{id}", "x://h"],
    ["x://h/{id}", "x://h/a/b"],
    ["x://h/{id}", "x://h/a/"],
    ["x://h/{id}", "x://H/a"],
    ["x://h/{id}", "y://h/a"],
    ["x://h/{id}", "x://h/a?"],
    ["x://h/{id}", "x://h/a#"],
    ["x://h/{id}?q", "x://h/a"],
    ["x://h/{id}?q", "x://h/a?q=1"],
    ["x://h/{id}?q", "x://h/a?Q"],
    ["x://h/{id}", "x://h/a b"],
    ["x://h/{id}", "x://h/é"],
    ["x://h/{id}", "x://h/{id}"],
    ["x://h/{id}", "x://h/[a]"],
    ["x://h/{id}", "x://h/\uD800"],
    ["x://h/{id}", "x://h/a\n"],
    ["x://h/{a}/{b}", "x://h/%zz/a b"],
    ["x:/{id}", "x://a"],
    ["x:{id}", "x:/a"],
    ["k:{id}", "\u212A:a"],
    ["x://h/{id}", ""],
  ])("[TPL-3] %s does not match %j", (template, uri) => {
    expect(parseResourceTemplate(template).match(uri)).toEqual({ ok: false, code: "no_match" });
  });

  it.each([
    ["x://h/{a}/{b}", "x://h/%2F/%zz", "a"],
    ["x://h/{a}/{b}", "x://h/1/%zz", "b"],
    ["x://h/{a}", "x://h/%", "a"],
    ["x://h/{a}", "x://h/%C3", "a"],
    ["x://h/{a}", "x://h/%ED%A0%80", "a"],
    ["x://h/{a}", "x://h/%2e", "a"],
    ["x://h/{a}", "x://h/..", "a"],
    ["x://h/{a}", "x://h/%00", "a"],
    ["x://h/{a}", "x://h/x%5cy", "a"],
    ["x://h/{__proto__}", "x://h/%2F", "__proto__"],
  ])("[TPL-4] %s: the value in %s may not be captured", (template, uri, variable) => {
    expect(parseResourceTemplate(template).match(uri)).toEqual({
      ok: false,
      code: "invalid_capture",
      variable,
    });
  });

  it("[TPL-4] [URI-9] an over-long URI is no match, an over-long canonical form no capture", () => {
    const template = parseResourceTemplate("x://h/{a}", { maxBytes: 12 });
    expect(template.match("x://h/abcdef")).toMatchObject({ ok: true });
    expect(template.match("x://h/abcdefg")).toEqual({ ok: false, code: "no_match" });
    expect(template.match("x://h/!!")).toMatchObject({ ok: true });
    expect(template.match("x://h/!!!")).toEqual({ ok: false, code: "invalid_capture" });
  });

  it("[TPL-6] captures are null-prototype and frozen, whatever their names", () => {
    const match = parseResourceTemplate("x://h/{__proto__}/{toString}").match("x://h/1/2");
    if (!match.ok) throw new Error("no match");
    expect(Object.getPrototypeOf(match.variables)).toBeNull();
    expect(Object.isFrozen(match.variables)).toBe(true);
    expect(Object.entries(match.variables)).toEqual([
      ["__proto__", "1"],
      ["toString", "2"],
    ]);
    expect(Object.hasOwn(Object.prototype, "1")).toBe(false);
  });

  it("match takes strings alone", () => {
    expect(() => parseResourceTemplate("x://h/{a}").match(7 as never)).toThrow(TypeError);
  });
});
