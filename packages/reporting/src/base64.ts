import { hostBuffer } from "./host.ts";

/**
 * The number of characters that `byteLength` bytes take as standard, padded base64 (RFC 4648 §4).
 *
 * @throws TypeError for anything but a whole number of bytes.
 */
export function base64ByteLength(byteLength: number): number {
  if (!Number.isSafeInteger(byteLength) || byteLength < 0) {
    throw new TypeError("A byte length is a non-negative safe integer.");
  }
  return Math.ceil(byteLength / 3) * 4;
}

/** The bytes as standard, padded base64 (RFC 4648 §4). */
export function encodeBase64(bytes: Uint8Array): string {
  if (hostBuffer !== undefined) {
    return hostBuffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  }
  const native: unknown = Reflect.get(bytes, "toBase64");
  return typeof native === "function"
    ? String(Reflect.apply(native, bytes, []))
    : encodePortably(bytes);
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PAD = 0x3d;

/** Base64 with nothing but the language and `TextDecoder`. */
export function encodePortably(bytes: Uint8Array): string {
  const digits = new TextEncoder().encode(ALPHABET);
  const output = new Uint8Array(base64ByteLength(bytes.byteLength));
  const digit = (bits: number): number => digits[bits & 63] ?? 0;
  let to = 0;
  for (let from = 0; from < bytes.byteLength; from += 3) {
    const left = bytes.byteLength - from;
    const bits =
      ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    output[to++] = digit(bits >> 18);
    output[to++] = digit(bits >> 12);
    output[to++] = left > 1 ? digit(bits >> 6) : PAD;
    output[to++] = left > 2 ? digit(bits) : PAD;
  }
  return new TextDecoder().decode(output);
}
