import { describe, expect, it } from "vitest";

import { parseResourceTemplate, ResourceTemplateError } from "../src/index.ts";

function faultOf(template: unknown, maxBytes?: number): object | undefined {
  try {
    parseResourceTemplate(template as string, { maxBytes });
    return undefined;
  } catch (error) {
    if (!ResourceTemplateError.is(error)) throw error;
    const { code, offset, message, variable } = error;
    return variable === undefined ? { code, offset, message } : { code, offset, message, variable };
  }
}

describe("parsing", () => {
  it.each([
    ["x://h/{id}", ["id"]],
    ["x:{id}", ["id"]],
    ["x:/{id}", ["id"]],
    ["x:///{id}", ["id"]],
    ["X://H/{a}/b/{C_9}?q=1#f", ["a", "C_9"]],
    ["x://h/{__proto__}/{constructor}", ["__proto__", "constructor"]],
    ["x://h//{id}/", ["id"]],
    ["urn:a:b/{id}", ["id"]],
  ])("[TPL-1] %s is a template", (template, names) => {
    const parsed = parseResourceTemplate(template);
    expect(parsed).toMatchObject({ uriTemplate: template, variableNames: names });
  });

  it.each([
    ["x://h/a", "no_variable", 0, "'x://h/a' has no {variable}: it is a URI, register it as one"],
    ["x://h/{a", "unbalanced_brace", 6, "'{' has no partner: a variable is written {name}"],
    ["x://h/a}", "unbalanced_brace", 7, "'}' has no partner: a variable is written {name}"],
    ["x://h/{a{b}", "unbalanced_brace", 6, "'{' has no partner: a variable is written {name}"],
    ["x://h/{a}}", "unbalanced_brace", 9, "'}' has no partner: a variable is written {name}"],
    [
      "x://h/{+a}",
      "unsupported_operator",
      6,
      "the operator of '{+a}' is not supported: only {name} is, for a whole path segment",
    ],
    [
      "x://h/{a,b}",
      "variable_list",
      6,
      "'{a,b}' lists variables: write one {name} for each path segment",
    ],
    [
      "x://h/{a*}",
      "explode_modifier",
      6,
      "'{a*}' explodes a value, which is not supported: write {name}",
    ],
    [
      "x://h/{a:3}",
      "prefix_modifier",
      6,
      "'{a:3}' cuts a value, which is not supported: write {name}",
    ],
    [
      "x://h/{a-b}",
      "invalid_name",
      6,
      "'{a-b}' is no variable: a name is made of letters, digits and '_', and starts with no digit",
    ],
    [
      "x://h/{9a}",
      "invalid_name",
      6,
      "'{9a}' is no variable: a name is made of letters, digits and '_', and starts with no digit",
    ],
    [
      "x://h/{é}",
      "invalid_name",
      6,
      "'{é}' is no variable: a name is made of letters, digits and '_', and starts with no digit",
    ],
    [
      "x://h/{}",
      "invalid_name",
      6,
      "'{}' is no variable: a name is made of letters, digits and '_', and starts with no digit",
    ],
    [
      "x://h/a{b}",
      "partial_segment",
      7,
      "{b} is a part of a path segment: it must be the whole, as in /{b}/",
      "b",
    ],
    [
      "x://h/{a}{b}",
      "partial_segment",
      6,
      "{a} is a part of a path segment: it must be the whole, as in /{a}/",
      "a",
    ],
    [
      "x://h/{a}.txt",
      "partial_segment",
      6,
      "{a} is a part of a path segment: it must be the whole, as in /{a}/",
      "a",
    ],
    [
      "x:a{b}",
      "partial_segment",
      3,
      "{b} is a part of a path segment: it must be the whole, as in /{b}/",
      "b",
    ],
    [
      "x://h/{a}/{a}",
      "repeated_name",
      10,
      "'{a}' stands in the template twice: give each variable a name of its own",
      "a",
    ],
    [
      "{s}://h/{a}",
      "variable_in_scheme",
      0,
      "{s} stands in the scheme: variables are supported in the path only",
      "s",
    ],
    [
      "x://{h}/a",
      "variable_in_authority",
      4,
      "{h} stands in the authority: variables are supported in the path only",
      "h",
    ],
    [
      "x://h{id}",
      "variable_in_authority",
      5,
      "{id} stands in the authority: variables are supported in the path only",
      "id",
    ],
    [
      "x://h:{port}/a",
      "variable_in_authority",
      6,
      "{port} stands in the authority: variables are supported in the path only",
      "port",
    ],
    [
      "x://h/a?q={q}",
      "variable_in_query",
      10,
      "{q} stands in the query: variables are supported in the path only",
      "q",
    ],
    [
      "x://h/a#{f}",
      "variable_in_fragment",
      8,
      "{f} stands in the fragment: variables are supported in the path only",
      "f",
    ],
    [
      "x://h/a#b?{f}",
      "variable_in_fragment",
      10,
      "{f} stands in the fragment: variables are supported in the path only",
      "f",
    ],
    [
      "users/{id}",
      "not_absolute",
      5,
      "'users/{id}' is not absolute: start with a scheme and ':', as in asset://project/7",
    ],
    ["x://h/a b/{id}", "invalid_character", 7, "' ' is not allowed in a URI: write %20"],
    [
      "x://h/../{id}",
      "dot_segment",
      6,
      "the path segment '..' is a dot segment: write the path without it",
    ],
    [
      "x://u@h/{id}",
      "credentials",
      4,
      "userinfo is not allowed in a resource URI: remove it, with its '@'",
    ],
    ["http:///{id}", "invalid_authority", 7, "http URIs need a host: write http://host/"],
    [
      "mcp-warning://h/{id}",
      "reserved_scheme",
      0,
      "the scheme mcp-warning is reserved for warnings made by the gateway: choose another",
    ],
    [
      "x://h/%zz/{id}",
      "invalid_percent_escape",
      6,
      "'%' must be followed by two hex digits: write %25 for '%' itself",
    ],
    [
      "x://h/%C3/{id}",
      "invalid_utf8",
      6,
      "the percent-escaped octets from here are not valid UTF-8",
    ],
    ["", "empty", 0, "nothing is no URI: write one with a scheme, as in asset://project/7"],
    [7, "not_a_string", 0, "a string is needed, not number"],
  ])("[TPL-2] %j is %s at %i", (template, code, offset, message, variable?: string) => {
    expect(faultOf(template)).toEqual(
      variable === undefined ? { code, offset, message } : { code, offset, message, variable },
    );
  });

  it("[URI-9] a template is bounded like a URI", () => {
    expect(faultOf(`x://h/{a}/${"b".repeat(8183)}`)).toMatchObject({ code: "too_long" });
    expect(faultOf(`x://h/{a}/${"b".repeat(8182)}`)).toBeUndefined();
    expect(faultOf("x://h/{a}", 8)).toMatchObject({ code: "too_long" });
    expect(() => parseResourceTemplate("x://h/{a}", { maxBytes: 0 })).toThrow(TypeError);
  });

  it("is frozen", () => {
    const template = parseResourceTemplate("x://h/{a}");
    expect(Object.isFrozen(template)).toBe(true);
    expect(Object.isFrozen(template.variableNames)).toBe(true);
  });
});

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

describe("expansion", () => {
  it("[TPL-5] encodes all but unreserved, in upper-case hex, and lower-cases the scheme", () => {
    const template = parseResourceTemplate("X://Host/{a}/b%7e/{c}?Q#F");
    expect(template.expand({ a: "!$&'()*+,;=:@ é", c: "a-z.A_Z~0" })).toBe(
      "x://Host/%21%24%26%27%28%29%2A%2B%2C%3B%3D%3A%40%20%C3%A9/b%7e/a-z.A_Z~0?Q#F",
    );
  });

  it.each([
    [{}, "missing_value", 6, "{a} has no value", "a"],
    [{ a: undefined }, "missing_value", 6, "{a} has no value", "a"],
    [Object.create({ a: "1" }), "missing_value", 6, "{a} has no value", "a"],
    [{ a: "1", b: "2" }, "unknown_variable", 0, "the template has no variable 'b'", "b"],
    [
      { a: "" },
      "invalid_value",
      6,
      expect.stringContaining("{a} must be non-empty, well-formed text"),
      "a",
    ],
    [{ a: "." }, "invalid_value", 6, expect.anything(), "a"],
    [{ a: ".." }, "invalid_value", 6, expect.anything(), "a"],
    [{ a: "b/c" }, "invalid_value", 6, expect.anything(), "a"],
    [{ a: "b\\c" }, "invalid_value", 6, expect.anything(), "a"],
    [{ a: "b\0" }, "invalid_value", 6, expect.anything(), "a"],
    [{ a: "\uD800" }, "invalid_value", 6, expect.anything(), "a"],
    [{ a: 7 }, "invalid_value", 6, expect.anything(), "a"],
    [{ a: null }, "invalid_value", 6, expect.anything(), "a"],
    [{ a: "b".repeat(8187) }, "too_long", 0, "the expansion takes more than 8192 bytes", undefined],
  ])("[TPL-5] refuses %o: %s", (variables, code, offset, message: unknown, variable) => {
    expect(() => parseResourceTemplate("x://h/{a}").expand(variables as { a: string })).toThrow(
      expect.objectContaining({ name: "ResourceTemplateError", code, offset, message, variable }),
    );
  });

  it("[TPL-5] what it accepts at the bound is matched again", () => {
    const template = parseResourceTemplate("x://h/{a}");
    const a = "b".repeat(8186);
    expect(template.match(template.expand({ a }))).toEqual({ ok: true, variables: { a } });
  });

  it("[TPL-5] the canonical form of a URI is the expansion of what it was matched with", () => {
    const template = parseResourceTemplate("x://h/a!/{v}");
    const match = template.match("X://h/a!/%7e%c3%a9'");
    if (!match.ok) throw new Error("no match");
    expect(template.expand(match.variables)).toBe("x://h/a!/~%C3%A9%27");
  });

  it("expand takes an object", () => {
    expect(() => parseResourceTemplate("x://h/{a}").expand(null as never)).toThrow(TypeError);
  });
});
