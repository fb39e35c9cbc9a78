/** RFC 3986 §2.3, as the inside of a character class. */
export const UNRESERVED: string = String.raw`A-Za-z0-9\-._~`;
/** RFC 3986 §2.2, as the inside of a character class. */
export const SUB_DELIMS = "!$&'()*+,;=";
/** RFC 3986 §3.3 `pchar` with a bare `%` in place of `pct-encoded`, as the inside of a character class. */
export const PCHAR_OR_PERCENT: string = `${UNRESERVED}${SUB_DELIMS}:@%`;

/** The same without the dot. */
export const PCHAR_BUT_DOT: string = PCHAR_OR_PERCENT.replace(".", "");

/** Only unreserved characters: such text is its own percent-decoded and percent-encoded form. */
export const ONLY_UNRESERVED: RegExp = new RegExp(`^[${UNRESERVED}]*$`);
/** Only `pchar` and `%`: what a path segment may be made of, escapes not looked at. */
export const ONLY_PCHAR_OR_PERCENT: RegExp = new RegExp(`^[${PCHAR_OR_PERCENT}]*$`);

/** Default of every `maxBytes` (URI-9). */
export const DEFAULT_MAX_BYTES = 8192;

/** Reads a `maxBytes` option; a caller's mistake is a `TypeError`. */
export function maxBytesOf(
  options: { readonly maxBytes?: number | undefined } | undefined,
): number {
  const maxBytes = options?.maxBytes;
  if (maxBytes === undefined) return DEFAULT_MAX_BYTES;
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1)
    throw new TypeError("maxBytes must be a positive safe integer");
  return maxBytes;
}

/** Tells whether `text` takes more than `maxBytes` bytes of UTF-8 (a lone surrogate counts three), without encoding it. */
export function exceedsBytes(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  if (text.length * 3 <= maxBytes) return false;
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (isSurrogatePair(text, i)) {
      bytes += 4;
      i++;
    } else bytes += 3;
  }
  return bytes > maxBytes;
}

/** Tells whether a high surrogate at `i` is followed by a low one. */
export function isSurrogatePair(text: string, i: number): boolean {
  return (text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
}
