import { z } from "zod";
import { ENDPOINTS } from "../upstream/endpoints.ts";
import { ADDRESSES } from "./addresses.ts";
import { NONE_MS } from "./cache-times.ts";
import { discussionFields, discussionJson, recentComments } from "./discussion.ts";
import { defineEntity } from "./entity.ts";

/** An issue with its most recent comments. */
export const issueEntity = defineEntity({
  name: "issue",
  title: "Issue",
  description: "An issue by its number, with its most recent comments. A pull request is none.",
  uriTemplate: ADDRESSES.issue.uriTemplate,
  variables: ["owner", "repo", "index"],
  endpoint: ({ index, ...name }) => ENDPOINTS.issue(name, index),
  schema: z.object({ ...discussionFields, pull_request: z.object({}).nullish() }),
  isNamed: (entity, { index }) => entity.number === Number(index) && entity.pull_request == null,
  json: async (entity, { owner, repo, index }, inquiry) => ({
    ...discussionJson(entity),
    comments: await recentComments(inquiry, { owner, repo }, index),
  }),
  markdown: ({ body }) => body ?? "",
  ttlMs: NONE_MS,
});
