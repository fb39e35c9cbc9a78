import { bounded } from "../lists/bounded.ts";
import { combinedStatusOf, statusRow, statusesTool } from "../lists/statuses.ts";
import { ENDPOINTS } from "../upstream/endpoints.ts";
import { ADDRESSES } from "./addresses.ts";
import { NONE_MS } from "./cache-times.ts";
import { commitSchema } from "./commit.ts";
import { defineEntity } from "./entity.ts";

/** What the checks of a commit say now. */
export const statusEntity = defineEntity({
  name: "status",
  title: "Status of a commit",
  description: "The combined state of a commit, and the latest status of each context.",
  uriTemplate: ADDRESSES.status.uriTemplate,
  variables: ["owner", "repo", "sha"],
  // A commit without any status has one, "unknown"; a commit that there is not has none.
  endpoint: ({ sha, ...name }) => ENDPOINTS.commit(name, sha),
  schema: commitSchema,
  isNamed: (entity, { sha }) => entity.sha === sha,
  json: async (_entity, { sha, owner, repo }, inquiry) => {
    const name = { owner, repo };
    const { state, statuses } = await combinedStatusOf(inquiry, name, sha);
    return {
      sha,
      state,
      total_count: statuses.length,
      statuses: bounded(statuses, statusRow, statusesTool(name, sha)),
    };
  },
  ttlMs: NONE_MS,
});
