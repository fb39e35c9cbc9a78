import fc from "fast-check";
import { expect, it } from "vitest";
import { excerpt, EXCERPT_CHARACTERS } from "../../src/lists/excerpt.ts";

const text = fc.string({
  unit: fc.oneof(fc.constant("a"), fc.constant("👩‍👩‍👧"), fc.constant("é"), fc.constant("\n")),
  minLength: 0,
  maxLength: 700,
  size: "max",
});
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const characters = (value: string): string[] =>
  [...segmenter.segment(value)].map(({ segment }) => segment);

it("is a beginning of the text, whole characters, well formed, and says whether it is all", () => {
  fc.assert(
    fc.property(text, (whole) => {
      const { excerpt: beginning, cut } = excerpt(whole);
      expect(whole.startsWith(beginning)).toBe(true);
      expect(beginning).not.toMatch(/\p{Cs}/u);
      expect(cut === true).toBe(beginning !== whole);
      const shown = characters(beginning);
      expect(shown.length).toBeLessThanOrEqual(EXCERPT_CHARACTERS);
      expect(characters(whole).slice(0, shown.length)).toEqual(shown);
    }),
  );
});

it("shows 280 characters of a longer text", () => {
  expect(excerpt("x".repeat(281))).toEqual({ excerpt: "x".repeat(280), cut: true });
  expect(excerpt("x".repeat(280))).toEqual({ excerpt: "x".repeat(280) });
});

it("is short for one character without an end", () => {
  expect(excerpt(`a${"\u0301".repeat(100_000)}`).excerpt.length).toBeLessThanOrEqual(1200);
});
