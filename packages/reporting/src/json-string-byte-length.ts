import { narrowByteLength } from "./narrow-text.ts";
import { wideByteLength } from "./wide-text.ts";

const QUOTES = 2;
/** Below this many UTF-16 units the way for wide text is the fastest. */
const SHORT = 64;
/** Any unit that Latin-1 has not. On a one-byte string V8 answers at once; elsewhere the search stops at the first. */
const WIDE = /[\u0100-\uffff]/;

/**
 * The number of bytes `text` takes as a JSON string, quotes included: `utf8ByteLength(JSON.stringify(text))`, without
 * building that string (RPT-6). Lone surrogates count as the escapes that `JSON.stringify` writes for them.
 *
 * @example
 * jsonStringByteLength('a"é'); // 7, of "a\"é"
 */
export function jsonStringByteLength(text: string): number {
  const narrow = text.length >= SHORT && !WIDE.test(text);
  return QUOTES + (narrow ? narrowByteLength(text) : wideByteLength(text));
}
