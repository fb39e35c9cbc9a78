import type { Awaitable } from "../awaitable.ts";
import { PayloadError } from "../identity/construction.ts";
import { isPayload, ownedBlobPayload, type Payload, textPayload } from "../identity/payload.ts";
import { tooLarge } from "../signal.ts";
import {
  bodyKind,
  type ContentMode,
  decodeText,
  UNKNOWN_MIME_TYPE,
  wireMimeType,
} from "./body-kind.ts";
import { type BodyBounds, readStream } from "./read-stream.ts";
import type { FileSource } from "./resource-body.ts";

/** How the author described a body: on the definition, and with `content`. */
export interface BodyDescription {
  /** The canonical URI, for the host's own errors. */
  readonly uri: string;
  readonly mimeType: string | undefined;
  readonly content: ContentMode;
}

/**
 * Makes the payload of whatever a reader returned (FN-1, FN-2): text of strings, text or blob of bytes, views, blobs,
 * streams and files, and payloads as they are.
 *
 * Bytes are copied, never consumed. Throws a `PayloadError`, naming the URI, for everything else, nothing included
 * (FN-4), and for bytes that do not decode; `tooLarge()` above `bounds.maxBytes`.
 */
export function toPayload(
  body: unknown,
  description: BodyDescription,
  bounds: BodyBounds,
): Awaitable<Payload> {
  if (typeof body === "string") {
    return textPayload(body, wireMimeType(description.mimeType ?? "text/plain"));
  }
  if (isPayload(body)) return body;
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) {
    if (body.byteLength > bounds.maxBytes) tooLarge();
    return bytesPayload(copyBytes(body), description.mimeType, description);
  }
  if (typeof body !== "object" || body === null) throw noBody(body, description);
  if (isBlob(body)) return blobBody(body, description, bounds);
  if (isStream(body)) return streamBody(body, description, bounds);
  if (isFileSource(body)) return fileBody(body, description, bounds);
  throw noBody(body, description);
}

/** Makes text or a blob of bytes that nobody else holds. */
function bytesPayload(
  bytes: Uint8Array,
  mimeType: string | undefined,
  { uri, content }: BodyDescription,
): Payload {
  const body = bodyKind(mimeType ?? UNKNOWN_MIME_TYPE, content);
  if (body.kind === "blob") return ownedBlobPayload(bytes, body.mimeType);
  const text = decodeText(bytes, body.charset);
  if (text === undefined) {
    throw new PayloadError(`The body of ${uri} is not text in ${JSON.stringify(body.charset)}`);
  }
  return textPayload(text, body.mimeType);
}

async function blobBody(
  blob: Blob,
  description: BodyDescription,
  { maxBytes }: BodyBounds,
): Promise<Payload> {
  if (blob.size > maxBytes) tooLarge();
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const ownType = blob.type === "" ? undefined : blob.type;
  return bytesPayload(bytes, description.mimeType ?? ownType, description);
}

async function streamBody(
  stream: ReadableStream<unknown>,
  description: BodyDescription,
  bounds: BodyBounds,
): Promise<Payload> {
  return bytesPayload(await readStream(stream, bounds), description.mimeType, description);
}

async function fileBody(
  file: FileSource,
  description: BodyDescription,
  { maxBytes, signal }: BodyBounds,
): Promise<Payload> {
  const bytes: unknown = await file.read({ maxBytes, signal });
  if (!(bytes instanceof Uint8Array)) throw noBody(bytes, description);
  if (bytes.length > maxBytes) tooLarge();
  return bytesPayload(bytes, description.mimeType, description);
}

/** Copies bytes, whatever view they are seen through. */
export function copyBytes(body: ArrayBuffer | ArrayBufferView): Uint8Array {
  const view = body instanceof ArrayBuffer ? new Uint8Array(body) : bytesOf(body);
  return new Uint8Array(view);
}

function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function noBody(body: unknown, { uri }: BodyDescription): PayloadError {
  if (body === undefined || body === null) {
    return new PayloadError(
      `The reader of ${uri} returned nothing: it must return a body, empty text included`,
    );
  }
  return new PayloadError(
    `The reader of ${uri} returned no body: a string, bytes, Blob, ReadableStream, file source or payload is one`,
  );
}

function isBlob(value: object): value is Blob {
  return typeof Blob === "function" && value instanceof Blob;
}

function isStream(value: object): value is ReadableStream<unknown> {
  return "getReader" in value && typeof value.getReader === "function";
}

/** Tells a file source by what it says it is. */
export function isFileSource(value: unknown): value is FileSource {
  return (
    typeof value === "object" &&
    value !== null &&
    Reflect.get(value, "kind") === "file-source" &&
    typeof Reflect.get(value, "read") === "function"
  );
}
