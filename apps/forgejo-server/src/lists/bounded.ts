/** The most rows that a list in a payload holds. */
export const MAX_ROWS = 30;

/** A tool of this server, with the arguments that name one list. */
export interface ListTool {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, string | number>>;
}

/** A list in a payload: whole, or cut and saying so. */
export type BoundedList<R> =
  | { readonly rows: readonly R[]; readonly total: number }
  | {
      readonly rows: readonly R[];
      readonly truncated: true;
      readonly shown: number;
      readonly total: number;
      readonly sentinel: string;
      /** The same as the sentinel says, for programs. */
      readonly next: ListTool;
    };

/** Holds a whole list to {@link MAX_ROWS}; what is cut off, the tool lists from its second page on. */
export function bounded<T, R>(
  all: readonly T[],
  row: (item: T) => R,
  { tool, arguments: args }: ListTool,
): BoundedList<R> {
  const total = all.length;
  const rows = all.slice(0, MAX_ROWS).map(row);
  if (total <= MAX_ROWS) return { rows, total };
  return {
    rows,
    truncated: true,
    shown: rows.length,
    total,
    sentinel: `[truncated: ${rows.length} of ${total} items shown. Use ${tool} with page=2, limit=${MAX_ROWS} to fetch more.]`,
    next: { tool, arguments: { ...args, page: 2, limit: MAX_ROWS } },
  };
}
