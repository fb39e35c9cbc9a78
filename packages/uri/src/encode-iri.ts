import { DEFAULT_MAX_BYTES } from "./characters.ts";
import { ResourceUriError } from "./errors.ts";
import { encodeCharacter } from "./percent-encoding.ts";
import { type ResourceUriString, validateResourceUri } from "./resource-uri.ts";
import { findInputFault } from "./uri-fault.ts";

// Non-ASCII characters (a surrogate pair is one; a lone surrogate is left, and refused), space and "<>\^`|.
const TO_ENCODE = /[ "<>\\^`|]|[\u{80}-\u{D7FF}\u{E000}-\u{10FFFF}]/gu;

/**
 * Turns an IRI into a resource URI: percent-encodes non-ASCII characters (RFC 3987 §3.1), space and the characters
 * `"`, `<`, `>`, `\`, `^`, backtick and `|`, then validates. `%` is left alone: an IRI may already hold escapes. Nothing is normalized.
 *
 * @throws {ResourceUriError} if the outcome is no resource URI: `%` without hex digits, braces and controls still fail. Its `offset` is an index into `iri`.
 * @example
 * encodeIri("docs://wiki/Größe und Maß"); // "docs://wiki/Gr%C3%B6%C3%9Fe%20und%20Ma%C3%9F"
 */
export function encodeIri(iri: string): ResourceUriString {
  const fault = findInputFault(iri, DEFAULT_MAX_BYTES);
  if (fault !== undefined) throw new ResourceUriError(fault);
  const uri = iri.replace(TO_ENCODE, (character) => encodeCharacter(character) ?? character);
  const verdict = validateResourceUri(uri);
  if (verdict.ok) return verdict.uri.href;
  const { code, offset, message } = verdict.error;
  throw new ResourceUriError({ code, offset: offsetInIri(iri, offset), message });
}

/** Where in `iri` the character stands that gives the character at `offset` of the URI. */
function offsetInIri(iri: string, offset: number): number {
  let shift = 0;
  for (const { 0: character, index } of iri.matchAll(TO_ENCODE)) {
    const length = (encodeCharacter(character) ?? character).length;
    if (index + shift > offset) break;
    if (index + shift + length > offset) return index;
    shift += length - character.length;
  }
  return offset - shift;
}
