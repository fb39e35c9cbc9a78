import type { ReadItem } from "@org/resources-reporting";
import type { JsonObject } from "../definition/definition.ts";

/**
 * How many bytes a result takes on the wire, as an adapter knows it (LIM-5): pure, and never below the truth.
 *
 * `item` is what one item contributes to a full response; `result` is the whole: every item, `_meta` and framing.
 */
export interface ResultSizer {
  readonly item: (item: ReadItem) => number;
  readonly result: (contents: readonly ReadItem[], meta: JsonObject) => number;
}
