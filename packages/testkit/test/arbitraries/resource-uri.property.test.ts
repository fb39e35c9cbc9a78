import { normalizationHazards, parseResourceUri, validateResourceUri } from "@org/resources-uri";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { invalidResourceUri, resourceUri, type UriFaultCode } from "../../src/arbitraries/index.ts";
import { runs, shrunk, TIMEOUT_MS } from "./shrunk.ts";

vi.setConfig({ testTimeout: TIMEOUT_MS });

describe("[KIT-3] arbitrary URIs", () => {
  it("are valid for the parser", () => {
    fc.assert(
      fc.property(resourceUri(), (uri) => {
        expect(parseResourceUri(uri).href).toBe(uri);
      }),
      runs(2000),
    );
  });

  it("are of every shape", () => {
    const shapes: Record<string, (uri: string) => boolean> = {
      "a host": (uri) => /^[a-z]\w*:\/\/\w/i.test(uri),
      "an empty authority": (uri) => /^[^:]+:\/\/\//.test(uri),
      "an IP literal": (uri) => uri.includes("["),
      "a port": (uri) => /^[^/]+\/\/[^/?#]*:\d+(?:[/?#]|$)/.test(uri),
      "no authority": (uri) => !/^[^:]+:\/\//.test(uri),
      "an empty path": (uri) => /^[^:]+:$/.test(uri),
      "an escape": (uri) => uri.includes("%"),
      "a query": (uri) => uri.includes("?"),
      "a fragment": (uri) => uri.includes("#"),
      "an upper-case scheme": (uri) => /^[A-Z]/.test(uri),
      "a web scheme": (uri) => /^(?:http|ws)s?:/i.test(uri),
      "something that browsers rewrite": (uri) => normalizationHazards(uri).length > 0,
    };
    const uris = fc.sample(resourceUri(), { numRuns: 2000, seed: 1 });
    for (const [shape, is] of Object.entries(shapes)) expect(uris.some(is), shape).toBe(true);
  });

  it("shrink to something readable", () => {
    expect(shrunk(resourceUri(), () => false)).toBe('"a:"');
    expect(shrunk(resourceUri(), (uri) => uri.length < 3)).toMatch(/^"a.{2}"$/);
    expect(shrunk(resourceUri(), (uri) => !uri.includes("?"))).toBe('"a:?"');
    expect(shrunk(resourceUri(), (uri) => !uri.includes("%"))).toMatch(/^"a+:(\/\/)?a*%\d\d"$/);
    expect(shrunk(resourceUri(), (uri) => !uri.includes("["))).toMatch(/^"a:\/\/\[.{2,7}\]"$/);
  });
});

describe("[KIT-3] arbitrary invalid URIs", () => {
  it("are invalid for the parser, with their code", () => {
    fc.assert(
      fc.property(invalidResourceUri(), ({ input, code }) => {
        const verdict = validateResourceUri(input);
        expect(verdict.ok ? "valid" : verdict.error.code).toBe(code);
      }),
      runs(3000),
    );
  });

  it("are of every code", () => {
    const codes = new Set(
      fc.sample(invalidResourceUri(), { numRuns: 500, seed: 1 }).map(({ code }) => code),
    );
    expect([...codes].toSorted()).toEqual(
      [
        "credentials",
        "dot_segment",
        "empty",
        "invalid_authority",
        "invalid_character",
        "invalid_percent_escape",
        "invalid_utf8",
        "not_absolute",
        "reserved_scheme",
        "unexpanded_template",
      ].toSorted(),
    );
  });

  it.each<[UriFaultCode, RegExp]>([
    ["invalid_character", /^.{1,8}$/u],
    ["dot_segment", /^.{1,8}$/],
    ["credentials", /^.{1,8}$/],
  ])("of one code alone, shrink to something readable: %s", (code, short) => {
    const printed = shrunk(invalidResourceUri(code), () => false);
    const { input, code: own } = JSON.parse(printed) as { input: string; code: string };
    expect(input).toMatch(short);
    expect(own).toBe(code);
  });
});
