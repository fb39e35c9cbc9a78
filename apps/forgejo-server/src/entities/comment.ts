import { commentSchema, parentOf } from "../lists/comments.ts";
import { ENDPOINTS } from "../upstream/endpoints.ts";
import { ADDRESSES } from "./addresses.ts";
import { NONE_MS } from "./cache-times.ts";
import { defineEntity } from "./entity.ts";

/** A comment of an issue or a pull request. */
export const commentEntity = defineEntity({
  name: "comment",
  title: "Comment",
  description: "A whole comment of an issue or a pull request, which must be its own.",
  uriTemplate: ADDRESSES.comment.uriTemplate,
  variables: ["owner", "repo", "kind", "index", "id"],
  endpoint: ({ owner, repo, id }) => ENDPOINTS.comment({ owner, repo }, id),
  schema: commentSchema,
  isNamed: (entity, { kind, index, id }) => {
    const parent = parentOf(entity);
    return entity.id === Number(id) && parent?.kind === kind && parent.index === index;
  },
  json: (entity, { kind, index }) => ({
    id: entity.id,
    kind,
    index: Number(index),
    author: entity.user,
    body: entity.body ?? "",
    created_at: entity.created_at,
    updated_at: entity.updated_at,
    html_url: entity.html_url,
  }),
  markdown: ({ body }) => body ?? "",
  ttlMs: NONE_MS,
});
