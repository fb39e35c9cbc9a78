import type { ReadIssue, ReadItem } from "@org/resources-reporting";
import type { JsonObject } from "../definition/definition.ts";

/** The strictest of every say in a result (READ-16): what an adapter puts on the wire where the revision has it. */
export interface ResolvedCache {
  readonly ttlMs: number;
  readonly cacheScope: "public" | "private";
}

/**
 * What a read returns: complete, or partial and saying so.
 *
 * `items` are the application's, in plan order; `contents` are the same in wire order, with the warning first if there
 * is one. `_meta` always carries the report under the reserved key (READ-9).
 */
export interface ReadBundle {
  readonly items: readonly ReadItem[];
  readonly warning?: ReadItem | undefined;
  readonly contents: readonly ReadItem[];
  readonly partial: boolean;
  readonly issues: readonly ReadIssue[];
  readonly issuesOmitted: number;
  readonly _meta: JsonObject;
  readonly cache: ResolvedCache;
  readonly operationId: string;
}
