import { z } from "zod";
import { ENDPOINTS, type RepoName } from "../upstream/endpoints.ts";
import { count, login, optionalText, optionalTime, take } from "../upstream/fields.ts";
import type { Inquiry } from "../upstream/inquiry.ts";
import type { ListTool } from "./bounded.ts";
import { excerpt } from "./excerpt.ts";
import { walkPages } from "./walk-pages.ts";

const reviewSchema = z.object({
  id: count,
  user: login,
  team: z
    .object({ name: z.string() })
    .nullish()
    .transform((team) => team?.name),
  state: optionalText,
  body: z.string().nullish(),
  commit_id: optionalText,
  stale: z.boolean().nullish(),
  dismissed: z.boolean().nullish(),
  comments_count: count.nullish(),
  submitted_at: optionalTime,
  html_url: optionalText,
});

/** A review as Forgejo gives it. */
export type Review = z.output<typeof reviewSchema>;

const pageSchema = z.array(reviewSchema);

/** All reviews of a pull request, newest first. Forgejo counts other people's pending ones, and does not show them. */
export function reviewsOf(
  inquiry: Inquiry,
  repo: RepoName,
  index: string,
): Promise<readonly Review[]> {
  return walkPages(inquiry, {
    endpoint: (page) => ENDPOINTS.reviews(repo, index, page),
    rowsOf: ({ value }) => take(pageSchema, value),
    idOf: ({ id }) => id,
    hidesRows: true,
  });
}

/** A review in a list. */
export function reviewRow(review: Review) {
  return {
    id: review.id,
    author: review.user,
    team: review.team,
    state: review.state,
    stale: review.stale === true ? true : undefined,
    dismissed: review.dismissed === true ? true : undefined,
    commit_sha: review.commit_id,
    code_comments_count: review.comments_count ?? undefined,
    submitted_at: review.submitted_at,
    html_url: review.html_url,
    ...excerpt(review.body ?? ""),
  };
}

/** The tool that goes on where a list of reviews was cut. */
export function reviewsTool({ owner, repo }: RepoName, index: string): ListTool {
  return { tool: "list_pull_reviews", arguments: { owner, repo, index: Number(index) } };
}
