import type { JsonObject, ResultSizer } from "@org/resources-core";
import {
  contentsByteLength,
  contentsByteLengthBound,
  jsonByteLength,
  type ReadItem,
} from "@org/resources-reporting";

/** What of a response is known before its result is: it takes bytes on the wire too. */
export interface ResponseFrame {
  readonly id: string | number;
  readonly modern: boolean;
  /** What the SDK adds to the result's `_meta` where the revision is modern. */
  readonly stampedServerInfo: object;
}

/** The JSON-RPC response around contents, metadata and id; both SDKs write these members, in one order or another. */
const ENVELOPE = '{"result":{"contents":[],"_meta":},"jsonrpc":"2.0","id":}'.length;
/** What the 2026-07-28 revision adds; the longest values. */
const MODERN_FIELDS =
  `,"ttlMs":${Number.MAX_SAFE_INTEGER},"cacheScope":"private","resultType":"complete"`.length;
const SERVER_INFO_MEMBER = ',"io.modelcontextprotocol/serverInfo":'.length;
/** Around the response: a newline on stdio, `event:`, `id:` and `data:` lines in an event stream, a batch's brackets. */
const TRANSPORT_FRAME = 128;

/** An item's comma in the array; one too many is within the bound. */
const COMMA = 1;

/**
 * Sizes a `resources/read` response: never below the bytes that are sent, and within 1 % or 256 bytes of them (SDK-5).
 * Made afresh for each request, so that an item's body is looked at once, and only where its bound does not decide.
 */
export function resultSizer(frame: ResponseFrame): ResultSizer {
  let known: Map<ReadItem, number> | undefined;
  const item = (content: ReadItem): number => {
    known ??= new Map();
    const size = known.get(content) ?? contentsByteLength(content) + COMMA;
    known.set(content, size);
    return size;
  };
  const itemBound = (content: ReadItem): number =>
    known?.get(content) ?? contentsByteLengthBound(content) + COMMA;
  return {
    item,
    itemBound,
    result: (contents, meta) => frameByteLength(frame, meta) + sum(contents, item),
    resultBound: (contents, meta) => frameByteLength(frame, meta) + sum(contents, itemBound),
  };
}

function sum(contents: readonly ReadItem[], size: (content: ReadItem) => number): number {
  let bytes = 0;
  for (const content of contents) bytes += size(content);
  return bytes;
}

function frameByteLength(
  { id, modern, stampedServerInfo }: ResponseFrame,
  meta: JsonObject,
): number {
  const bytes = ENVELOPE + TRANSPORT_FRAME + jsonByteLength(id) + constantByteLength(meta);
  if (!modern) return bytes;
  return bytes + MODERN_FIELDS + SERVER_INFO_MEMBER + constantByteLength(stampedServerInfo);
}

/** Sizes of what comes with one read after the other: the report of a whole bundle, and a server's identity. */
const constants = new WeakMap<object, number>();

/** Neither changes: a gateway freezes its results, and an SDK keeps a server's identity for good. */
function constantByteLength(value: object): number {
  const known = constants.get(value);
  if (known !== undefined) return known;
  const bytes = jsonByteLength(value);
  constants.set(value, bytes);
  return bytes;
}
