import { describe, expect, it } from "vitest";

import { parseResourceTemplate } from "../src/index.ts";

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
