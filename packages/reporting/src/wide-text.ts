import { escapeBytes } from "./escape-bytes.ts";
import { hostBuffer } from "./host.ts";
import { chunkEnd } from "./utf8-byte-length.ts";

// For each UTF-16 unit the bytes it takes in JSON, a surrogate being alone: `\udxxx`. Constants of this module, like the
// tables in narrow-text.ts.
const UNIT_BYTES: Uint8Array = new Uint8Array(0x1_0000)
  .fill(3)
  .fill(2, 0x80, 0x800)
  .fill(6, 0xd800, 0xe000);
for (let unit = 0; unit < 0x80; unit++) UNIT_BYTES[unit] = 1 + escapeBytes(unit);
/** What a pair takes less than its halves alone: four bytes, not twelve. */
const PAIRED = 8;

const CHUNK_UNITS = 4096;
const units = new Uint16Array(CHUNK_UNITS);
const littleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
const hostView = littleEndian ? hostBuffer?.from(units.buffer, 0, units.byteLength) : undefined;
/** Below this many units a call to the host costs more than it saves. */
const WORTH_A_CALL = 32;

/**
 * The bytes of any text inside its JSON string. Its UTF-16 units are copied into a scratch, a chunk at a time: there a
 * loop over them is up to three times as fast as over the string, which may be of several kinds inside.
 */
export function wideByteLength(text: string): number {
  let bytes = 0;
  for (let from = 0; from < text.length;) {
    const to = chunkEnd(text, from, CHUNK_UNITS);
    copyUnits(text, from, to);
    bytes += scratchByteLength(to - from);
    from = to;
  }
  return bytes;
}

function copyUnits(text: string, from: number, to: number): void {
  if (hostView === undefined || to - from < WORTH_A_CALL) {
    for (let at = from; at < to; at++) units[at - from] = text.charCodeAt(at);
  } else {
    hostView.write(text.slice(from, to), 0, units.byteLength, "utf16le");
  }
}

function scratchByteLength(length: number): number {
  let bytes = 0;
  for (let at = 0; at < length; at++) {
    const unit = units[at]!;
    bytes += UNIT_BYTES[unit]!;
    if ((unit & 0xfc00) === 0xdc00 && at > 0 && (units[at - 1]! & 0xfc00) === 0xd800) {
      bytes -= PAIRED;
    }
  }
  return bytes;
}
