import type { Endpoint, PageOf } from "../upstream/endpoints.ts";
import { AnswerMalformed, AnswerTooLarge } from "../upstream/failures.ts";
import type { Answer } from "../upstream/forgejo-client.ts";
import type { Inquiry } from "../upstream/inquiry.ts";
import { givenLimit, MAX_LIMIT } from "./page-size.ts";

/** The most rows of a list that are put in order here. */
export const MAX_WALKED_ROWS = 1000;

/** A list that Forgejo pages, but not in this server's order. */
export interface PagedList<T> {
  readonly endpoint: (page: PageOf) => Endpoint;
  /** The rows of a page, with what orders them and tells them apart. */
  readonly rowsOf: (answer: Answer) => readonly T[];
  readonly idOf: (row: T) => number;
  /** Forgejo counts rows that it then does not show this caller: pages may be short, and even empty. */
  readonly hidesRows: boolean;
}

/**
 * Reads a whole list, page by page, newest first by id. What appears on two pages, because something was added
 * meanwhile, comes once.
 *
 * Throws `AnswerTooLarge` beyond {@link MAX_WALKED_ROWS}, and `AnswerMalformed` where pages hold less than Forgejo says
 * there is: a list that is not whole is never taken for one that is.
 */
export async function walkPages<T>(inquiry: Inquiry, list: PagedList<T>): Promise<readonly T[]> {
  const limit = await givenLimit(inquiry, MAX_LIMIT);
  const byId = new Map<number, T>();
  let total: number | undefined;
  for (let page = 1; ; page += 1) {
    // How many pages there are, the page before tells.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await inquiry.recall(list.endpoint({ page, limit }));
    const rows = list.rowsOf(answer);
    for (const row of rows) byId.set(list.idOf(row), row);
    total = answer.total ?? total;
    if (byId.size > MAX_WALKED_ROWS || (total ?? 0) > MAX_WALKED_ROWS)
      throw new AnswerTooLarge(`over ${MAX_WALKED_ROWS} rows`);
    const counted = total !== undefined && page * limit < total;
    // Where rows are hidden, a short page says nothing; the count does, and without one only an empty page.
    const more =
      rows.length >= limit ||
      (counted && (rows.length > 0 || list.hidesRows)) ||
      (total === undefined && list.hidesRows && rows.length > 0);
    if (!more) break;
    if (page * limit > MAX_WALKED_ROWS) throw new AnswerMalformed("pages without end");
  }
  if (!list.hidesRows && total !== undefined && byId.size < total)
    throw new AnswerMalformed(`${byId.size} of ${total} rows`);
  return newestFirst(byId.values(), list.idOf);
}

/** The one order of every list: by id, the highest first. */
export function newestFirst<T>(rows: Iterable<T>, idOf: (row: T) => number): readonly T[] {
  return [...rows].toSorted((one, other) => idOf(other) - idOf(one));
}
