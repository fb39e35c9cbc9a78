import { decodeBase64Url, encodeBase64Url } from "./base64-url.ts";
import type { CursorKeys } from "./cursor-keys.ts";

// version (1) ‖ key id (8) ‖ salt (17) ‖ nonce (12) ‖ AES-256-GCM(position (4) ‖ expiry (8)) + tag (16) = 66 bytes.
// A multiple of three: 88 characters, none of them with unused bits.
const VERSION = 1;
const KEY_ID_AT = 1;
const SALT_AT = 9;
const NONCE_AT = 26;
const SEALED_AT = 38;
const CURSOR_BYTES = 66;
const POSITION_BYTES = 12;

/** How long a cursor holds. */
export const CURSOR_LIFETIME_MS = 600_000;
/** A longer string is refused unread (LIM-2). */
const MAX_CURSOR_INPUT = 4096;

/** What a cursor is bound to: elsewhere it means nothing (LST-3). */
export interface CursorBinding {
  readonly method: "resources" | "templates";
  /** The registry's revision, 32 bytes. */
  readonly revision: Uint8Array;
  /** Digest of the scope key, 32 bytes ({@link digestScopeKey}). */
  readonly scope: Uint8Array;
}

/** The part of a cursor that does not depend on what it will say. */
export interface CursorDraft {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly key: CryptoKey;
}

/** Draws salt and nonce and derives a cursor's key: half of the work, to be begun while policy is still asked. */
export async function draftCursor(keys: CursorKeys): Promise<CursorDraft> {
  const [current] = await keys.load();
  const bytes = new Uint8Array(CURSOR_BYTES);
  bytes[0] = VERSION;
  bytes.set(current.id, KEY_ID_AT);
  // Never from an injected source: a repeated nonce under one key would break the cipher.
  crypto.getRandomValues(bytes.subarray(SALT_AT, SEALED_AT));
  return { bytes, key: await keys.derive(current, saltOf(bytes)) };
}

/**
 * Makes a draft the cursor that continues after the entry at `position` until `expiry` (epoch ms): always 88 characters
 * (LST-3). A draft makes one cursor.
 */
export async function sealCursor(
  { bytes, key }: CursorDraft,
  binding: CursorBinding,
  position: number,
  expiry: number,
): Promise<string> {
  const plain = new DataView(new ArrayBuffer(POSITION_BYTES));
  plain.setUint32(0, position);
  plain.setFloat64(4, expiry);
  const sealed = await crypto.subtle.encrypt(cipher(bytes, binding), key, plain);
  bytes.set(new Uint8Array(sealed), SEALED_AT);
  return encodeBase64Url(bytes);
}

/** Reads a cursor back: the position, or `undefined` for everything that is not this binding's own, unexpired and unaltered. */
export async function openCursor(
  keys: CursorKeys,
  binding: CursorBinding | Promise<CursorBinding>,
  text: unknown,
  now: number,
): Promise<number | undefined> {
  if (typeof text !== "string" || text.length > MAX_CURSOR_INPUT) return undefined;
  const cursor = decodeBase64Url(text);
  if (cursor?.length !== CURSOR_BYTES || cursor[0] !== VERSION) return undefined;
  const key = (await keys.load()).find(({ id }) =>
    id.every((byte, index) => byte === cursor[KEY_ID_AT + index]),
  );
  if (key === undefined) return undefined;
  const [derived, bound] = await Promise.all([keys.derive(key, saltOf(cursor)), binding]);
  try {
    const sealed = cursor.subarray(SEALED_AT);
    const plain = await crypto.subtle.decrypt(cipher(cursor, bound), derived, sealed);
    const view = new DataView(plain);
    return view.getFloat64(4) > now ? view.getUint32(0) : undefined;
  } catch {
    return undefined;
  }
}

/** Digests a scope key with its type: a string never stands for bytes (LST-3). */
export async function digestScopeKey(key: string | Uint8Array): Promise<Uint8Array> {
  const bytes = typeof key === "string" ? new TextEncoder().encode(key) : key;
  const tagged = new Uint8Array(1 + bytes.length);
  tagged[0] = typeof key === "string" ? 0x73 : 0x62;
  tagged.set(bytes, 1);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", tagged));
}

function saltOf(cursor: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return cursor.subarray(SALT_AT, NONCE_AT);
}

function cipher(cursor: Uint8Array<ArrayBuffer>, binding: CursorBinding): AesGcmParams {
  // Method (1) and two digests (32 each): fixed lengths, so that no two bindings read alike.
  const bound = new Uint8Array(1 + 32 + 32);
  bound[0] = binding.method === "resources" ? 1 : 2;
  bound.set(binding.revision, 1);
  bound.set(binding.scope, 33);
  return { name: "AES-GCM", iv: cursor.subarray(NONCE_AT, SEALED_AT), additionalData: bound };
}
