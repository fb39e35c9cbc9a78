import type { Endpoint, PageOf } from "../upstream/endpoints.ts";
import { AnswerMalformed } from "../upstream/failures.ts";
import type { Answer } from "../upstream/forgejo-client.ts";
import type { Inquiry } from "../upstream/inquiry.ts";
import { givenLimit } from "./page-size.ts";
import type { ListPage } from "./page.ts";

/**
 * Takes one page of a list that Forgejo pages in this server's order. `limit` in the result is what Forgejo gives.
 *
 * A total that cannot be true is left out; an empty page where Forgejo says that there are rows throws `AnswerMalformed`.
 */
export async function upstreamPage<T, R>(
  inquiry: Inquiry,
  wanted: PageOf,
  list: {
    readonly endpoint: (page: PageOf) => Endpoint;
    readonly rowsOf: (answer: Answer) => readonly T[];
    readonly row: (item: T) => R;
  },
): Promise<ListPage<R>> {
  const { page } = wanted;
  const limit = await givenLimit(inquiry, wanted.limit);
  const answer = await inquiry.recall(list.endpoint({ page, limit }));
  const items = list.rowsOf(answer);
  const before = (page - 1) * limit;
  if (items.length === 0 && (answer.total ?? 0) > before)
    throw new AnswerMalformed(`no rows of ${answer.total}`);
  const total =
    answer.total !== undefined && items.length > 0 && answer.total < before + items.length
      ? undefined
      : answer.total;
  return {
    rows: items.map(list.row),
    page,
    limit,
    total,
    has_more: total === undefined ? items.length >= limit : before + limit < total,
  };
}
