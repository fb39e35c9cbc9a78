import type { CacheHint } from "../definition/definition.ts";

/** A copy of a hint, or what is wrong with it. */
export type CacheHintCopy =
  | { readonly ok: true; readonly hint: CacheHint | undefined }
  | { readonly ok: false; readonly fault: string };

/** Copies the `cache` of a plan or a payload, each field read once. */
export function copyCacheHint(value: unknown): CacheHintCopy {
  if (value === undefined) return NO_HINT;
  if (typeof value !== "object" || value === null) return fault("cache must be an object");
  const ttlMs: unknown = Reflect.get(value, "ttlMs");
  const cacheScope: unknown = Reflect.get(value, "cacheScope");
  if (ttlMs !== undefined && !isTtl(ttlMs)) {
    return fault("cache.ttlMs must be a safe integer >= 0 (milliseconds)");
  }
  if (cacheScope !== undefined && cacheScope !== "public" && cacheScope !== "private") {
    return fault('cache.cacheScope must be "public" or "private"');
  }
  return { ok: true, hint: Object.freeze({ ttlMs, cacheScope }) };
}

const NO_HINT: CacheHintCopy = { ok: true, hint: undefined };

function fault(text: string): CacheHintCopy {
  return { ok: false, fault: text };
}

function isTtl(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
