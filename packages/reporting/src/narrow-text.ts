import { escapeBytes } from "./escape-bytes.ts";
import { hostBuffer } from "./host.ts";
import { wideByteLength } from "./wide-text.ts";

// Constants of this module and of constant length: that saves V8 the checks on every access (a factor of 1.5 here).
const ESCAPE_BYTES: Uint8Array = Uint8Array.from({ length: 256 }, (_, octet) => escapeBytes(octet));
const CHUNK_UNITS = 4096;
/** With room to fill up the last pair of words. */
const octets = new Uint8Array(CHUNK_UNITS + 8);
const words = new Int32Array(octets.buffer);
const hostView = hostBuffer?.from(octets.buffer, 0, octets.byteLength);
const encoder = new TextEncoder();

/**
 * The bytes of Latin-1 text inside its JSON string. Its octets are written into a scratch, a chunk at a time, and looked
 * at word by word: by `TextEncoder` while all is ASCII, after that as Latin-1 where the host can.
 */
export function narrowByteLength(text: string): number {
  let bytes = 0;
  let from = 0;
  for (; from < text.length; from += CHUNK_UNITS) {
    const { read, written } = encoder.encodeInto(chunkOf(text, from), octets);
    if (written > read) break; // Not ASCII; what follows most likely is not either.
    bytes += asciiByteLength(written);
  }
  for (; from < text.length; from += CHUNK_UNITS) {
    const chunk = chunkOf(text, from);
    if (hostView === undefined) bytes += wideByteLength(chunk);
    else bytes += latin1ByteLength(hostView.write(chunk, 0, CHUNK_UNITS, "latin1"));
  }
  return bytes;
}

function chunkOf(text: string, from: number): string {
  return text.length <= CHUNK_UNITS ? text : text.slice(from, from + CHUNK_UNITS);
}

/**
 * The bytes of the first `length` octets of the scratch, two words at a time: is a control, a quote or a backslash among
 * these eight octets? Only then each is looked up.
 *
 * `word ^ 0x02…` moves `"` (22) to 20, next to the controls, so that subtracting 21 from each octet borrows, and so sets
 * its top bit, for both at once; `word ^ 0x5c…` makes a backslash 0. A borrow out of a hit may flag the octet next to it
 * in vain, which the look-up corrects.
 */
function asciiByteLength(length: number): number {
  const count = fillUp(length);
  let bytes = length;
  for (let at = 0; at < count; at += 2) {
    const a = words[at]!;
    const b = words[at + 1]!;
    const hits = control(a) | backslash(a) | control(b) | backslash(b);
    if ((hits & 0x80808080) !== 0) bytes += lookUp(a) + lookUp(b);
  }
  return bytes;
}

/** The same of Latin-1, whose octets over 7f take one byte more in UTF-8; they have their top bit from the start. */
function latin1ByteLength(length: number): number {
  const count = fillUp(length);
  let bytes = length;
  for (let at = 0; at < count; at += 2) {
    const a = words[at]!;
    const b = words[at + 1]!;
    const hits = ((control(a) | backslash(a)) & ~a) | ((control(b) | backslash(b)) & ~b);
    if ((hits & 0x80808080) !== 0) bytes += lookUp(a) + lookUp(b);
    // The product sums up the four octets of its factor in its top octet.
    bytes += Math.imul(topBits(a) + topBits(b), 0x01010101) >>> 24;
  }
  return bytes;
}

/** Fills the scratch up with plain letters to whole pairs of words, and gives the number of words. */
function fillUp(length: number): number {
  octets.fill(0x61, length, length + 8);
  return ((length + 7) >> 3) << 1;
}

function control(word: number): number {
  return ((word ^ 0x02020202) - 0x21212121) | 0;
}

function backslash(word: number): number {
  return ((word ^ 0x5c5c5c5c) - 0x01010101) | 0;
}

function topBits(word: number): number {
  return (word >>> 7) & 0x01010101;
}

function lookUp(word: number): number {
  return (
    ESCAPE_BYTES[word & 0xff]! +
    ESCAPE_BYTES[(word >>> 8) & 0xff]! +
    ESCAPE_BYTES[(word >>> 16) & 0xff]! +
    ESCAPE_BYTES[word >>> 24]!
  );
}
