import { base64ByteLength, encodeBase64 } from "./base64.ts";
import { jsonByteLength } from "./json-byte-length.ts";
import { jsonStringByteLength } from "./json-string-byte-length.ts";

/**
 * One item of a result, before it is put on the wire: text or bytes, never both, with an identity of its own.
 * `_meta` is plain JSON.
 */
export type ReadItem = {
  readonly uri: string;
  readonly mimeType: string;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
} & (
  | { readonly text: string; readonly bytes?: undefined }
  | { readonly bytes: Uint8Array; readonly text?: undefined }
);

/** An item with a text body on the wire. */
export type TextContents = {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
};

/** An item with a binary body on the wire: `blob` is standard, padded base64. */
export type BlobContents = {
  readonly uri: string;
  readonly mimeType: string;
  readonly blob: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
};

/** An item on the wire: one entry of the `contents` of a `resources/read` result. */
export type ResourceContents = TextContents | BlobContents;

/**
 * Gives an item its wire form: the one definition of it, which all sizes follow (RPT-6).
 *
 * Keys are in the order `uri`, `mimeType`, `text` or `blob`, `_meta`; `_meta` is absent, never null, where there is none.
 *
 * @throws TypeError for an item with both bodies or with none.
 */
export function toContents(item: ReadItem): ResourceContents {
  const { uri, mimeType, _meta } = item;
  const head = { uri, mimeType };
  const tail = _meta === undefined ? {} : { _meta };
  return isText(item)
    ? { ...head, text: item.text, ...tail }
    : { ...head, blob: encodeBase64(item.bytes), ...tail };
}

/**
 * The exact size of an item on the wire: `utf8ByteLength(JSON.stringify(toContents(item)))` (RPT-6).
 * Neither base64 nor JSON is made for it: a blob is sized without looking at its bytes.
 *
 * @throws TypeError for an item with both bodies or with none, or `_meta` that is not JSON.
 */
export function contentsByteLength(item: ReadItem): number {
  const body = isText(item)
    ? jsonStringByteLength(item.text)
    : base64ByteLength(item.bytes.byteLength) + QUOTES;
  return body + frameByteLength(item, isText(item) ? FRAME_OF_TEXT : FRAME_OF_BLOB);
}

/**
 * A size that {@link contentsByteLength} never exceeds, and that takes no look at the body: where it fits already, the
 * exact size need not be known. Strings of an item with a text count six bytes a UTF-16 unit; everything else is exact.
 *
 * @throws TypeError like `contentsByteLength`.
 */
export function contentsByteLengthBound(item: ReadItem): number {
  if (!isText(item)) return contentsByteLength(item);
  const { text, uri, mimeType, _meta } = item;
  const strings = (text.length + uri.length + mimeType.length) * 6 + 3 * QUOTES;
  return FRAME_OF_TEXT + strings + metaByteLength(_meta);
}

const QUOTES = 2;
const FRAME_OF_TEXT = '{"uri":,"mimeType":,"text":}'.length;
const FRAME_OF_BLOB = '{"uri":,"mimeType":,"blob":}'.length;
const META_MEMBER = ',"_meta":'.length;

/** All but the body: the frame, the names and the metadata. */
function frameByteLength({ uri, mimeType, _meta }: ReadItem, frame: number): number {
  return frame + jsonStringByteLength(uri) + jsonStringByteLength(mimeType) + metaByteLength(_meta);
}

function metaByteLength(meta: ReadItem["_meta"]): number {
  return meta === undefined ? 0 : META_MEMBER + jsonByteLength(meta);
}

function isText(item: ReadItem): item is ReadItem & { readonly text: string } {
  if ((item.text === undefined) === (item.bytes === undefined)) {
    throw new TypeError("An item has either a text or bytes.");
  }
  return item.text !== undefined;
}
