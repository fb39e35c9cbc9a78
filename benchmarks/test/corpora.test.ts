import { createHash } from "node:crypto";

import { isResourceUri, validateResourceUri } from "@org/resources-uri";
import { describe, expect, test } from "vitest";

import { invalidUris } from "../src/corpora/invalid-uris.ts";
import { mixedUris } from "../src/corpora/mixed-uris.ts";
import { lattice, templateSet } from "../src/corpora/template-sets.ts";

describe("the mixed URI corpus", () => {
  const corpus = mixedUris();

  test("has 950 valid and 64 invalid URIs of about 100 characters", () => {
    expect(corpus).toHaveLength(1014);
    expect(corpus.filter(({ valid }) => !valid)).toHaveLength(64);
    expect(invalidUris).toHaveLength(64);
    const mean = corpus.reduce((length, { uri }) => length + uri.length, 0) / corpus.length;
    expect(mean).toBeGreaterThan(95);
    expect(mean).toBeLessThan(105);
  });

  test("is the same text in every run", () => {
    const digest = createHash("sha256").update(JSON.stringify(corpus)).digest("hex");
    expect(digest).toBe("9e1864c498a38d10436dec2582d93b76f17f1ebfa8092497fa40bfd35bfb2f08");
  });

  test("gets exactly the verdicts that it owes", () => {
    const given = corpus.map(({ uri, code }) => {
      const result = validateResourceUri(uri);
      expect(isResourceUri(uri)).toBe(result.ok);
      return {
        uri,
        valid: result.ok,
        ...(result.ok || code === undefined ? {} : { code: result.error.code }),
      };
    });
    expect(given).toEqual(
      corpus.map(({ uri, valid, code }) => ({
        uri,
        valid,
        ...(code === undefined ? {} : { code }),
      })),
    );
  });
});

describe("the template sets", () => {
  test("every registration and every question is spelled once for each kind of matcher", () => {
    const { registrations, questions } = templateSet(100, 64);
    expect(new Set(registrations.map(({ template }) => template)).size).toBe(100);
    expect(questions).toHaveLength(64);
    expect(questions.filter(({ expected }) => expected === -1)).toHaveLength(8);
    for (const { uri, path } of questions) expect(path).toHaveLength(uri.length);
  });
  test("the lattice has every mixture of literal and variable once", () => {
    expect(new Set(lattice(6).map(({ template }) => template)).size).toBe(64);
  });
});
