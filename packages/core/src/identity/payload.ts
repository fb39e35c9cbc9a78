import { utf8ByteLength } from "@org/resources-reporting";
import type { CacheHint, JsonObject } from "../definition/definition.ts";
import { assertMetaKeys } from "../definition/meta-keys.ts";
import { copyHostJsonObject } from "../host-json.ts";
import { isWellFormed } from "../well-formed.ts";
import { copyCacheHint } from "./cache-hint.ts";
import {
  Constructed,
  CONSTRUCTED_MARK,
  type ConstructedKind,
  notConstructed,
  PayloadError,
} from "./construction.ts";
import { isMimeType } from "./mime-type.ts";

declare const PAYLOAD: unique symbol;

/** Metadata at each place (LIM-2). */
const MAX_META_BYTES = 65_536;

/**
 * One body, text or bytes, and its MIME type; it cannot name its URI (PAY-1).
 * Made by `textPayload` or `blobPayload` alone. `bytes` gives a copy each time it is read: nobody can change the body.
 */
export type Payload = {
  readonly mimeType: string;
  readonly _meta?: JsonObject | undefined;
  readonly cache?: CacheHint | undefined;
  readonly [PAYLOAD]: true;
} & (
  | { readonly text: string; readonly bytes?: undefined }
  | { readonly bytes: Uint8Array; readonly text?: undefined }
);

/** What `textPayload` and `blobPayload` take besides body and MIME type. */
export interface PayloadOptions {
  readonly _meta?: JsonObject | undefined;
  readonly cache?: CacheHint | undefined;
}

class ConstructedPayload extends Constructed {
  readonly mimeType: string;
  readonly text: string | undefined;
  readonly cache: CacheHint | undefined;
  readonly #meta: JsonObject | undefined;
  readonly #bytes: Uint8Array | undefined;
  /** Bytes that nobody else ever saw may be given away once, uncopied. */
  #spare: boolean;

  constructor(
    mimeType: unknown,
    text: string | undefined,
    bytes: Uint8Array | undefined,
    spare: boolean,
    options: PayloadOptions,
    maker: string,
  ) {
    super();
    if (!isMimeType(mimeType)) {
      throw new PayloadError(`${maker}: the MIME type must be valid, such as "text/plain"`);
    }
    if (typeof options !== "object" || options === null) {
      throw new PayloadError(`${maker}: options must be an object`);
    }
    const cache = copyCacheHint(options.cache);
    if (!cache.ok) throw new PayloadError(`${maker}: ${cache.fault}`);
    this.mimeType = mimeType;
    this.text = text;
    this.cache = cache.hint;
    this.#meta = copyMeta(options, maker);
    this.#bytes = bytes;
    this.#spare = spare;
    Object.freeze(this);
  }

  static override is(value: unknown): value is ConstructedPayload {
    return typeof value === "object" && value !== null && #bytes in value;
  }

  get _meta(): JsonObject | undefined {
    return this.#meta;
  }

  get bytes(): Uint8Array | undefined {
    return this.#bytes === undefined ? undefined : new Uint8Array(this.#bytes);
  }

  get [CONSTRUCTED_MARK](): ConstructedKind {
    return "payload";
  }

  /** Bytes for a result: the caller's own, to do with as it likes. */
  static take(payload: ConstructedPayload): Uint8Array | undefined {
    if (!payload.#spare) return payload.bytes;
    payload.#spare = false;
    return payload.#bytes;
  }

  static byteLength(payload: ConstructedPayload): number {
    return payload.text === undefined
      ? (payload.#bytes?.byteLength ?? 0)
      : utf8ByteLength(payload.text);
  }
}

/**
 * Makes a text body (PAY-1). Empty text is valid; it must be well-formed Unicode. `_meta` is copied, at most 64 KiB.
 * Throws a `TypeError` that says what is wrong; thrown out of a reader it fails the item as `invalid_content` (READ-6).
 *
 * @example
 * return textPayload(JSON.stringify(row), "application/json");
 */
export function textPayload(text: string, mimeType: string, options: PayloadOptions = {}): Payload {
  if (typeof text !== "string") throw new PayloadError("textPayload: the text must be a string");
  if (!isWellFormed(text)) {
    throw new PayloadError(
      "textPayload: the text must be well-formed Unicode (no lone surrogates)",
    );
  }
  return made(new ConstructedPayload(mimeType, text, undefined, false, options, "textPayload"));
}

/**
 * Makes a binary body (PAY-1): the bytes are copied. An empty body is valid. `_meta` is copied, at most 64 KiB.
 * Throws a `TypeError` that says what is wrong; thrown out of a reader it fails the item as `invalid_content` (READ-6).
 *
 * @example
 * return blobPayload(await store.bytes(target.uri), "image/png", { cache: { ttlMs: 60_000 } });
 */
export function blobPayload(
  bytes: Uint8Array,
  mimeType: string,
  options: PayloadOptions = {},
): Payload {
  if (!isUint8Array(bytes)) throw new PayloadError("blobPayload: the bytes must be a Uint8Array");
  return made(
    new ConstructedPayload(
      mimeType,
      undefined,
      new Uint8Array(bytes),
      false,
      options,
      "blobPayload",
    ),
  );
}

/**
 * {@link blobPayload} of bytes that the caller has just made and shows to nobody: they are not copied, and the first
 * result that takes them owns them.
 */
export function ownedBlobPayload(
  bytes: Uint8Array,
  mimeType: string,
  options: PayloadOptions = {},
): Payload {
  return made(new ConstructedPayload(mimeType, undefined, bytes, true, options, "blobPayload"));
}

/** Tells a payload of this copy of the package from everything else. */
export function isPayload(value: unknown): value is Payload {
  return ConstructedPayload.is(value);
}

/** Says why a value is no payload of this copy. */
export function payloadFault(value: unknown): string {
  return notConstructed(value, "payload", "textPayload or blobPayload");
}

/** The body's own size: UTF-8 bytes of a text, bytes of a blob. */
export function payloadByteLength(payload: Payload): number {
  return ConstructedPayload.is(payload) ? ConstructedPayload.byteLength(payload) : 0;
}

/** A size that {@link payloadByteLength} never exceeds, without a look at the body: a UTF-16 unit takes at most three bytes. */
export function payloadByteLengthBound(payload: Payload): number {
  return payload.text === undefined ? payloadByteLength(payload) : payload.text.length * 3;
}

/** The body's bytes for one result to own; `undefined` for a text. */
export function takePayloadBytes(payload: Payload): Uint8Array | undefined {
  return ConstructedPayload.is(payload) ? ConstructedPayload.take(payload) : undefined;
}

/** The class says of a body what the type says: text or bytes, never both. */
function made(payload: ConstructedPayload): Payload {
  if (!isPayload(payload)) throw new PayloadError("unreachable: just constructed");
  return payload;
}

function copyMeta({ _meta: meta }: PayloadOptions, maker: string): JsonObject | undefined {
  if (meta === undefined) return undefined;
  try {
    const { value } = copyHostJsonObject(meta, { name: "_meta", maxBytes: MAX_META_BYTES });
    assertMetaKeys(value, "_meta");
    return value;
  } catch (error) {
    const reason = error instanceof Error ? error.message : "_meta is invalid";
    throw new PayloadError(`${maker}: ${reason}`, { cause: error });
  }
}

/** Of any realm; what a subclass says of itself does not count. */
function isUint8Array(value: unknown): value is Uint8Array {
  return (
    ArrayBuffer.isView(value) &&
    Reflect.get(TYPED_ARRAY, Symbol.toStringTag, value) === "Uint8Array"
  );
}

/** Its `Symbol.toStringTag` getter reads the kind from the array itself. */
const TYPED_ARRAY: object = Reflect.getPrototypeOf(Uint8Array.prototype) ?? Uint8Array.prototype;
