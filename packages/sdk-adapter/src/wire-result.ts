import type {
  AnyDefinition,
  Completion,
  Page,
  ReadBundle,
  ResourceDefinition,
  ResourceTemplateDefinition,
} from "@org/resources-core";
import { toContents } from "@org/resources-reporting";

/** Result members, in the order in which they are written. */
export type WireResult = Record<string, unknown>;

/** The result of `resources/read`; cache fields only where the protocol revision has them (SDK-4). */
export function readResult(bundle: ReadBundle, modern: boolean): WireResult {
  const { contents, _meta, cache } = bundle;
  const result = { contents: contents.map((item) => toContents(item)), _meta };
  if (!modern) return result;
  return { ...result, ttlMs: cache.ttlMs, cacheScope: cache.cacheScope };
}

/** The result of `resources/list`. */
export function listResult(
  page: Page<ResourceDefinition>,
  cache: { readonly modern: boolean; readonly listTtlMs: number },
): WireResult {
  return pageResult("resources", page, cache);
}

/** The result of `resources/templates/list`. */
export function listTemplatesResult(
  page: Page<ResourceTemplateDefinition>,
  cache: { readonly modern: boolean; readonly listTtlMs: number },
): WireResult {
  return pageResult("resourceTemplates", page, cache);
}

/** A list is what this caller may discover: never `public` (SDK-4). */
function pageResult(
  key: "resources" | "resourceTemplates",
  page: Page<AnyDefinition>,
  { modern, listTtlMs }: { readonly modern: boolean; readonly listTtlMs: number },
): WireResult {
  const result: WireResult = { [key]: page.items.map((definition) => toListed(definition)) };
  if (page.nextCursor !== undefined) result["nextCursor"] = page.nextCursor;
  if (modern) {
    result["ttlMs"] = listTtlMs;
    result["cacheScope"] = "private";
  }
  return result;
}

const LISTED_FIELDS = [
  "uri",
  "uriTemplate",
  "name",
  "title",
  "description",
  "mimeType",
  "icons",
  "annotations",
  "size",
  "_meta",
] as const;

/** A definition as the protocol knows it: `cache` is ours alone, and what is not there is left out, never null. */
function toListed(definition: AnyDefinition): WireResult {
  const listed: WireResult = {};
  for (const field of LISTED_FIELDS) {
    const value = definition[field];
    if (value !== undefined) listed[field] = value;
  }
  return listed;
}

/** The result of `completion/complete`. */
export interface CompletionResult {
  readonly [member: string]: unknown;
  readonly completion: {
    readonly values: string[];
    readonly total: number;
    readonly hasMore: boolean;
  };
}

/** The result of `completion/complete` for a resource template. */
export function completionResult({ values, total, hasMore }: Completion): CompletionResult {
  return { completion: { values: [...values], total, hasMore } };
}
