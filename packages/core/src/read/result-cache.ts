import type { CacheHint } from "../definition/definition.ts";
import { isFunctionBacked } from "../definition/function-backed.ts";
import type { ResolvedCache } from "./read-bundle-result.ts";

/** What a result has that is incomplete, or of which nobody says anything. */
export const UNCACHED: ResolvedCache = Object.freeze({ ttlMs: 0, cacheScope: "private" });

interface Part {
  readonly cache?: CacheHint | undefined;
}

/**
 * The strictest say of a result's parts (READ-16); a field that a part leaves out has none. Only of a plan that core made
 * itself is it no secret that there was nothing to hide: only such a result may be public (READ-15).
 */
export function strictestCache(
  binding: object,
  definition: Part,
  plan: Part,
  items: readonly Part[],
): ResolvedCache {
  let say = stricter(definition.cache, plan.cache);
  for (const { cache } of items) say = stricter(say, cache);
  if (say === undefined) return UNCACHED;
  const { ttlMs = 0, cacheScope } = say;
  return Object.freeze({
    ttlMs,
    cacheScope: cacheScope === "public" && isFunctionBacked(binding) ? "public" : "private",
  });
}

function stricter(a: CacheHint | undefined, b: CacheHint | undefined): CacheHint | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    ttlMs:
      a.ttlMs === undefined || b.ttlMs === undefined
        ? (a.ttlMs ?? b.ttlMs)
        : Math.min(a.ttlMs, b.ttlMs),
    cacheScope: a.cacheScope === "private" ? "private" : (b.cacheScope ?? a.cacheScope),
  };
}
