import { describe, expect, it } from "vitest";

import {
  AmbiguousResourceError,
  createResourceSelector,
  ResourceCaptureError,
  ResourceTemplateError,
  ResourceUriError,
} from "../src/index.ts";

const templates = (...uriTemplates: string[]): { uriTemplate: string }[] =>
  uriTemplates.map((uriTemplate) => ({ uriTemplate }));

describe("selection", () => {
  it("[SEL-1] an exact registration wins over every template, and its canonical URI is the registered one", () => {
    const exact = { uri: "X://h/Users/%6De!" };
    const selector = createResourceSelector([
      exact,
      ...templates("x://h/{a}/{b}", "x://h/Users/{b}"),
    ]);
    for (const uri of ["X://h/Users/%6De!", "x://h/Users/%6De!"]) {
      expect(selector.select(uri)).toEqual({
        entry: exact,
        variables: {},
        canonicalUri: "X://h/Users/%6De!",
      });
      expect(selector.candidates(uri)).toEqual([exact]);
    }
  });

  it("[SEL-1] [TPL-5] one template: its entry, the values, the canonical expansion", () => {
    const [entry] = templates("X://h/a!/{id}");
    const selection = createResourceSelector([entry!]).select("x://h/a!/%7e1");
    expect(selection).toEqual({ entry, variables: { id: "~1" }, canonicalUri: "x://h/a!/~1" });
    expect(selection?.entry).toBe(entry);
  });

  it("[TPL-6] captures are null-prototype and frozen, also those of an exact entry", () => {
    const selector = createResourceSelector([
      { uri: "x://h/a" },
      { uriTemplate: "x://h/{__proto__}/{b}" },
    ]);
    for (const uri of ["x://h/a", "x://h/1/2", "x://h/%31/2"]) {
      const variables = selector.select(uri)?.variables;
      expect(Object.getPrototypeOf(variables)).toBeNull();
      expect(Object.isFrozen(variables)).toBe(true);
    }
    expect(Object.entries(selector.select("x://h/1/%32")?.variables ?? {})).toEqual([
      ["__proto__", "1"],
      ["b", "2"],
    ]);
  });

  it("[SEL-1] two templates: an error whose message and JSON name neither", () => {
    const selector = createResourceSelector(templates("x://h/a/{v}", "x://h/{w}/b", "x://h/{w}/c"));
    const error = errorOf(() => selector.select("x://h/a/b"));
    if (!AmbiguousResourceError.is(error)) throw error;
    expect(error.code).toBe("ambiguous");
    expect(error.templates.toSorted()).toEqual(["x://h/a/{v}", "x://h/{w}/b"]);
    expect(Object.keys(error)).not.toContain("templates");
    expect(JSON.stringify(error)).not.toContain("x://");
    expect(error.message).toBe("more than one resource template matches this URI");
  });

  it("[SEL-1] ambiguity is decided before captures are decoded", () => {
    const selector = createResourceSelector(templates("x://h/a/{v}", "x://h/{w}/{v}"));
    for (const value of ["%2F", "%zz", "..", "%C3"]) {
      expect(() => selector.select(`x://h/a/${value}`)).toThrow(AmbiguousResourceError);
      expect(selector.candidates(`x://h/a/${value}`)).toHaveLength(2);
    }
    // What no URI could hold matches neither.
    expect(selector.select("x://h/a/ b")).toBeUndefined();
  });

  it("[TPL-4] an invalid capture never falls through to another template", () => {
    const selector = createResourceSelector(templates("x://h/{v}", "x://h/{v}/{w}"));
    const error = errorOf(() => selector.select("x://h/a%2Fb"));
    if (!ResourceCaptureError.is(error)) throw error;
    expect([error.code, error.variable]).toEqual(["invalid_capture", "v"]);
    expect(selector.survey("x://h/a/%zz").outcome).toEqual({
      status: "invalid_capture",
      variable: "w",
    });
  });

  it("[TPL-4] [URI-9] an over-long URI selects nothing; an over-long canonical form is an invalid capture", () => {
    const selector = createResourceSelector(templates("x://h/{v}"), { maxBytes: 12 });
    expect(selector.select("x://h/abcdefg")).toBeUndefined();
    const error = errorOf(() => selector.select("x://h/!!!"));
    expect(error).toMatchObject({
      code: "invalid_capture",
      variable: undefined,
      message: "the canonical form of this URI is too long",
    });
  });

  it("[SEL-1] the second look compares literals of templates and exact entries in canonical form, on both sides", () => {
    // The registered URI is the escaped one: its plain alias, and a second spelling, must not reach the template.
    const exact = createResourceSelector([{ uri: "x://h/a%21" }, { uriTemplate: "x://h/{v}" }]);
    expect(exact.select("x://h/a%21")?.canonicalUri).toBe("x://h/a%21");
    expect(exact.select("x://h/a!")).toBeUndefined();
    expect(exact.select("x://h/%61!")).toBeUndefined();
    // A literal that is not canonical itself.
    const literals = createResourceSelector(templates("x://h/a!/{v}", "x://h/{w}/b"));
    expect(() => literals.select("x://h/a%21/b")).toThrow(AmbiguousResourceError);
    expect(() => literals.select("x://h/%61!/b")).toThrow(AmbiguousResourceError);
    expect(literals.select("x://h/a!/c")?.canonicalUri).toBe("x://h/a!/c");
    // Two spellings of one literal: neither answers.
    const twins = createResourceSelector(templates("x://h/a!/{v}", "x://h/a%21/{v}"));
    expect(() => twins.select("x://h/a!/1")).toThrow(AmbiguousResourceError);
    expect(twins.candidates("x://h/a%21/1")).toHaveLength(2);
  });

  it("[SEL-1] authority, query and fragment are compared byte for byte, also in canonical form", () => {
    const selector = createResourceSelector([
      { uri: "x://h/a?q" },
      { uriTemplate: "x://%68/{v}?%71" },
      { uriTemplate: "x://h/{v}" },
    ]);
    expect(selector.select("x://h/%61")?.variables).toEqual({ v: "a" });
    expect(selector.select("x://%68/%61?%71")?.canonicalUri).toBe("x://%68/a?%71");
    expect(selector.select("x://h/%61?q")).toBeUndefined();
  });

  it("[SEL-1] literals may be as long as they like, and share what they will", () => {
    const long = "segment-of-some-length/".repeat(20);
    const entries = templates(
      `x://h/${long}{v}`,
      `x://h/${long}{v}/end`,
      `x://h/${long}a/{v}`,
      `x://h/${long.slice(0, -5)}/{v}`,
      "x://h/s/{v}",
      "y:{v}",
    );
    const selector = createResourceSelector(entries);
    expect(selector.select(`x://h/${long}b`)?.entry).toBe(entries[0]);
    expect(selector.select(`x://h/${long}b/end`)?.entry).toBe(entries[1]);
    expect(selector.candidates(`x://h/${long}a/end`)).toHaveLength(2);
    expect(selector.select(`x://h/${long.slice(0, -5)}/b`)?.entry).toBe(entries[3]);
    expect(selector.select("y:b")?.entry).toBe(entries[5]);
    expect(selector.select("y:")).toBeUndefined();
  });

  it("survey says in one walk what candidates and select say apart", () => {
    const selector = createResourceSelector([
      { uri: "x://h/a" },
      ...templates("x://h/{v}", "x://h/{v}/{w}", "x://h/b/{w}"),
    ]);
    expect(selector.survey("x://h/a").outcome).toEqual({
      status: "selected",
      selection: selector.select("x://h/a"),
    });
    expect(selector.survey("x://h/c").outcome).toEqual({
      status: "selected",
      selection: selector.select("x://h/c"),
    });
    expect(selector.survey("x://h/b/1")).toEqual({
      candidates: selector.candidates("x://h/b/1"),
      outcome: { status: "ambiguous" },
    });
    expect(selector.survey("x://h/%2F")).toMatchObject({
      outcome: { status: "invalid_capture", variable: "v" },
    });
    expect(selector.survey("x://h/%61")).toEqual({ candidates: [], outcome: { status: "none" } });
  });

  it("takes strings alone, and any string", () => {
    const selector = createResourceSelector(templates("x://h/{v}"));
    for (const uri of ["", "\0", "\uD800", "x", ":", "//", "{}", "X://h/", "x://h/\uD800"]) {
      expect(selector.survey(uri)).toEqual({ candidates: [], outcome: { status: "none" } });
    }
    expect(() => selector.select(7 as never)).toThrow(TypeError);
  });

  it("an empty selector selects nothing", () => {
    expect(createResourceSelector([]).select("x://h/a")).toBeUndefined();
  });
});

describe("construction", () => {
  it("[SEL-2] refuses a URI registered twice, the case of the scheme apart, naming both", () => {
    expect(() => createResourceSelector([{ uri: "x://h/a" }, { uri: "X://h/a" }])).toThrow(
      new TypeError("duplicate resource URI: 'X://h/a' is registered already, as 'x://h/a'"),
    );
    expect(
      createResourceSelector([{ uri: "x://h/a" }, { uri: "x://H/a" }, { uri: "x://h/%61" }]).select(
        "x://h/%61",
      )?.canonicalUri,
    ).toBe("x://h/%61");
  });

  it("[SEL-2] refuses templates that are equal up to variable names, naming both", () => {
    expect(() => createResourceSelector(templates("x://h/{a}/{b}", "X://h/{b}/{a}"))).toThrow(
      new TypeError(
        "duplicate resource template: 'X://h/{b}/{a}' matches the same URIs as 'x://h/{a}/{b}'",
      ),
    );
    expect(() =>
      createResourceSelector(
        templates("x://h/{a}", "x://h/{a}/", "x://h/{a}?q", "x:/{a}", "x:///{a}"),
      ),
    ).not.toThrow();
  });

  it("refuses what is no entry, and invalid ones with their own error", () => {
    expect(() => createResourceSelector([{} as { uri: string }])).toThrow(
      new TypeError("an entry has exactly one of uri and uriTemplate"),
    );
    expect(() => createResourceSelector([{ uri: "x:a", uriTemplate: "x:{a}" }])).toThrow(TypeError);
    expect(() => createResourceSelector([{ uri: "a" }])).toThrow(ResourceUriError);
    expect(() => createResourceSelector([{ uri: "x:{a}" }])).toThrow(ResourceUriError);
    expect(() => createResourceSelector([{ uriTemplate: "x:a" }])).toThrow(ResourceTemplateError);
    expect(() => createResourceSelector([{ uri: "x:abc" }], { maxBytes: 4 })).toThrow(
      ResourceUriError,
    );
    expect(() => createResourceSelector([], { maxBytes: -1 })).toThrow(TypeError);
  });

  it("reads each entry once: later changes to it change nothing", () => {
    let reads = 0;
    const entry = {
      get uri(): string {
        reads++;
        return `x://h/${reads}`;
      },
    };
    const plain = { uriTemplate: "x://h/t/{a}" };
    const selector = createResourceSelector([entry, plain]);
    plain.uriTemplate = "x://h/u/{a}";
    expect(selector.select("x://h/1")?.entry).toBe(entry);
    expect(selector.select("x://h/2")).toBeUndefined();
    expect(selector.select("x://h/t/1")?.entry).toBe(plain);
    expect(reads).toBe(1);
  });

  it("takes any iterable, once", () => {
    const selector = createResourceSelector(new Set(templates("x://h/{a}")).values());
    expect(selector.select("x://h/1")?.variables).toEqual({ a: "1" });
  });
});

function errorOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}
