import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { isResourceFailure, type ReadBundle, type ResourceGateway } from "@org/resources-core";
import { toContents, type ReadItem, type ReadReport } from "@org/resources-reporting";
import { toolUiMeta } from "@org/resources-sdk-adapter/mcp-apps";
import { z } from "zod";
import type { Principal } from "../access/principal.ts";
import { PREVIEW, PREVIEW_PAGE_URI } from "../resources/addresses.ts";
import type { WhoAsks } from "../serving/mcp-server.ts";

/** The tool's name and its link to the page: what start-up checks (APP-1). */
export const SHOW_PREVIEW = { name: "show_preview", _meta: toolUiMeta(PREVIEW_PAGE_URI) } as const;

/** Longer about texts are cut in the tool's text; the bundle has them whole. */
const MAX_ABOUT = 4000;

/**
 * Registers `show_preview`: a project's bundle, read with the caller's rights as `resources/read` reads it. A host that
 * knows MCP Apps shows the preview page, which reads the bundle by itself; every other client gets it in words, and with
 * `embed` the contents themselves.
 */
export function registerShowPreview(
  server: McpServer,
  gateway: ResourceGateway<Principal>,
  whoAsks: WhoAsks,
): void {
  server.registerTool(
    SHOW_PREVIEW.name,
    {
      title: "Show a project",
      description:
        "Shows a project as a gallery: its about text and a thumbnail of each asset that you may see, and what is missing. The answer lists them in words too.",
      inputSchema: z.strictObject({
        project: z
          .string("must be a project's name, as list_projects gives it")
          .min(1, "must be a project's name, as list_projects gives it")
          .describe("The project's name, as list_projects gives it."),
        embed: z
          .boolean()
          .default(false)
          .describe("Whether the answer carries the contents themselves, thumbnails included."),
      }),
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
      _meta: SHOW_PREVIEW._meta,
    },
    async ({ project, embed }, { http, mcpReq }) => {
      const uri = addressOf(project);
      const context = whoAsks(http?.authInfo);
      if (uri === undefined || context === undefined) return refusal("unavailable");
      try {
        const bundle = await gateway.read(uri, { context, signal: mcpReq.signal });
        return answer({ project, uri, bundle, embed });
      } catch (error) {
        return isResourceFailure(error)
          ? refusal(error.code, error.retryable, error.report)
          : refusal("internal_error");
      }
    },
  );
}

/** Nothing where no project can have that name: there is none. */
function addressOf(project: string): string | undefined {
  try {
    return PREVIEW.expand({ project });
  } catch {
    return undefined;
  }
}

interface Shown {
  readonly project: string;
  readonly uri: string;
  readonly bundle: ReadBundle;
  readonly embed: boolean;
}

function answer({ project, uri, bundle, embed }: Shown): CallToolResult {
  const about = bundle.items.find((item) => item.uri === uri)?.text;
  const items = bundle.items.filter((item) => item.uri !== uri).map(listed);
  const report: ReadReport = {
    version: 1,
    partial: bundle.partial,
    issues: bundle.issues,
    issuesOmitted: bundle.issuesOmitted,
  };
  const structured = { project, uri, ...(about === undefined ? {} : { about }), items, report };
  return {
    content: [
      { type: "text", text: inWords(project, structured) },
      ...(embed
        ? bundle.contents.map((item) => ({ type: "resource" as const, resource: toContents(item) }))
        : [{ type: "resource_link" as const, uri, name: "project-preview", title: "The preview" }]),
    ],
    structuredContent: structured,
    _meta: bundle._meta,
  };
}

interface ListedItem {
  readonly uri: string;
  readonly mimeType: string;
}

function listed({ uri, mimeType }: ReadItem): ListedItem {
  return { uri, mimeType };
}

function inWords(
  project: string,
  said: {
    readonly uri: string;
    readonly about?: string | undefined;
    readonly items: readonly ListedItem[];
    readonly report: ReadReport;
  },
): string {
  const { uri, about = "", items, report } = said;
  const missing = report.issues.length + report.issuesOmitted;
  return [
    `Preview of the project ${JSON.stringify(project)} (${uri}): ${counted(items.length)}.`,
    ...(missing === 0
      ? []
      : [
          `INCOMPLETE: ${counted(missing)} missing.`,
          ...report.issues.map(
            ({ message, uri: named }) => `- ${message}${named === undefined ? "" : ` ${named}`}`,
          ),
        ]),
    "",
    about.length > MAX_ABOUT ? `${cut(about)}…` : about,
    "",
    ...items.map((item) => `- ${item.uri} (${item.mimeType})`),
  ]
    .join("\n")
    .trim();
}

/** Never between the two halves of a character. */
function cut(text: string): string {
  return text.slice(0, MAX_ABOUT).replace(/[\uD800-\uDBFF]$/, "");
}

function counted(count: number): string {
  return `${count} ${count === 1 ? "item" : "items"}`;
}

const TEXTS: Readonly<Record<string, string>> = {
  unavailable: "Project not found. list_projects shows those that are there for you.",
  overloaded: "Too many requests at once.",
  timeout: "Reading the project took too long.",
  no_items: "Nothing of this project could be read.",
};

/** One of a closed set of texts; programs get the reason, and what is missing, beside it. */
function refusal(code: string, retryable = false, report?: ReadReport): CallToolResult {
  // A name too long to be in a URI is no project's.
  const reason = code === "invalid_uri" || code === "invalid_capture" ? "unavailable" : code;
  const text = TEXTS[reason] ?? "The project could not be read.";
  return {
    content: [{ type: "text", text: retryable ? `${text} Try again.` : text }],
    structuredContent: { error: { reason, retryable, report } },
    isError: true,
  };
}
