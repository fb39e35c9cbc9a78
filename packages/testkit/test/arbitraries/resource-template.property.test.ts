import { parseResourceTemplate, ResourceTemplateError } from "@org/resources-uri";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { invalidTemplate, templateWithValues, variableValue } from "../../src/arbitraries/index.ts";
import { runs, shrunk, TIMEOUT_MS } from "./shrunk.ts";

vi.setConfig({ testTimeout: TIMEOUT_MS });

function codeOf(template: string): string {
  try {
    parseResourceTemplate<string>(template);
    return "valid";
  } catch (error) {
    if (!ResourceTemplateError.is(error)) throw error;
    return error.code;
  }
}

describe("[KIT-3] arbitrary templates with values", () => {
  it("are valid for the parser, and match what they expand to with the same values", () => {
    fc.assert(
      fc.property(templateWithValues(), ({ uriTemplate, values, uri }) => {
        const template = parseResourceTemplate<string>(uriTemplate);
        expect(template.expand(values)).toBe(uri);
        const match = template.match(uri);
        expect(match.ok && new Map(Object.entries(match.variables))).toEqual(
          new Map(Object.entries(values)),
        );
      }),
      runs(1000),
    );
  });

  it("have one variable or more, side by side or apart", () => {
    const templates = fc.sample(templateWithValues(), { numRuns: 500, seed: 1 });
    const counts = new Set(templates.map(({ values }) => Object.keys(values).length));
    expect(counts).toEqual(new Set([1, 2, 3]));
    expect(templates.some(({ uriTemplate }) => uriTemplate.includes("}/{"))).toBe(true);
    expect(templates.some(({ uriTemplate }) => /\}\/[^{]+\/\{/.test(uriTemplate))).toBe(true);
  });

  it("shrink to something readable", () => {
    expect(shrunk(templateWithValues(), ({ uri }) => !uri.includes("%"))).toMatch(
      /^\{"uriTemplate":"\w+:.{0,12}\{\w+\}/,
    );
  });

  it("have values that expansion accepts, each by itself", () => {
    const template = parseResourceTemplate("a:/{v}");
    fc.assert(
      fc.property(variableValue(), (v) => {
        expect(template.match(template.expand({ v }))).toMatchObject({ variables: { v } });
      }),
      runs(1000),
    );
  });
});

describe("[KIT-3] arbitrary invalid templates", () => {
  it("are invalid for the parser, with their code", () => {
    fc.assert(
      fc.property(invalidTemplate(), ({ input, code }) => {
        expect(codeOf(input)).toBe(code);
      }),
      runs(3000),
    );
  });

  it("are of every code, and shrink to something readable", () => {
    const codes = new Set(
      fc.sample(invalidTemplate(), { numRuns: 2000, seed: 1 }).map(({ code }) => code),
    );
    expect(codes.size).toBe(22);
    for (const code of codes) {
      const printed = shrunk(invalidTemplate(code), () => false);
      expect(printed.length).toBeLessThan(70);
    }
  });
});
