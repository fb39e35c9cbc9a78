import { z } from "zod";
import { ENDPOINTS } from "../upstream/endpoints.ts";
import { list, login, optionalText, optionalTime } from "../upstream/fields.ts";
import { ADDRESSES } from "./addresses.ts";
import { IMMUTABLE_MS } from "./cache-times.ts";
import { defineEntity } from "./entity.ts";

const person = z.object({ name: optionalText, email: optionalText, date: optionalTime }).nullish();

/** What is used of a commit. */
export const commitSchema = z.object({
  sha: z.string(),
  html_url: optionalText,
  created: optionalTime,
  author: login,
  committer: login,
  parents: list(z.object({ sha: z.string() })),
  commit: z.object({
    message: z.string(),
    author: person,
    committer: person,
    tree: z.object({ sha: optionalText }).nullish(),
  }),
});

/** A commit, which its id names for ever. */
export const commitEntity = defineEntity({
  name: "commit",
  title: "Commit",
  description: "A commit by its whole id. No files, no statistics; its checks: …/status.",
  uriTemplate: ADDRESSES.commit.uriTemplate,
  variables: ["owner", "repo", "sha"],
  endpoint: ({ sha, ...name }) => ENDPOINTS.commit(name, sha),
  schema: commitSchema,
  isNamed: (entity, { sha }) => entity.sha === sha,
  json: ({ commit: git, ...entity }) => ({
    sha: entity.sha,
    author: { login: entity.author, ...present(git.author) },
    committer: { login: entity.committer, ...present(git.committer) },
    parents: entity.parents.map(({ sha }) => sha),
    // Forgejo may give the commit's own id here: that is no tree's (decision 0095).
    tree_sha: git.tree?.sha === entity.sha ? undefined : git.tree?.sha,
    message_subject: git.message.split("\n", 1)[0],
    created_at: entity.created,
    html_url: entity.html_url,
  }),
  markdown: ({ commit: git }) => git.message,
  ttlMs: IMMUTABLE_MS,
});

function present(who: z.output<typeof person>) {
  return { name: who?.name, email: who?.email, date: who?.date };
}
