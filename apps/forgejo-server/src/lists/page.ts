/** A page of a list, as a tool gives it. */
export interface ListPage<R> {
  readonly rows: readonly R[];
  readonly page: number;
  readonly limit: number;
  /** Absent where Forgejo does not say. */
  readonly total?: number | undefined;
  readonly has_more: boolean;
}

/** Cuts a page out of a whole list. */
export function pageOf<T, R>(
  all: readonly T[],
  row: (item: T) => R,
  { page, limit }: { readonly page: number; readonly limit: number },
): ListPage<R> {
  const start = (page - 1) * limit;
  const rows = all.slice(start, start + limit).map(row);
  return { rows, page, limit, total: all.length, has_more: start + limit < all.length };
}
