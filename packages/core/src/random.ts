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

const HEX_DIGITS = "0123456789abcdef";

/** One flat string: adding digit by digit would leave a chain of thousands. */
function hexOf(bytes: Uint8Array): string {
  const digits = new Uint8Array(bytes.length * 2);
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    digits[index * 2] = HEX_DIGITS.charCodeAt(byte >> 4);
    digits[index * 2 + 1] = HEX_DIGITS.charCodeAt(byte & 15);
  }
  return new TextDecoder().decode(digits);
}
