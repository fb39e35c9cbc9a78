import type { Random } from "./clock.ts";

/** Random bytes from WebCrypto. */
export const systemRandom: Random = (n: number) => crypto.getRandomValues(new Uint8Array(n));

/** Asking for few bytes costs as much as asking for many. */
const POOL_BYTES = 3072;
const ID_DIGITS = 24;

/**
 * A source that always gives the bytes it is asked for: where the host's throws, or gives something else, WebCrypto's
 * takes its place. No read may fail, and no name repeat, for want of randomness.
 */
export function dependableRandom(random: Random | undefined): Random {
  if (random === undefined) return systemRandom;
  return (n) => {
    try {
      const bytes: unknown = random(n);
      if (bytes instanceof Uint8Array && bytes.byteLength === n) return new Uint8Array(bytes);
    } catch {
      // Fall through: the host's source is out of order.
    }
    return systemRandom(n);
  };
}

/** Makes operation ids: 96 random bits as 24 hex digits, cut from a pool. */
export function operationIds(random: Random): () => string {
  let pool = "";
  let at = 0;
  return () => {
    if (at >= pool.length) {
      pool = hexOf(random(POOL_BYTES));
      at = 0;
    }
    at += ID_DIGITS;
    return pool.slice(at - ID_DIGITS, at);
  };
}

/** Two digits for each byte, as one number: written and read by the same kind of view, whatever the byte order. */
const DIGIT_PAIRS: Uint16Array = (() => {
  const digits = "0123456789abcdef";
  const codes = new Uint8Array(512);
  for (let byte = 0; byte < 256; byte += 1) {
    codes[byte * 2] = digits.charCodeAt(byte >> 4);
    codes[byte * 2 + 1] = digits.charCodeAt(byte & 15);
  }
  return new Uint16Array(codes.buffer);
})();

/** One flat string: adding digit by digit would leave a chain of thousands. */
function hexOf(bytes: Uint8Array): string {
  const pairs = new Uint16Array(bytes.length);
  for (let index = 0; index < bytes.length; index += 1) {
    pairs[index] = DIGIT_PAIRS[bytes[index] ?? 0] ?? 0;
  }
  return new TextDecoder().decode(pairs);
}
