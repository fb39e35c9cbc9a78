import { describe, expect, it } from "vitest";

import {
  AmbiguousResourceError,
  createResourceSelector,
  encodeIri,
  findTemplateOverlaps,
  normalizationHazards,
  parseResourceTemplate,
  ResourceTemplateError,
  validateResourceUri,
} from "../src/index.ts";

const SMALL = 64 * 1024;
const LARGE = 1024 * 1024;
/** Far beyond both, so that no byte is counted to find out. */
const bound = { maxBytes: 16 * LARGE };
/** Linear would be 16, quadratic 256; the rest is for caches and collections. */
const WORST_RATIO = 24;
const RUNS = 7;
const CALLS = LARGE / SMALL;
/** Below this, in ms, sixteen calls are noise: one call is taken for a sixteenth of it at least. */
const NOISE_MS = 0.8;
/** The machine may be busy with other things: what is linear is linear in one of a few attempts. */
const ATTEMPTS = 5;

/**
 * How many times as long `larger` takes as `smaller`, by the fastest of seven runs of each; the least of a few attempts.
 *
 * A run of `smaller` is sixteen calls, in turn with one of `larger`: on a busy machine a long run is interrupted more
 * often than a short one, and only runs of a length compare.
 */
function ratioOf(larger: () => unknown, smaller: () => unknown, enough = WORST_RATIO): number {
  let least = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && least >= enough; attempt++) {
    const fastest = { larger: Infinity, smaller: Infinity };
    for (let run = 0; run < RUNS; run++) {
      fastest.larger = Math.min(fastest.larger, timeOf(larger, 1));
      fastest.smaller = Math.min(fastest.smaller, timeOf(smaller, CALLS) / CALLS);
    }
    const noise = NOISE_MS / CALLS;
    least = Math.min(least, Math.max(fastest.larger, noise) / Math.max(fastest.smaller, noise));
  }
  return least;
}

function timeOf(call: () => unknown, times: number): number {
  const start = performance.now();
  for (let i = 0; i < times; i++) call();
  return performance.now() - start;
}

/** Time at 1 MB over time at 64 KB. */
function growth(run: (text: string) => unknown, make: (length: number) => string): number {
  const [small, large] = [make(SMALL), make(LARGE)];
  return ratioOf(
    () => run(large),
    () => run(small),
  );
}

const repeated =
  (before: string, part: string, after = "") =>
  (length: number) =>
    before + part.repeat(Math.ceil(length / part.length)) + after;

/** Inputs on which validators, matchers and regular expressions elsewhere took more than linear time. */
const adversarialUris: readonly (readonly [string, (length: number) => string])[] = [
  ["a long valid path", repeated("x://h/", "segment/")],
  ["a path of one segment", repeated("x://h/", "a")],
  ["a long scheme without colon", repeated("", "a")],
  ["slashes", repeated("x:", "/")],
  ["slashes after an authority, then a fault", repeated("x://h/", "/", " ")],
  ["dots", repeated("x://h/", ".")],
  ["dots, then a fault", repeated("x://h/", ".", " ")],
  ["segments of three dots, then a dot segment", repeated("x://h/", ".../", "..")],
  ["dots and letters, then a dot segment", repeated("x://h/", "a.", "/..")],
  ["letters and two dots, then a dot segment", repeated("x://h/", "a../", "..")],
  ["escapes", repeated("x://h/", "%41")],
  ["escapes of dots", repeated("x://h/", "%2e")],
  ["escapes of dots, then a fault", repeated("x://h/", "%2e", "%")],
  ["segments that nearly are dot segments", repeated("x://h/", "%2e%2e%2e/")],
  ["escapes of four octets", repeated("x://h/", "%F0%9F%98%80")],
  ["escapes of four octets, the last truncated", repeated("x://h/", "%F0%9F%98%80", "%F0%9F")],
  ["escapes in the host", repeated("x://", "%41", "/")],
  ["escapes in the host, then a delimiter", repeated("x://", "%41", "%40/")],
  ["colons in the authority", repeated("x://", ":", "/")],
  ["at signs in the authority", repeated("x://", "a@", "/")],
  ["zeros in the port", repeated("http://h:", "0", "65536/")],
  ["digits in the port", repeated("http://h:", "9", "/")],
  ["groups of an IPv6 address", repeated("x://[", "1:", "]/")],
  ["colons of an IPv6 address", repeated("x://[", "::", "]/")],
  ["an IPvFuture address", repeated("x://[v", "1", ".a]/")],
  ["an IPvFuture address without end", repeated("x://[v1.", "a", "/")],
  ["brackets", repeated("x://", "[", "/")],
  ["a long query", repeated("x:?", "a?/")],
  ["a long fragment, then a second", repeated("x:#", "a?/", "#")],
  ["open braces", repeated("x:/", "{")],
  ["a long variable without end", repeated("x:/{", "a")],
  ["a long variable", repeated("x:/{", "a", "}")],
  ["lone surrogates", repeated("x:/", "\uD800")],
  ["non-ASCII, within the bound in bytes", repeated("x:/", "é")],
  ["blanks", repeated("", " ")],
];

/**
 * Variables with names that differ, 256 characters each: 4 096 of them in a MB. Shorter ones fill the processor's cache
 * with hashes, whose misses are not what is measured.
 */
const manyVariables = (length: number): string =>
  Array.from({ length: length / 256 }, (_, i) => `{${`v${i}`.padEnd(253, "_")}}`).join("/");

function encodingOf(text: string): unknown {
  try {
    return encodeIri(text);
  } catch (error) {
    return error;
  }
}

describe("[URI-9] time is linear in the input", { timeout: 120_000 }, () => {
  it.each(adversarialUris)("validating %s", (_what, make) => {
    const ratio = growth((text) => {
      const verdict = validateResourceUri(text, bound);
      return verdict.ok ? verdict.uri : verdict.error.code;
    }, make);
    expect(ratio).toBeLessThan(WORST_RATIO);
  });

  it.each<readonly [string, (length: number) => string]>([
    ["many variables", (length) => `x:/${manyVariables(length)}`],
    ["one long name", repeated("x://h/{", "a", "}")],
    ["a long literal", repeated("x://h/{a}/", "b/")],
    ["open braces", repeated("x://h/", "{")],
    ["closed braces", repeated("x://h/{a}/", "}")],
    ["a list of names", repeated("x://h/{", "a,", "b}")],
    ["variables side by side", repeated("x://h/", "{a}")],
    ["a fault at the end", repeated("x://h/{a}/", "b/", "..")],
  ])("parsing a template of %s", (_what, make) => {
    const ratio = growth((text) => {
      try {
        return parseResourceTemplate(text, bound);
      } catch (error) {
        if (!ResourceTemplateError.is(error)) throw error;
        return error.code;
      }
    }, make);
    expect(ratio).toBeLessThan(WORST_RATIO);
  });

  it.each<readonly [string, (length: number) => string]>([
    ["a long capture", repeated("x://h/", "a", "/b")],
    ["a long capture of escapes", repeated("x://h/", "%41", "/b")],
    ["a long capture to be encoded", (length) => `x://h/${"!".repeat(length / 3)}/b`],
    ["a long capture, malformed at the end", repeated("x://h/", "%41", "%/b")],
    ["many segments", repeated("x://h/", "a/")],
    ["slashes", repeated("x://h/", "/")],
    ["a long tail", repeated("x://h/a/b?", "q")],
  ])("matching and selecting %s", (_what, make) => {
    const template = parseResourceTemplate("x://h/{a}/b", bound);
    expect(growth((text) => template.match(text), make)).toBeLessThan(WORST_RATIO);
    const selector = createResourceSelector(
      [{ uriTemplate: "x://h/{a}/b" }, { uriTemplate: "x://h/{a}/{b}/c" }],
      bound,
    );
    expect(growth((text) => selector.survey(text), make)).toBeLessThan(WORST_RATIO);
  });

  it("matching, selecting and expanding a template of many variables", () => {
    const [small, large] = [SMALL, LARGE].map((length) => {
      const template = parseResourceTemplate(`x:/${manyVariables(length)}`, bound);
      const uri = `x:/${"%41!/".repeat(template.variableNames.length).slice(0, -1)}`;
      const selector = createResourceSelector([{ uriTemplate: template.uriTemplate }], bound);
      return () => {
        const match = template.match(uri);
        if (!match.ok) throw new Error("no match");
        template.expand(match.variables);
        selector.select(uri);
      };
    });
    expect(ratioOf(large!, small!)).toBeLessThan(WORST_RATIO);
  });

  it("expanding a long value", () => {
    const template = parseResourceTemplate("x://h/{a}", { maxBytes: 8 * LARGE });
    expect(growth((a) => template.expand({ a }), repeated("", "é!"))).toBeLessThan(WORST_RATIO);
  });

  it("encoding IRIs is bounded: nothing over the limit is looked at", () => {
    expect(growth(encodingOf, repeated("x:/", "é"))).toBeLessThan(WORST_RATIO);
    expect(
      growth((text) => normalizationHazards(text, { proxies: true }), repeated("x://h/", "%7e//")),
    ).toBeLessThan(WORST_RATIO);
  });
});

const templates = (count: number): { uriTemplate: string }[] =>
  Array.from({ length: count }, (_, i) => ({ uriTemplate: `x://host/section-${i}/{a}/part/{b}` }));
const uris = (count: number): { uri: string }[] =>
  Array.from({ length: count }, (_, i) => ({ uri: `x://host/index-${i}` }));

describe(
  "[SEL-3] selection does not depend on the number of registrations",
  { timeout: 120_000 },
  () => {
    it("of 10 and of 10 000 templates and URIs: hits, misses and aliases", () => {
      const requests = [
        "x://host/section-7/1/part/2",
        "x://host/section-7/1/part",
        "x://host/section-7/%31/part/%32",
        "x://host/index-7",
        "x://host/index-%37",
        "y:",
      ];
      const [few, many] = [10, 10_000].map((count) => {
        const selector = createResourceSelector([...templates(count), ...uris(count)]);
        return () => {
          for (let i = 0; i < 500; i++) for (const request of requests) selector.survey(request);
        };
      });
      expect(ratioOf(many!, few!, 4)).toBeLessThan(4);
    });

    it("making a selector takes time linear in the registrations", () => {
      const [few, many] = [1000, 16_000].map((count) => () => {
        createResourceSelector([...templates(count), ...uris(count)]);
      });
      expect(ratioOf(many!, few!)).toBeLessThan(WORST_RATIO);
    });

    it("of the 1024 templates of a lattice, the second match ends the search", () => {
      const lattice = Array.from({ length: 1024 }, (_, bits) => {
        const segments = Array.from({ length: 10 }, (_unused, level) =>
          (bits >> level) & 1 ? "a" : `{v${level}}`,
        );
        return { uriTemplate: `x://h/${segments.join("/")}/{end}` };
      });
      const selector = createResourceSelector(lattice);
      const all = `x://h/${"a/".repeat(10)}a`;
      expect(selector.candidates(all)).toHaveLength(1024);
      expect(() => selector.select(all)).toThrow(AmbiguousResourceError);
      const selecting = (): void => {
        for (let i = 0; i < 100; i++) {
          try {
            selector.select(all);
          } catch {
            // Ambiguous, as said.
          }
        }
      };
      const all1024 = (): void => {
        for (let i = 0; i < 100; i++) selector.candidates(all);
      };
      expect(ratioOf(all1024, selecting, 0)).toBeGreaterThan(4);
    });

    it.each([
      ["scheme", (i: number) => `s${i}://h/{a}`],
      ["authority", (i: number) => `x://h${i}/{a}`],
      ["query", (i: number) => `x://h/{a}?${i}`],
      ["fragment", (i: number) => `x://h/{a}#${i}`],
    ])("[URI-9] overlap search is linear among templates that differ in %s", (_part, make) => {
      const [few, many] = [1000, 16_000].map((count) =>
        Array.from({ length: count }, (_, i) => make(i)),
      );
      const ratio = ratioOf(
        () => findTemplateOverlaps(many!),
        () => findTemplateOverlaps(few!),
      );
      expect(ratio).toBeLessThan(WORST_RATIO);
    });

    it("[URI-9] overlap search is at most quadratic among templates of one kind", () => {
      const [few, many] = [250, 1000].map((count) =>
        Array.from({ length: count }, (_, i) => `x://h/a${i}/{b}`),
      );
      const ratio = ratioOf(
        () => findTemplateOverlaps(many!),
        () => findTemplateOverlaps(few!),
      );
      expect(ratio).toBeLessThan(WORST_RATIO);
    });
  },
);
