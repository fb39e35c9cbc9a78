import { type ReadItem, utf8ByteLength } from "@org/resources-reporting";
import type { ReadBundle } from "./read-bundle-result.ts";
import type { ResultSizer } from "./result-sizer.ts";

/** What a result takes, as an observer is told: its bodies by themselves, and all of it on the wire. */
export function resultSizes(
  bundle: ReadBundle | undefined,
  sizer: ResultSizer,
): { readonly payloadBytes: number; readonly encodedBytes: number } {
  if (bundle === undefined) return { payloadBytes: 0, encodedBytes: 0 };
  let payloadBytes = 0;
  for (const item of bundle.contents) payloadBytes += bodyByteLength(item);
  return { payloadBytes, encodedBytes: sizer.result(bundle.contents, bundle._meta) };
}

/** An item's body by itself. */
export function bodyByteLength({ bytes, text }: ReadItem): number {
  return bytes?.byteLength ?? utf8ByteLength(text ?? "");
}
