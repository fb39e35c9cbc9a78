import type { CacheHint } from "../definition/definition.ts";
import type { ResolvedCache } from "./read-bundle-result.ts";

/** The strictest say of a result's parts (READ-16); a field that a part leaves out has none. */
export function strictestCache(
  hints: readonly (CacheHint | undefined)[],
  mayBePublic: boolean,
): ResolvedCache {
  let ttlMs: number | undefined;
  let cacheScope: "public" | "private" | undefined;
  for (const hint of hints) {
    if (hint?.ttlMs !== undefined) ttlMs = Math.min(hint.ttlMs, ttlMs ?? hint.ttlMs);
    if (hint?.cacheScope === "private") cacheScope = "private";
    if (hint?.cacheScope === "public") cacheScope ??= "public";
  }
  return Object.freeze({
    ttlMs: ttlMs ?? 0,
    cacheScope: cacheScope === "public" && mayBePublic ? "public" : "private",
  });
}

/** What a result has that is incomplete, or of which nobody says anything. */
export const UNCACHED: ResolvedCache = Object.freeze({ ttlMs: 0, cacheScope: "private" });
