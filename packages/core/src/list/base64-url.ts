import { encodeBase64 } from "@org/resources-reporting";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const SEXTETS: ReadonlyMap<string, number> = new Map(
  Array.from(ALPHABET, (character, sextet) => [character, sextet]),
);

/** Encodes bytes as base64url without padding (RFC 4648 §5). */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes what {@link encodeBase64Url} makes, and nothing else: no padding, no blanks, no second spelling. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let held = 0;
  let bits = 0;
  let at = 0;
  for (const character of text) {
    const sextet = SEXTETS.get(character);
    if (sextet === undefined) return undefined;
    held = ((held << 6) | sextet) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at] = (held >> bits) & 0xff;
    at += 1;
  }
  // Unused bits must be zero, and there may be no sextet that completes no byte: one spelling.
  if (bits === 6 || (held & ((1 << bits) - 1)) !== 0) return undefined;
  return bytes;
}
