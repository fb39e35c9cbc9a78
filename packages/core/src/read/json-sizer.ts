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
 * better (LIM-5). Made for one read, so that an item is looked at once.
 */
export class JsonSizer implements ResultSizer {
  #sizes: Map<ReadItem, number> | undefined;
  #bounds: Map<ReadItem, number> | undefined;

  readonly item = (item: ReadItem): number => {
    this.#sizes ??= new Map();
    return once(this.#sizes, item, contentsByteLength);
  };

  readonly itemBound = (item: ReadItem): number => {
    this.#bounds ??= new Map();
    return once(this.#bounds, item, contentsByteLengthBound);
  };

  readonly result = (contents: readonly ReadItem[], meta: JsonObject): number =>
    total(contents, meta, this.item);

  readonly resultBound = (contents: readonly ReadItem[], meta: JsonObject): number =>
    total(contents, meta, (item) => this.#sizes?.get(item) ?? this.itemBound(item));
}

function once(
  known: Map<ReadItem, number>,
  item: ReadItem,
  size: (item: ReadItem) => number,
): number {
  let bytes = known.get(item);
  if (bytes === undefined) {
    bytes = size(item);
    known.set(item, bytes);
  }
  return bytes;
}

function total(
  contents: readonly ReadItem[],
  meta: JsonObject,
  size: (item: ReadItem) => number,
): number {
  let bytes = FRAME_BYTES + jsonByteLength(meta) + Math.max(0, contents.length - 1);
  for (const item of contents) bytes += size(item);
  return bytes;
}
