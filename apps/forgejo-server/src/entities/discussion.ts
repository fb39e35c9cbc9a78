import { z } from "zod";
import { bounded } from "../lists/bounded.ts";
import { commentRow, commentsOf, commentsTool } from "../lists/comments.ts";
import type { RepoName } from "../upstream/endpoints.ts";
import { count, list, login, optionalText, optionalTime } from "../upstream/fields.ts";
import type { Inquiry } from "../upstream/inquiry.ts";

/** What issues and pull requests have in common. */
export const discussionFields = {
  number: count,
  title: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  user: login,
  labels: list(z.object({ name: z.string() })),
  assignees: list(z.object({ login: z.string() })),
  milestone: z
    .object({ title: z.string() })
    .nullish()
    .transform((milestone) => milestone?.title),
  comments: count,
  created_at: optionalTime,
  updated_at: optionalTime,
  closed_at: optionalTime,
  due_date: optionalTime,
  html_url: optionalText,
};

const discussionSchema = z.object(discussionFields);

/** The members of a discussion's JSON, in two parts: others come between. */
export function discussionJson(entity: z.output<typeof discussionSchema>) {
  return {
    index: entity.number,
    title: entity.title,
    state: entity.state,
    labels: entity.labels.map(({ name }) => name),
    assignees: entity.assignees.map(({ login: name }) => name),
    milestone: entity.milestone,
    author: entity.user,
    created_at: entity.created_at,
    updated_at: entity.updated_at,
    closed_at: entity.closed_at,
    due_date: entity.due_date,
    comments_count: entity.comments,
    html_url: entity.html_url,
  };
}

/** The most recent comments, and how to get at the rest. */
export async function recentComments(inquiry: Inquiry, repo: RepoName, index: string) {
  const comments = await commentsOf(inquiry, repo, index);
  return bounded(comments, commentRow(repo, index), commentsTool(repo, index));
}
