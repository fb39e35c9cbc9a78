import {
  contentsByteLength,
  contentsByteLengthBound,
  jsonByteLength,
  type ReadItem,
} from "@org/resources-reporting";
import type { JsonObject } from "../definition/definition.ts";
import type { ResultSizer } from "./result-sizer.ts";

const FRAME_BYTES = '{"contents":[],"_meta":}'.length;

/**
 * Sizes a result as the JSON that the protocol writes, without anything around it: what counts where no adapter knows
 * better (LIM-5).
 */
export const jsonSizer: ResultSizer = Object.freeze({
  item: contentsByteLength,
  itemBound: contentsByteLengthBound,
  result: (contents: readonly ReadItem[], meta: JsonObject) => {
    let bytes = jsonResultByteLength(0, contents.length, jsonByteLength(meta));
    for (const item of contents) bytes += contentsByteLength(item);
    return bytes;
  },
});

/** What a result takes whose `count` items take `itemBytes` together. */
export function jsonResultByteLength(itemBytes: number, count: number, metaBytes: number): number {
  return FRAME_BYTES + metaBytes + itemBytes + Math.max(0, count - 1);
}
