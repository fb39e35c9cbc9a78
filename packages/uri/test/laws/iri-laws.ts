import fc from "fast-check";
import { expect } from "vitest";

import { anyString, mutated, nearMiss, validUri } from "../arbitraries.ts";
import { referenceVerdict } from "../reference/reference-uri.ts";
import { law, type Law } from "./law.ts";

/** Octet by octet, as RFC 3987 §3.1 and the contract of `encodeIri` have it. */
function encodedByHand(iri: string): string {
  return Array.from(iri)
    .map((character) => {
      const code = character.codePointAt(0)!;
      const isLoneSurrogate = code >= 0xd800 && code <= 0xdfff;
      if (isLoneSurrogate || (code < 0x80 && !' "<>\\^`|'.includes(character))) return character;
      return Array.from(new TextEncoder().encode(character))
        .map((octet) => `%${octet.toString(16).toUpperCase()}`)
        .join("");
    })
    .join("");
}

const iri = fc.oneof(
  fc
    .tuple(validUri, fc.string({ unit: "grapheme", maxLength: 4 }))
    .map(([uri, text]) => `${uri}${text.replace(/[%{}[\]#]/g, "")}`),
  mutated(validUri),
  nearMiss,
  anyString,
);

export const iriLaws: readonly Law[] = [
  law(
    "encodeIri encodes what is no URI character, then validates: the verdict is that of the encoded text",
    iri,
    (subject, input) => {
      const uri = encodedByHand(input);
      const expected = referenceVerdict(uri);
      if (expected === undefined) {
        expect(subject.encodeIri(input)).toBe(uri);
        expect(subject.encodeIri(uri)).toBe(uri);
        return;
      }
      const error = refusalOf(() => subject.encodeIri(input));
      if (!subject.ResourceUriError.is(error)) throw error;
      expect(error.code).toBe(expected.code);
      // The offset is one of the input: what stands before it gives what stands before the fault.
      const before = encodedByHand(input.slice(0, error.offset));
      expect(uri.slice(0, expected.offset).startsWith(before)).toBe(true);
      const through = encodedByHand(input.slice(0, error.offset + 1));
      if (error.offset < input.length && !/[\uD800-\uDBFF]/.test(input[error.offset]!)) {
        expect(through.length).toBeGreaterThan(expected.offset);
      }
    },
    1000,
  ),
];

function refusalOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was refused");
}
