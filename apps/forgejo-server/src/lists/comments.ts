import { z } from "zod";
import { ADDRESSES } from "../entities/addresses.ts";
import { ENDPOINTS, type RepoName } from "../upstream/endpoints.ts";
import { AnswerMalformed } from "../upstream/failures.ts";
import { count, login, optionalText, optionalTime, take } from "../upstream/fields.ts";
import type { Inquiry } from "../upstream/inquiry.ts";
import type { ListTool } from "./bounded.ts";
import { excerpt } from "./excerpt.ts";
import { newestFirst } from "./walk-pages.ts";

/** What is used of a comment. */
export const commentSchema = z.object({
  id: count,
  user: login,
  body: z.string().nullish(),
  html_url: optionalText,
  issue_url: optionalText,
  pull_request_url: optionalText,
  created_at: optionalTime,
  updated_at: optionalTime,
});

/** A comment as Forgejo gives it. */
export type Comment = z.output<typeof commentSchema>;

const threadSchema = z.array(commentSchema);

/**
 * All comments of an issue or pull request, newest first. Forgejo does not page them: the whole thread comes within a
 * bound of bytes, or not at all.
 */
export async function commentsOf(
  inquiry: Inquiry,
  repo: RepoName,
  index: string,
): Promise<readonly Comment[]> {
  const { value, total } = await inquiry.recall(ENDPOINTS.comments(repo, index));
  const comments = take(threadSchema, value);
  if (total !== undefined && comments.length < total)
    throw new AnswerMalformed(`${comments.length} of ${total} comments`);
  return newestFirst(comments, ({ id }) => id);
}

/** Tells what a comment belongs to: Forgejo names one of two addresses. */
export function parentOf({ issue_url: issue, pull_request_url: pull }: Comment) {
  const index = /\/(\d+)$/.exec(pull ?? issue ?? "")?.[1];
  return index === undefined
    ? undefined
    : { kind: pull === undefined ? ("issue" as const) : ("pr" as const), index };
}

/** A comment in a list. */
export function commentRow({ owner, repo }: RepoName, index: string) {
  return (comment: Comment) => {
    const kind = parentOf(comment)?.kind;
    const id = String(comment.id);
    return {
      id: comment.id,
      uri: kind && ADDRESSES.comment.expand({ owner, repo, kind, index, id }),
      author: comment.user,
      created_at: comment.created_at,
      updated_at: comment.updated_at,
      ...excerpt(comment.body ?? ""),
    };
  };
}

/** The tool that goes on where a list of comments was cut. */
export function commentsTool({ owner, repo }: RepoName, index: string): ListTool {
  return { tool: "list_issue_comments", arguments: { owner, repo, index: Number(index) } };
}
