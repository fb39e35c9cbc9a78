import { z } from "zod";
import { ADDRESSES } from "../entities/addresses.ts";
import { visibilityOf } from "../entities/repo.ts";
import { ENDPOINTS, type PageOf } from "../upstream/endpoints.ts";
import { count, optionalText, optionalTime, take } from "../upstream/fields.ts";
import type { Inquiry } from "../upstream/inquiry.ts";
import type { ListPage } from "./page.ts";
import { upstreamPage } from "./upstream-page.ts";

const rowSchema = z.object({
  name: z.string(),
  owner: z.object({ login: z.string() }),
  full_name: z.string(),
  description: optionalText,
  private: z.boolean(),
  internal: z.boolean().nullish(),
  archived: z.boolean(),
  fork: z.boolean(),
  updated_at: optionalTime,
  html_url: optionalText,
});

const pageSchema = z.object({ ok: z.literal(true), data: z.array(rowSchema) });

const ownerSchema = z.object({ id: count });

/** Lists repositories that the caller may see, newest first: all, an owner's, or those that match some words. */
export async function reposPage(
  inquiry: Inquiry,
  filter: { readonly owner?: string | undefined; readonly query?: string | undefined },
  page: PageOf,
): Promise<ListPage<ReturnType<typeof repoRow>>> {
  const { owner, query: q } = filter;
  const uid =
    owner === undefined
      ? undefined
      : take(ownerSchema, (await inquiry.recall(ENDPOINTS.user(owner))).value).id;
  return upstreamPage(inquiry, page, {
    endpoint: (given) => ENDPOINTS.repos({ uid, q }, given),
    rowsOf: ({ value }) => take(pageSchema, value).data,
    row: repoRow,
  });
}

function repoRow(repo: z.output<typeof rowSchema>) {
  return {
    full_name: repo.full_name,
    uri: ADDRESSES.repo.expand({ owner: repo.owner.login, repo: repo.name }),
    description: repo.description,
    visibility: visibilityOf(repo),
    archived: repo.archived,
    fork: repo.fork,
    updated_at: repo.updated_at,
    html_url: repo.html_url,
  };
}
