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
