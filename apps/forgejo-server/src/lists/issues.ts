import { z } from "zod";
import { ADDRESSES } from "../entities/addresses.ts";
import { ENDPOINTS, type PageOf, type RepoName } from "../upstream/endpoints.ts";
import { count, list, login, optionalText, optionalTime, take } from "../upstream/fields.ts";
import type { Inquiry } from "../upstream/inquiry.ts";
import { upstreamPage } from "./upstream-page.ts";
import type { ListPage } from "./page.ts";

const rowSchema = z.object({
  number: count,
  title: z.string(),
  state: z.string(),
  user: login,
  labels: list(z.object({ name: z.string() })),
  comments: count,
  created_at: optionalTime,
  updated_at: optionalTime,
  html_url: optionalText,
});

const pageSchema = z.array(rowSchema);

/** Lists issues, or pull requests, newest first, as Forgejo pages them. */
export function issuesPage(
  inquiry: Inquiry,
  repo: RepoName,
  filter: { readonly kind: "issue" | "pr"; readonly state: string },
  page: PageOf,
): Promise<ListPage<ReturnType<ReturnType<typeof issueRow>>>> {
  const { kind, state } = filter;
  const type = kind === "issue" ? "issues" : "pulls";
  return upstreamPage(inquiry, page, {
    endpoint: (given) => ENDPOINTS.issues(repo, { type, state }, given),
    rowsOf: ({ value }) => take(pageSchema, value),
    row: issueRow(repo, kind),
  });
}

function issueRow({ owner, repo }: RepoName, kind: "issue" | "pr") {
  return (issue: z.output<typeof rowSchema>) => ({
    index: issue.number,
    uri: ADDRESSES[kind].expand({ owner, repo, index: String(issue.number) }),
    title: issue.title,
    state: issue.state,
    labels: issue.labels.map(({ name }) => name),
    author: issue.user,
    comments_count: issue.comments,
    created_at: issue.created_at,
    updated_at: issue.updated_at,
    html_url: issue.html_url,
  });
}
