import { z } from "zod";
import { ENDPOINTS, type RepoName } from "../upstream/endpoints.ts";
import { AnswerMalformed } from "../upstream/failures.ts";
import { count, list, login, optionalText, optionalTime, take } from "../upstream/fields.ts";
import type { Inquiry } from "../upstream/inquiry.ts";
import type { ListTool } from "./bounded.ts";
import { walkPages } from "./walk-pages.ts";

const statusSchema = z.object({
  id: count,
  status: optionalText,
  target_url: optionalText,
  description: optionalText,
  context: optionalText,
  creator: login,
  created_at: optionalTime,
  updated_at: optionalTime,
});

const combinedSchema = z.object({
  state: optionalText,
  sha: optionalText,
  statuses: list(statusSchema),
});

/** What one context last said of a commit. */
export type Status = z.output<typeof statusSchema>;

/** The latest status of every context of a commit, newest first, and what they come to. */
export interface CombinedStatus {
  readonly state: string;
  readonly statuses: readonly Status[];
}

/** From worst to best; of none of these is unknown. */
const STATES: readonly string[] = ["error", "failure", "warning", "pending", "success"];

/**
 * Reads a commit's combined status. Forgejo pages the statuses, and each page's state is that of its own statuses: the
 * state here is the worst of all pages.
 */
export async function combinedStatusOf(
  inquiry: Inquiry,
  repo: RepoName,
  sha: string,
): Promise<CombinedStatus> {
  const states = new Set<string>();
  const statuses = await walkPages(inquiry, {
    endpoint: (page) => ENDPOINTS.combinedStatus(repo, sha, page),
    rowsOf: ({ value }) => {
      const combined = take(combinedSchema, value);
      // Forgejo takes a branch or tag of this name before the commit: its statuses are another commit's.
      if (combined.sha !== undefined && combined.sha !== sha)
        throw new AnswerMalformed("the status of another commit");
      if (combined.statuses.length > 0 && combined.state !== undefined) states.add(combined.state);
      return combined.statuses;
    },
    idOf: ({ id }) => id,
    hidesRows: false,
  });
  return { state: STATES.find((state) => states.has(state)) ?? "unknown", statuses };
}

/** A status in a list. */
export function statusRow(status: Status) {
  return {
    id: status.id,
    context: status.context,
    state: status.status,
    target_url: status.target_url,
    description: status.description,
    creator: status.creator,
    created_at: status.created_at,
    updated_at: status.updated_at,
  };
}

/** The tool that goes on where a list of statuses was cut. */
export function statusesTool({ owner, repo }: RepoName, sha: string): ListTool {
  return { tool: "list_commit_statuses", arguments: { owner, repo, sha } };
}
