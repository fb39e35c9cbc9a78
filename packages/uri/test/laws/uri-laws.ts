import { expect } from "vitest";

import { anyString, mutated, nearMiss, validUri } from "../arbitraries.ts";
import { referenceVerdict } from "../reference/reference-uri.ts";
import { law, type Law, type Subject } from "./law.ts";

function agrees(subject: Subject, input: string): void {
  const verdict = subject.validateResourceUri(input);
  const expected = referenceVerdict(input);
  const actual = verdict.ok
    ? undefined
    : { code: verdict.error.code, offset: verdict.error.offset };
  expect(actual).toEqual(expected);
  expect(subject.isResourceUri(input)).toBe(verdict.ok);
}

/** RFC 3986 §5.3. */
function recomposed(uri: ReturnType<Subject["parseResourceUri"]>): string {
  const { href, authority, path, query, fragment } = uri;
  return [
    // The scheme as it was written: folding it is all that parsing changes.
    `${href.slice(0, uri.scheme.length)}:`,
    authority === undefined ? "" : `//${authority}`,
    path,
    query === undefined ? "" : `?${query}`,
    fragment === undefined ? "" : `#${fragment}`,
  ].join("");
}

export const uriLaws: readonly Law[] = [
  law(
    "[URI-1] what the grammar generates is valid",
    validUri,
    (subject, input) => {
      expect(referenceVerdict(input)).toBeUndefined();
      expect(subject.isResourceUri(input)).toBe(true);
    },
    2000,
  ),
  law(
    "[URI-1] verdict, code and offset agree with the reference: mutated URIs",
    mutated(validUri),
    agrees,
    4000,
  ),
  law(
    "[URI-2] [URI-4] verdict, code and offset agree with the reference: near misses",
    nearMiss,
    agrees,
    6000,
  ),
  law(
    "[URI-2] verdict, code and offset agree with the reference: any strings",
    anyString,
    agrees,
    1000,
  ),
  law(
    "[URI-2] href is the input, byte for byte, and the components recompose it (RFC 3986 §5.3)",
    validUri,
    (subject, input) => {
      const uri = subject.parseResourceUri(input);
      expect(uri.href).toBe(input);
      expect(recomposed(uri)).toBe(input);
      expect(uri.scheme).toBe(uri.scheme.toLowerCase());
    },
    2000,
  ),
  law(
    "[URI-1] parsing, validating and asking give one verdict",
    mutated(validUri),
    (subject, input) => {
      const verdict = subject.validateResourceUri(input);
      if (verdict.ok) expect(subject.parseResourceUri(input)).toEqual(verdict.uri);
      else expect(() => subject.parseResourceUri(input)).toThrow(verdict.error.message);
    },
    500,
  ),
  law(
    "[URI-9] too_long is decided on the UTF-8 bytes of the raw input, before all else",
    nearMiss,
    (subject, input) => {
      const bytes = new TextEncoder().encode(input).length;
      if (bytes === 0) return;
      const atBound = subject.validateResourceUri(input, { maxBytes: bytes });
      expect(atBound.ok ? undefined : atBound.error.code).toBe(referenceVerdict(input)?.code);
      if (bytes === 1) return;
      const beyond = subject.validateResourceUri(input, { maxBytes: bytes - 1 });
      expect(beyond.ok ? undefined : beyond.error.code).toBe("too_long");
    },
    1000,
  ),
];
