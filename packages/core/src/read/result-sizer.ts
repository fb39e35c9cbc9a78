import type { ReadItem } from "@org/resources-reporting";
import type { JsonObject } from "../definition/definition.ts";

/**
 * How many bytes a result takes on the wire, as an adapter knows it (LIM-5): pure, and never below the truth.
 *
 * `item` is what one item contributes to a full response; `result` is the whole: every item, `_meta` and framing. The
 * items of `result` are the very objects that `item` was asked about, so that sizes may be kept by identity.
 * The bounds cost no look at bodies and are never below their namesakes: where a bound fits, the size is not asked for.
 */
export interface ResultSizer {
  readonly item: (item: ReadItem) => number;
  readonly result: (contents: readonly ReadItem[], meta: JsonObject) => number;
  readonly itemBound?: ((item: ReadItem) => number) | undefined;
  readonly resultBound?: ((contents: readonly ReadItem[], meta: JsonObject) => number) | undefined;
}

/** A sizer that breaks its word. It is the adapter's fault, and nothing can be admitted by it. */
export class SizerError extends Error {
  override readonly name = "SizerError";
}

/** Asks a sizer about one item, and believes only numbers of bytes. */
export function sizeOf(size: (item: ReadItem) => number, item: ReadItem): number {
  return checkedSize(() => size(item));
}

/** Asks a sizer about a whole result. */
export function sizeOfResult(
  size: ResultSizer["result"],
  contents: readonly ReadItem[],
  meta: JsonObject,
): number {
  return checkedSize(() => size(contents, meta));
}

function checkedSize(ask: () => unknown): number {
  let size: unknown;
  try {
    size = ask();
  } catch (error) {
    throw new SizerError("the result sizer threw", { cause: error });
  }
  if (typeof size !== "number" || !Number.isSafeInteger(size) || size < 0) {
    throw new SizerError("the result sizer must answer a number of bytes");
  }
  return size;
}
