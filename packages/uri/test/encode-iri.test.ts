import { describe, expect, it } from "vitest";

import { encodeIri } from "../src/index.ts";

describe("encodeIri", () => {
  it.each([
    ["docs://wiki/Größe und Maß", "docs://wiki/Gr%C3%B6%C3%9Fe%20und%20Ma%C3%9F"],
    ["x://h/€?😀#é", "x://h/%E2%82%AC?%F0%9F%98%80#%C3%A9"],
    ['x:/ "<>\\^`|', "x:/%20%22%3C%3E%5C%5E%60%7C"],
    ["x:/%C3%A9", "x:/%C3%A9"],
    ["x://h/a", "x://h/a"],
    ["x://bücher/", "x://b%C3%BCcher/"],
    ["x:/\u0085", "x:/%C2%85"],
    ["x:/e\u0301", "x:/e%CC%81"],
  ])("%s gives %s", (iri, uri) => {
    expect(encodeIri(iri)).toBe(uri);
  });

  it.each([
    ["x:/é%zz", "invalid_percent_escape", 4],
    ["x:/é{a}", "unexpanded_template", 4],
    ["x:/é{", "invalid_character", 4],
    ["x:/é\t", "invalid_character", 4],
    ["x:/é\x7F", "invalid_character", 4],
    ["x:/é[", "invalid_character", 4],
    ["x:/😀\uD800", "invalid_utf8", 5],
    ["é", "not_absolute", 0],
    ["x://é@h", "credentials", 4],
    ["x://a\\b/", "invalid_authority", 5],
    ["x:/é/../ü", "dot_segment", 5],
    ["", "empty", 0],
    [7, "not_a_string", 0],
    [`x:${"é".repeat(4096)}`, "too_long", 0],
    [`x:${"é".repeat(2000)}`, "too_long", 0],
  ])("%s is refused: %s, at an index of the input", (iri, code, offset) => {
    expect(() => encodeIri(iri as string)).toThrow(expect.objectContaining({ code, offset }));
  });
});
