const KEY_BYTES = 32;
const MAX_KEYS = 4;
const KEY_ID_BYTES = 8;
const KEY_INFO: Uint8Array<ArrayBuffer> = new TextEncoder().encode("mcp-resources/cursor");
const KEY_ID_INFO: Uint8Array<ArrayBuffer> = new TextEncoder().encode(
  "mcp-resources/cursor-key-id",
);

/** Most cursors come back to the gateway that made them, soon: what it derived for the last ones is kept. */
const MAX_DERIVED = 128;

/** One cursor key, ready for derivation, and the public id by which cursors name it. */
export interface CursorKey {
  readonly id: Uint8Array<ArrayBuffer>;
  readonly material: CryptoKey;
}

/** The keys of one gateway: cursors are made with the first and read with any (LST-4). */
export interface CursorKeys {
  /** False when the gateway made its own: then no other instance can continue its lists. */
  readonly given: boolean;
  /** Derived once, when first asked. */
  readonly load: () => Promise<readonly [CursorKey, ...CursorKey[]]>;
  /** The key of one cursor: HKDF-SHA-256 of a cursor key and the cursor's own salt (LST-3). */
  readonly derive: (key: CursorKey, salt: Uint8Array<ArrayBuffer>) => Promise<CryptoKey>;
}

/**
 * Copies and checks `cursorKeys`: one to four keys of 32 bytes, `[current, ...previous]` (LST-4).
 *
 * Without them a random key is drawn from WebCrypto when the first cursor needs it. Throws a `TypeError` otherwise.
 */
export function createCursorKeys(keys: readonly Uint8Array[] | undefined): CursorKeys {
  const given = keys === undefined ? undefined : copyKeys(keys);
  let loaded: Promise<readonly [CursorKey, ...CursorKey[]]> | undefined;
  const derived = new Map<string, Promise<CryptoKey>>();
  return {
    given: given !== undefined,
    load: () => (loaded ??= loadKeys(given ?? [crypto.getRandomValues(new Uint8Array(KEY_BYTES))])),
    derive: (key, salt) => {
      const name = String.fromCodePoint(...key.id, ...salt);
      const known = derived.get(name) ?? deriveKey(key, salt);
      // Most recently used, last to go.
      derived.delete(name);
      derived.set(name, known);
      for (const oldest of derived.keys()) {
        if (derived.size <= MAX_DERIVED) break;
        derived.delete(oldest);
      }
      return known;
    },
  };
}

type RawKeys = readonly [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]];

function copyKeys(keys: readonly Uint8Array[]): RawKeys {
  if (!Array.isArray(keys)) throw new TypeError("cursorKeys must be an array of keys");
  const [current, ...previous] = Array.from(keys, copyKey);
  if (current === undefined)
    throw new TypeError("cursorKeys must hold a key: leave it out for a random one");
  if (previous.length >= MAX_KEYS) throw new TypeError(`cursorKeys holds at most ${MAX_KEYS} keys`);
  return [current, ...previous];
}

function copyKey(key: unknown, index: number): Uint8Array<ArrayBuffer> {
  // The copy is what counts: a subclass may say anything of its length.
  const copy = key instanceof Uint8Array ? new Uint8Array(key) : undefined;
  if (copy?.length === KEY_BYTES) return copy;
  throw new TypeError(`cursorKeys[${index}] must be a Uint8Array of ${KEY_BYTES} bytes`);
}

async function loadKeys([current, ...previous]: RawKeys): Promise<[CursorKey, ...CursorKey[]]> {
  return [await loadKey(current), ...(await Promise.all(previous.map(loadKey)))];
}

async function loadKey(raw: Uint8Array<ArrayBuffer>): Promise<CursorKey> {
  const material = await crypto.subtle.importKey("raw", raw, "HKDF", false, ["deriveBits"]);
  // Derived, so that the id in every cursor tells nothing of the key.
  const id = await crypto.subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: KEY_ID_INFO },
    material,
    KEY_ID_BYTES * 8,
  );
  return { id: new Uint8Array(id), material };
}

async function deriveKey(
  { material }: CursorKey,
  salt: Uint8Array<ArrayBuffer>,
): Promise<CryptoKey> {
  const algorithm = { name: "HKDF", hash: "SHA-256", salt, info: KEY_INFO };
  // Two steps take two thirds of the time of `deriveKey`.
  const bits = await crypto.subtle.deriveBits(algorithm, material, KEY_BYTES * 8);
  return crypto.subtle.importKey("raw", bits, "AES-GCM", false, ["encrypt", "decrypt"]);
}
