import { hostBuffer } from "./host.ts";

const encoder = new TextEncoder();
const SCRATCH_BYTES = 16_384;
/** A UTF-16 unit takes at most three bytes, so a chunk of this many units always fits the scratch. */
const CHUNK_UNITS = 5461;
let scratch: Uint8Array<ArrayBuffer> | undefined;

/**
 * The number of bytes `text` takes as UTF-8; a lone surrogate counts three, as `TextEncoder` would write U+FFFD.
 */
export function utf8ByteLength(text: string): number {
  if (hostBuffer !== undefined) return hostBuffer.byteLength(text, "utf8");
  scratch ??= new Uint8Array(SCRATCH_BYTES);
  let bytes = 0;
  for (let from = 0; from < text.length;) {
    const to = chunkEnd(text, from, CHUNK_UNITS);
    bytes += encoder.encodeInto(text.slice(from, to), scratch).written;
    from = to;
  }
  return bytes;
}

/** The end of the chunk that starts at `from`, moved by one where it would cut a surrogate pair in two. */
export function chunkEnd(text: string, from: number, units: number): number {
  const to = from + units;
  if (to >= text.length) return text.length;
  const last = text.charCodeAt(to - 1);
  return last >= 0xd800 && last < 0xdc00 ? to - 1 : to;
}
