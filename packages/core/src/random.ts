import type { Random } from "./clock.ts";

/** Random bytes from WebCrypto. */
export const systemRandom: Random = (n: number) => crypto.getRandomValues(new Uint8Array(n));

/** Asking for few bytes costs as much as asking for many. */
const POOL_BYTES = 3072;
const ID_BYTES = 12;
const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, "0"),
);

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

/** Makes operation ids: 96 random bits as 24 hex characters, drawn from a pool. */
export function operationIds(random: Random): () => string {
  let pool: Uint8Array = new Uint8Array(0);
  let at = 0;
  return () => {
    if (at >= pool.byteLength) {
      pool = random(POOL_BYTES);
      at = 0;
    }
    let id = "";
    for (const end = at + ID_BYTES; at < end; at += 1) id += HEX[pool[at] ?? 0];
    return id;
  };
}
