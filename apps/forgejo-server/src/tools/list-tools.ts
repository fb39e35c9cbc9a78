import { randomUUID } from "node:crypto";
import type { CallToolResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import { variableRule, type VariableName } from "../entities/variables.ts";
import { MAX_ROWS } from "../lists/bounded.ts";
import { commentRow, commentsOf } from "../lists/comments.ts";
import { issuesPage } from "../lists/issues.ts";
import { MAX_LIMIT } from "../lists/page-size.ts";
import { pageOf, type ListPage } from "../lists/page.ts";
import { reposPage } from "../lists/repos.ts";
import { reviewRow, reviewsOf } from "../lists/reviews.ts";
import { combinedStatusOf, statusRow } from "../lists/statuses.ts";
import type { Caller } from "../upstream/caller.ts";
import { ENDPOINTS } from "../upstream/endpoints.ts";
import type { ForgejoClient } from "../upstream/forgejo-client.ts";
import { contextOf, inquire, type Inquiry } from "../upstream/inquiry.ts";
import { toolFailure } from "./tool-failure.ts";

/** How a call of a tool ended, for the operator's log. */
export interface ToolCall {
  readonly tool: string;
  readonly operationId: string;
  readonly durationMs: number;
  /** Of a call that failed. */
  readonly cause?: unknown;
}

/** What the tools of one server work with. */
export interface ListToolsOptions {
  readonly client: ForgejoClient;
  /** On whose behalf a call is made; `undefined` is nobody. */
  readonly callerOf: (headers: Headers | undefined) => Caller | undefined;
  readonly onCall?: ((call: ToolCall) => void) | undefined;
}

/** As long as a resource may take. */
const TIMEOUT_MS = 30_000;

const variable = (name: VariableName): z.ZodType<string> => {
  const [pattern, expectation] = variableRule(name);
  return z.string().regex(pattern, `must be ${expectation}`).describe(expectation);
};

const inRepo = { owner: variable("owner"), repo: variable("repo") };
const index = z.number().int().min(1).max(999_999_999_999_999).describe("its number");
const paging = {
  page: z.number().int().min(1).max(100_000).default(1).describe("which page, from 1"),
  limit: z.number().int().min(1).max(MAX_LIMIT).default(MAX_ROWS).describe("rows a page"),
};

const output = z.object({
  rows: z.array(z.record(z.string(), z.unknown())),
  page: z.number().int(),
  limit: z.number().int().describe("rows a page that Forgejo gave: with it, the next page follows"),
  total: z.number().int().optional().describe("absent where Forgejo does not say"),
  has_more: z.boolean(),
});

/** Puts the tools on a server that go on where a resource's list was cut, and those that find what to read. */
export function registerListTools(server: McpServer, options: ListToolsOptions): void {
  const register = <S extends z.ZodObject>(
    name: string,
    described: { readonly title: string; readonly description: string; readonly inputSchema: S },
    list: (args: z.output<S>, inquiry: Inquiry) => Promise<ListPage<object>>,
  ): void => {
    const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: true };
    const config: {
      title: string;
      description: string;
      inputSchema: z.ZodObject;
      outputSchema: typeof output;
      annotations: typeof annotations;
    } = { ...described, outputSchema: output, annotations };
    server.registerTool(name, config, (args, context) =>
      answer(options, name, context, (inquiry) => list(described.inputSchema.parse(args), inquiry)),
    );
  };

  register(
    "list_issue_comments",
    {
      title: "Comments of an issue or pull request",
      description:
        "Newest first. Each row has the beginning of the comment, and the URI of the resource that has the whole.",
      inputSchema: z.object({ ...inRepo, index, ...paging }),
    },
    async ({ index: number, page, limit, ...repo }, inquiry) =>
      pageOf(await commentsOf(inquiry, repo, String(number)), commentRow(repo, String(number)), {
        page,
        limit,
      }),
  );
  register(
    "list_pull_reviews",
    {
      title: "Reviews of a pull request",
      description: "Newest first.",
      inputSchema: z.object({ ...inRepo, index, ...paging }),
    },
    async ({ index: number, page, limit, ...repo }, inquiry) =>
      pageOf(await reviewsOf(inquiry, repo, String(number)), reviewRow, { page, limit }),
  );
  register(
    "list_commit_statuses",
    {
      title: "Statuses of a commit",
      description: "The latest status of each context, newest first.",
      inputSchema: z.object({ ...inRepo, sha: variable("sha"), ...paging }),
    },
    async ({ sha, page, limit, ...repo }, inquiry) => {
      // Forgejo answers an empty status for a commit that there is not.
      await inquiry.recall(ENDPOINTS.commit(repo, sha));
      const { statuses } = await combinedStatusOf(inquiry, repo, sha);
      return pageOf(statuses, statusRow, { page, limit });
    },
  );
  register(
    "list_issues",
    {
      title: "Issues or pull requests of a repository",
      description: "Newest first. Each row has the URI of the resource that has the whole.",
      inputSchema: z.object({
        ...inRepo,
        kind: z.enum(["issue", "pr"]).default("issue"),
        state: z.enum(["open", "closed", "all"]).default("open"),
        ...paging,
      }),
    },
    ({ kind, state, page, limit, ...repo }, inquiry) =>
      issuesPage(inquiry, repo, { kind, state }, { page, limit }),
  );
  register(
    "list_repos",
    {
      title: "Repositories",
      description:
        "Those that you may see, newest first: all, those of an owner, or those that match some words.",
      inputSchema: z.object({
        owner: variable("owner").optional(),
        query: z.string().min(1).max(255).optional().describe("words to search for"),
        ...paging,
      }),
    },
    ({ page, limit, ...filter }, inquiry) => reposPage(inquiry, filter, { page, limit }),
  );
}

async function answer(
  { client, callerOf, onCall }: ListToolsOptions,
  tool: string,
  context: ServerContext,
  list: (inquiry: Inquiry) => Promise<ListPage<object>>,
): Promise<CallToolResult> {
  const caller = callerOf(context.http?.req?.headers);
  if (caller === undefined) return toolFailure(undefined);
  const operationId = randomUUID();
  const start = performance.now();
  const ended = (cause?: unknown): void => {
    onCall?.({ tool, operationId, durationMs: Math.round(performance.now() - start), cause });
  };
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const inquiry = inquire(client, {
    context: contextOf(caller),
    signal: AbortSignal.any([context.mcpReq.signal, late]),
    deadline: Date.now() + TIMEOUT_MS,
    operationId,
  });
  try {
    // What is `undefined` is absent, as in a resource.
    const text = JSON.stringify(await list(inquiry));
    const structuredContent = output.parse(JSON.parse(text));
    ended();
    return { content: [{ type: "text", text }], structuredContent };
  } catch (error) {
    const cause: unknown = late.aborted ? late.reason : error;
    ended(cause);
    return toolFailure(cause);
  }
}
