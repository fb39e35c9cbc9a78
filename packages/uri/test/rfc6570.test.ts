import { describe, expect, it } from "vitest";

import { parseResourceTemplate } from "../src/index.ts";
import { templateCode } from "./template-code.ts";

// Values of RFC 6570 section 3.2 that a path segment can hold.
const values: Record<string, string> = {
  count: "one,two,three",
  dub: "me,too",
  hello: "Hello World!",
  half: "50%",
  var: "value",
  who: "fred",
  v: "6",
  x: "1024",
  y: "768",
  semi: ";",
};

// Section 3.2.2, simple string expansion: what this package supports of the RFC.
describe("RFC 6570 section 3.2.2: simple expansion of a whole segment", () => {
  it.each([
    ["var", "value"],
    ["hello", "Hello%20World%21"],
    ["half", "50%25"],
    ["count", "one%2Ctwo%2Cthree"],
    ["dub", "me%2Ctoo"],
    ["who", "fred"],
    ["semi", "%3B"],
    ["x", "1024"],
    ["y", "768"],
  ])("[TPL-5] {%s} gives %s, and is matched again", (name, expanded) => {
    const template = parseResourceTemplate(`x://h/O/{${name}}/X`);
    const uri = `x://h/O/${expanded}/X`;
    expect(template.expand({ [name]: values[name]! })).toBe(uri);
    expect(template.match(uri)).toEqual({ ok: true, variables: { [name]: values[name] } });
  });

  it("[TPL-5] {empty} is refused: an empty segment would match nothing", () => {
    expect(() => parseResourceTemplate("x://h/O/{empty}/X").expand({ empty: "" })).toThrow(
      expect.objectContaining({ code: "invalid_value" }),
    );
  });
});

// Sections 3.2.3 to 3.2.9 and 2.4: every other kind of expression, each refused with a code of its own.
describe("RFC 6570: what is not supported is refused", () => {
  it.each([
    ["{+var}", "unsupported_operator"],
    ["{+path}/here", "unsupported_operator"],
    ["{+x,hello,y}", "unsupported_operator"],
    ["{#var}", "unsupported_operator"],
    ["{#path:6}here", "unsupported_operator"],
    ["X{.var}", "unsupported_operator"],
    ["X{.list*}", "unsupported_operator"],
    ["{/who}", "unsupported_operator"],
    ["{/list*,path:4}", "unsupported_operator"],
    ["{;x,y}", "unsupported_operator"],
    ["{;hello:5}", "unsupported_operator"],
    ["{?x,y}", "unsupported_operator"],
    ["?fixed=yes{&x}", "unsupported_operator"],
    // Section 2.2: reserved for extensions.
    ["{=var}", "unsupported_operator"],
    ["{,var}", "unsupported_operator"],
    ["{!var}", "unsupported_operator"],
    ["{@var}", "unsupported_operator"],
    ["{|var}", "unsupported_operator"],
    ["{x,y}", "variable_list"],
    ["{x,hello,y}", "variable_list"],
    ["{list*}", "explode_modifier"],
    ["{keys*}", "explode_modifier"],
    ["{var:3}", "prefix_modifier"],
    ["{var:30}", "prefix_modifier"],
    // Section 2.3 allows dots and escapes in names; here a name is an identifier.
    ["{a.b}", "invalid_name"],
    ["{a%20b}", "invalid_name"],
    ["{}", "invalid_name"],
    ["map?{x}", "variable_in_query"],
    ["#{x}", "variable_in_fragment"],
    ["X{var}", "partial_segment"],
    ["{x}{y}", "partial_segment"],
  ])("[TPL-2] %s is %s", (expression, code) => {
    expect(templateCode(`x://h/${expression}`)).toBe(code);
  });
});
