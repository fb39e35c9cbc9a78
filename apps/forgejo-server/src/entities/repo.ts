import { z } from "zod";
import { ENDPOINTS } from "../upstream/endpoints.ts";
import { count, login, optionalText, optionalTime } from "../upstream/fields.ts";
import { ADDRESSES } from "./addresses.ts";
import { SHORT_MS } from "./cache-times.ts";
import { defineEntity } from "./entity.ts";

const schema = z.object({
  full_name: z.string(),
  owner: login,
  description: optionalText,
  default_branch: optionalText,
  private: z.boolean(),
  internal: z.boolean().nullish(),
  archived: z.boolean(),
  fork: z.boolean(),
  created_at: optionalTime,
  updated_at: optionalTime,
  html_url: optionalText,
  stars_count: count,
  forks_count: count,
  watchers_count: count,
  open_issues_count: count,
  open_pr_counter: count,
});

/** A repository, without any of its lists. */
export const repoEntity = defineEntity({
  name: "repo",
  title: "Repository",
  description:
    "A repository's facts and counts. Its issues and pull requests: the tool list_issues.",
  uriTemplate: ADDRESSES.repo.uriTemplate,
  variables: ["owner", "repo"],
  endpoint: (name) => ENDPOINTS.repo(name),
  schema,
  json: (repo) => ({
    full_name: repo.full_name,
    owner: repo.owner,
    description: repo.description,
    default_branch: repo.default_branch,
    visibility: visibilityOf(repo),
    archived: repo.archived,
    fork: repo.fork,
    created_at: repo.created_at,
    updated_at: repo.updated_at,
    html_url: repo.html_url,
    counts: {
      stars: repo.stars_count,
      forks: repo.forks_count,
      watchers: repo.watchers_count,
      open_issues: repo.open_issues_count,
      open_pull_requests: repo.open_pr_counter,
    },
  }),
  ttlMs: SHORT_MS,
});

/** Who may see a repository, in one word. */
export function visibilityOf(repo: {
  readonly private: boolean;
  readonly internal?: boolean | null | undefined;
}): "private" | "internal" | "public" {
  if (repo.private) return "private";
  return repo.internal === true ? "internal" : "public";
}
