import { z } from "zod";
import { bounded } from "../lists/bounded.ts";
import { reviewRow, reviewsOf, reviewsTool } from "../lists/reviews.ts";
import { ENDPOINTS } from "../upstream/endpoints.ts";
import { list, optionalText, optionalTime } from "../upstream/fields.ts";
import { ADDRESSES } from "./addresses.ts";
import { NONE_MS } from "./cache-times.ts";
import { discussionFields, discussionJson, recentComments } from "./discussion.ts";
import { defineEntity } from "./entity.ts";

const branch = z
  .object({
    ref: optionalText,
    sha: optionalText,
    // Null where the repository is gone, or hidden from the caller.
    repo: z.object({ full_name: z.string() }).nullish(),
  })
  .nullish()
  .transform((side) => side && { ref: side.ref, sha: side.sha, repo: side.repo?.full_name });

const schema = z.object({
  ...discussionFields,
  draft: z.boolean().nullish(),
  merged_at: optionalTime,
  merge_commit_sha: optionalText,
  mergeable: z.boolean(),
  head: branch,
  base: branch,
  requested_reviewers: list(z.object({ login: z.string() })),
});

/** A pull request with its most recent comments and reviews. */
export const pullEntity = defineEntity({
  name: "pr",
  title: "Pull request",
  description: "A pull request by its number, with its most recent comments and reviews.",
  uriTemplate: ADDRESSES.pr.uriTemplate,
  variables: ["owner", "repo", "index"],
  endpoint: ({ index, ...name }) => ENDPOINTS.pull(name, index),
  schema,
  isNamed: (entity, { index }) => entity.number === Number(index),
  json: async (entity, { owner, repo, index }, inquiry) => {
    const name = { owner, repo };
    return {
      ...discussionJson(entity),
      draft: entity.draft ?? false,
      merged_at: entity.merged_at,
      merge_commit_sha: entity.merge_commit_sha,
      mergeable: entity.mergeable,
      head: entity.head ?? undefined,
      base: entity.base ?? undefined,
      requested_reviewers: entity.requested_reviewers.map(({ login }) => login),
      comments: await recentComments(inquiry, name, index),
      reviews: bounded(await reviewsOf(inquiry, name, index), reviewRow, reviewsTool(name, index)),
    };
  },
  markdown: ({ body }) => body ?? "",
  ttlMs: NONE_MS,
});
