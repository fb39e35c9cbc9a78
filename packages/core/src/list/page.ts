import type { ResourceDefinition, ResourceTemplateDefinition } from "../definition/definition.ts";
import { PAGE_ENVELOPE_BYTES } from "../definition/registry.ts";
import type { GatewayLimits } from "../limits.ts";
import type { Page } from "../operation.ts";
import type { ResourcePolicy } from "../policy/policy.ts";
import type { RequestScope } from "../request-scope.ts";
import type { Scope } from "../scope.ts";
import {
  CURSOR_LIFETIME_MS,
  type CursorBinding,
  type CursorDraft,
  digestScopeKey,
  draftCursor,
  openCursor,
  sealCursor,
} from "./cursor.ts";
import type { CursorKeys } from "./cursor-keys.ts";
import { type Listable, visitDiscoverable } from "./discoverable.ts";
import { askScopeKey } from "./scope-key.ts";

/** One entry of a list: what is shown of it, and how many bytes that takes. */
export interface ListedEntry<out T> extends Listable {
  readonly listed: T;
  readonly listedBytes: number;
}

/** All that a page is made of. */
export interface ListStation<in C, out T> {
  readonly method: "resources" | "templates";
  /** In the order of the list. */
  readonly entries: readonly ListedEntry<T>[];
  readonly revision: () => Promise<Uint8Array>;
  readonly cursorKeys: CursorKeys;
  readonly policy: Pick<ResourcePolicy<C>, "discover" | "discoverMany" | "scopeKey">;
  readonly limits: Pick<GatewayLimits, "policyConcurrency" | "maxPageBytes">;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Reads a page size: absent is the default, more than the maximum the maximum; not a positive integer: `TypeError` (LST-2). */
export function pageSizeOf(
  pageSize: unknown,
  limits: Pick<GatewayLimits, "defaultPageSize" | "maxPageSize">,
): number {
  if (pageSize === undefined) return limits.defaultPageSize;
  if (typeof pageSize !== "number" || !Number.isInteger(pageSize) || pageSize < 1) {
    throw new TypeError("pageSize must be a positive integer");
  }
  return Math.min(pageSize, limits.maxPageSize);
}

/**
 * Makes one page of what the caller may discover now, in the order of the list (LST-1, LST-2).
 *
 * `nextCursor` is there iff a further entry is discoverable now: one is looked for. Rejects with `invalid_cursor`,
 * `policy_failed`, `cancelled` or `timeout`.
 */
export async function listPage<C, T extends ResourceDefinition | ResourceTemplateDefinition>(
  station: ListStation<C, T>,
  request: { readonly cursor: unknown; readonly size: number },
  scope: RequestScope,
  view: Scope<C>,
): Promise<Page<T>> {
  const { entries, limits, policy } = station;
  // Before the cursor is looked at: whether it is a good one changes nothing of what policy is asked.
  const scopeKey = await askScopeKey(policy, scope, view);
  const cursors = cursorsOf(station, scopeKey, request.size);
  const from = await startOf(station, request.cursor, cursors, scope);
  const items: T[] = [];
  let left = limits.maxPageBytes - PAGE_ENVELOPE_BYTES;
  let last: number | undefined;
  let hasMore = false;
  const discovery = { policy, policyConcurrency: limits.policyConcurrency };
  const wanted = request.size + 1;
  await visitDiscoverable(entries, from, wanted, discovery, scope, view, (entry, index) => {
    const bytes = entry.listedBytes + Math.min(items.length, 1);
    if (items.length === request.size || bytes > left) {
      hasMore = true;
      return false;
    }
    items.push(entry.listed);
    left -= bytes;
    last = index;
    return true;
  });
  if (!hasMore || last === undefined) return Object.freeze({ items: Object.freeze(items) });
  const nextCursor = await cursors.after(last);
  return Object.freeze({ items: Object.freeze(items), nextCursor });
}

/** Cursors of one list and one caller. */
interface PageCursors {
  readonly open: (cursor: unknown) => Promise<number | undefined>;
  readonly after: (position: number) => Promise<string>;
}

function cursorsOf<C, T>(
  { cursorKeys, entries, method, now, revision }: ListStation<C, T>,
  scopeKey: string | Uint8Array,
  size: number,
): PageCursors {
  const binding = (async (): Promise<CursorBinding> => {
    const [registry, scope] = await Promise.all([revision(), digestScopeKey(scopeKey)]);
    return { method, revision: registry, scope };
  })();
  // What a longer list will need almost surely is made ready while policy is asked.
  const draft: Promise<CursorDraft> | undefined =
    entries.length > size ? draftCursor(cursorKeys) : undefined;
  // Whoever needs them learns of a failure; nobody may.
  binding.catch(() => {});
  draft?.catch(() => {});
  return {
    open: async (cursor) => openCursor(cursorKeys, binding, cursor, now()),
    after: async (position) =>
      sealCursor(
        await (draft ?? draftCursor(cursorKeys)),
        await binding,
        position,
        now() + CURSOR_LIFETIME_MS,
      ),
  };
}

/** Where a page starts: at the beginning, or after the cursor's entry. */
async function startOf<C, T>(
  { cursorKeys }: ListStation<C, T>,
  cursor: unknown,
  cursors: PageCursors,
  scope: RequestScope,
): Promise<number> {
  if (cursor === undefined) return 0;
  const position = await cursors.open(cursor);
  if (position !== undefined) return position + 1;
  throw scope.failure("invalid_cursor", { cause: new Error(invalidCursorHint(cursorKeys)) });
}

/** One text for every way to be invalid: it says no more to the host either than what to look for. */
function invalidCursorHint({ given }: CursorKeys): string {
  const reasons = "The cursor is expired, altered, or of another caller, list, registry or key";
  return given
    ? reasons
    : `${reasons}; without cursorKeys, every gateway knows its own cursors alone`;
}
