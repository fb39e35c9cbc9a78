import { escapeBytes } from "./escape-bytes.ts";

/** Marks a surrogate in the table: a bit that no number of bytes (at most 6) has. */
const SURROGATE = 8;

// For each UTF-16 unit the bytes it takes in JSON; a constant of this module, like the tables in narrow-text.ts.
const UNIT_BYTES: Uint8Array = new Uint8Array(0x1_0000)
  .fill(3)
  .fill(2, 0x80, 0x800)
  .fill(SURROGATE, 0xd800, 0xe000);
for (let unit = 0; unit < 0x80; unit++) UNIT_BYTES[unit] = 1 + escapeBytes(unit);

const CHUNK_UNITS = 4096;

/** The bytes of any text inside its JSON string: by a table over UTF-16 units, until the first surrogate. */
export function wideByteLength(text: string): number {
  let bytes = 0;
  for (let from = 0; from < text.length; from += CHUNK_UNITS) {
    const inChunk = surrogateFree(text, from, Math.min(from + CHUNK_UNITS, text.length));
    if (inChunk === undefined) return bytes + byteLengthByUnits(text, from);
    bytes += inChunk;
  }
  return bytes;
}

/** `undefined` if there is a surrogate. No branch in the loop: twice as fast as the other on megabytes of CJK. */
function surrogateFree(text: string, from: number, to: number): number | undefined {
  let bytes = 0;
  let seen = 0;
  for (let at = from; at < to; at++) {
    const unitBytes = UNIT_BYTES[text.charCodeAt(at)]!;
    bytes += unitBytes;
    seen |= unitBytes;
  }
  return seen < SURROGATE ? bytes : undefined;
}

/** The same unit by unit, from an index on: a pair takes four bytes, a lone surrogate the six of `\udxxx`. */
export function byteLengthByUnits(text: string, from: number): number {
  const { length } = text;
  let bytes = 0;
  for (let at = from; at < length; at++) {
    const unit = text.charCodeAt(at);
    if ((unit & 0xf800) !== 0xd800) {
      bytes += UNIT_BYTES[unit]!;
    } else if (unit < 0xdc00 && at + 1 < length && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
      bytes += 4;
      at++;
    } else {
      bytes += 6;
    }
  }
  return bytes;
}
