import { utf8ByteLength } from "@org/resources-reporting";
import type { ReadBundle } from "./read-bundle-result.ts";
import type { ResultSizer } from "./result-sizer.ts";

/** What a result takes, as an observer is told: its bodies by themselves, and all of it on the wire. */
export function resultSizes(
  bundle: ReadBundle | undefined,
  sizer: ResultSizer,
): { readonly payloadBytes: number; readonly encodedBytes: number } {
  if (bundle === undefined) return { payloadBytes: 0, encodedBytes: 0 };
  let payloadBytes = 0;
  for (const { bytes, text } of bundle.contents) {
    payloadBytes += bytes?.byteLength ?? utf8ByteLength(text ?? "");
  }
  return { payloadBytes, encodedBytes: sizer.result(bundle.contents, bundle._meta) };
}
