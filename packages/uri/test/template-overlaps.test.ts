import { describe, expect, it } from "vitest";

import { findTemplateOverlaps, ResourceTemplateError } from "../src/index.ts";

describe("overlaps", () => {
  it.each([
    ["x://h/users/{id}", "x://h/{type}/{id}", "x://h/users/x"],
    ["x://h/{a}/b", "x://h/c/{d}", "x://h/c/b"],
    ["x://h/{a}", "X://h/{b}", "x://h/x"],
    ["x://h/{a}?q", "x://h/{b}?q", "x://h/x?q"],
    ["x:{a}/b", "x:c/{d}", "x:c/b"],
    ["x://h/{a}/%2F", "x://h/b/{c}", "x://h/b/%2F"],
  ])("[SEL-2] %s and %s: both match %s", (a, b, witness) => {
    expect(findTemplateOverlaps([a, b])).toEqual([{ templates: [a, b], witness }]);
    expect(findTemplateOverlaps([b, a])).toEqual([{ templates: [b, a], witness }]);
  });

  it.each([
    ["x://h/a/{v}", "x://h/b/{v}"],
    ["x://h/{v}", "x://h/{v}/{w}"],
    ["x://h/{v}", "y://h/{v}"],
    ["x://h/{v}", "x://H/{v}"],
    ["x:/{v}", "x:///{v}"],
    ["x:/{v}", "x:{v}"],
    ["x://h/{v}", "x://h/{v}?q"],
    ["x://h/{v}", "x://h/{v}#f"],
    ["x://h/{v}/", "x://h/{v}/{w}"],
    ["x://h/a!/{v}", "x://h/a%21/{v}"],
  ])("[SEL-2] %s and %s do not overlap", (a, b) => {
    expect(findTemplateOverlaps([a, b])).toEqual([]);
  });

  it("[SEL-2] finds every pair, in the order of the templates", () => {
    const found = findTemplateOverlaps(["x:/{a}/{b}", "x:/c/{b}", "x:/{a}/d"]);
    expect(found.map(({ templates }) => templates)).toEqual([
      ["x:/{a}/{b}", "x:/c/{b}"],
      ["x:/{a}/{b}", "x:/{a}/d"],
      ["x:/c/{b}", "x:/{a}/d"],
    ]);
  });

  it("[URI-9] a witness keeps to maxBytes: what only a longer URI would match is no overlap", () => {
    const long = [`x://h/${"a".repeat(5000)}/{v}`, `x://h/{v}/${"b".repeat(5000)}`];
    expect(findTemplateOverlaps(long)).toEqual([]);
    expect(findTemplateOverlaps(long, { maxBytes: 20_000 })).toHaveLength(1);
  });

  it("refuses what is no template", () => {
    expect(() => findTemplateOverlaps(["x://h/a"])).toThrow(ResourceTemplateError);
  });
});
