import type { CallToolResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import { isResourceFailure, type ResourceGateway } from "@org/resources-core";
import { z } from "zod";
import type { WhoAsks } from "../serving/mcp-server.ts";
import { ASSETS_OF, PROJECTS_URI, type ListContext } from "./lists-gateway.ts";
import { pageInput, pageOutput, type PageRequest } from "./page.ts";
import { assetRow, projectRow } from "./rows.ts";

const READ_ONLY = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };

const projectPage = z.object({ rows: z.array(projectRow), ...pageOutput });
const assetPage = z.object({ rows: z.array(assetRow), ...pageOutput });

/** Registers `list_projects` and `list_assets`: what a resource list cannot say, since it depends on the caller. */
export function registerListTools(
  server: McpServer,
  lists: ResourceGateway<ListContext>,
  whoAsks: WhoAsks,
): void {
  server.registerTool(
    "list_projects",
    {
      title: "List projects",
      description:
        "Lists the projects that you have a role in, by name, each with the URI that reads it whole.",
      inputSchema: z.strictObject(pageInput),
      outputSchema: projectPage,
      annotations: READ_ONLY,
    },
    (list, context) => answer(PROJECTS_URI, list, projectPage, context),
  );
  server.registerTool(
    "list_assets",
    {
      title: "List a project's assets",
      description:
        "Lists the assets of a project that you may see, by name, each with its type, its size and the URIs that read it.",
      inputSchema: z.strictObject({
        project: z
          .string("must be a project's name, as list_projects gives it")
          .min(1, "must be a project's name, as list_projects gives it")
          .describe("The project's name, as list_projects gives it."),
        ...pageInput,
      }),
      outputSchema: assetPage,
      annotations: READ_ONLY,
    },
    ({ project, ...list }, context) => answer(addressOf(project), list, assetPage, context),
  );

  async function answer(
    uri: string | undefined,
    list: PageRequest,
    schema: typeof projectPage | typeof assetPage,
    { http, mcpReq }: ServerContext,
  ): Promise<CallToolResult> {
    const principal = whoAsks(http?.authInfo);
    if (uri === undefined || principal === undefined) return refusal(NOT_FOUND);
    try {
      const { items } = await lists.read(uri, {
        context: { ...principal, list },
        signal: mcpReq.signal,
      });
      const text = items[0]?.text ?? "";
      // The text is the same, for clients that know no structured content.
      return {
        content: [{ type: "text", text }],
        structuredContent: schema.parse(JSON.parse(text)),
      };
    } catch (error) {
      return refusal(isResourceFailure(error) ? reasonOf(error) : FAILED);
    }
  }
}

const NOT_FOUND = "Project not found. list_projects shows those that are there for you.";
const FAILED = "The list could not be made.";

/** Nothing where no project can have that name: there is none. */
function addressOf(project: string): string | undefined {
  try {
    return ASSETS_OF.expand({ project });
  } catch {
    return undefined;
  }
}

/** One of a closed set of texts; the operation's id is what the operator's log has it under. */
function reasonOf(failure: {
  readonly code: string;
  readonly retryable: boolean;
  readonly operationId: string;
}): string {
  const { code, retryable, operationId } = failure;
  // A name too long to be in a URI is no project's.
  if (code === "unavailable" || code === "invalid_uri" || code === "invalid_capture")
    return NOT_FOUND;
  const why = code === "overloaded" ? "Too many requests at once." : FAILED;
  return `${why}${retryable ? " Try again." : ""} (${operationId})`;
}

function refusal(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
