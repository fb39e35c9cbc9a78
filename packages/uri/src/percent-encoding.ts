import { ONLY_UNRESERVED } from "./characters.ts";

/** What {@link escapeEnd} returns for a `%` without two hex digits. */
export const MALFORMED_ESCAPE = -1;
/** What {@link escapeEnd} returns for octets that are not valid UTF-8. */
export const MALFORMED_UTF8 = -2;

const HEX_VALUE = new Int8Array(128).fill(-1);
for (let i = 0; i < 16; i++) {
  HEX_VALUE["0123456789abcdef".charCodeAt(i)] = i;
  HEX_VALUE["0123456789ABCDEF".charCodeAt(i)] = i;
}

/** The octet that `%XX` at `at` stands for, or -1. */
export function octetAt(text: string, at: number): number {
  // Nothing is read beyond the text or the table: the engine would leave its fast path for good.
  if (at + 2 >= text.length || text.charCodeAt(at) !== 0x25) return -1;
  const high = text.charCodeAt(at + 1);
  const low = text.charCodeAt(at + 2);
  if (high >= 128 || low >= 128) return -1;
  const octet = HEX_VALUE[high]! * 16 + HEX_VALUE[low]!;
  return octet < 0 || HEX_VALUE[low]! < 0 ? -1 : octet;
}

/**
 * The index after the escapes that make up one character, the first of which is at `at` (URI-4).
 *
 * Bounds of the second octet per lead octet: Unicode Standard, table 3-7 (no overlong forms, surrogates, nor beyond U+10FFFF).
 */
export function escapeEnd(text: string, at: number): number {
  const lead = octetAt(text, at);
  if (lead < 0) return MALFORMED_ESCAPE;
  return lead < 0x80 ? at + 3 : sequenceEnd(text, at, lead);
}

/** {@link escapeEnd} for a lead octet beyond ASCII. */
export function sequenceEnd(text: string, at: number, lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return MALFORMED_UTF8;
  const second = octetAt(text, at + 3);
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < lowest || second > highest) return MALFORMED_UTF8;
  const end = at + (lead < 0xe0 ? 6 : lead < 0xf0 ? 9 : 12);
  for (let next = at + 6; next < end; next += 3) {
    if ((octetAt(text, next) & 0xc0) !== 0x80) return MALFORMED_UTF8; // also where there is none: -1
  }
  return end;
}

/** Percent-encodes everything outside RFC 3986 unreserved, in upper-case hex. The value must be well-formed Unicode. */
export function encodeSegment(value: string): string {
  if (ONLY_UNRESERVED.test(value)) return value;
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Percent-decodes once; `undefined` for a malformed escape or octets that are not UTF-8. */
export function decodeSegment(raw: string): string | undefined {
  if (!raw.includes("%")) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

/** Percent-encodes the character at `at`, whatever it is, as UTF-8. A lone surrogate gives `undefined`. */
export function encodeCharacter(character: string): string | undefined {
  const code = character.charCodeAt(0);
  if (code < 0x80) return `%${code.toString(16).toUpperCase().padStart(2, "0")}`;
  try {
    return encodeURIComponent(character);
  } catch {
    return undefined;
  }
}
