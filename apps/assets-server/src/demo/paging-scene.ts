import { ProtocolError, type Client } from "@modelcontextprotocol/client";
import { SAMPLE_PRINCIPALS } from "../access/sample-principals.ts";
import { connectAs, REVISIONS } from "./demo-client.ts";
import { mismatch, type Scene } from "./scene.ts";

/** Small, so that the four templates make several pages. */
export const PAGE_SIZE = 3;

interface TemplatePage {
  readonly templates: readonly string[];
  readonly nextCursor?: string | undefined;
}

/** A list is walked page by page, and another principal tries the cursor. */
export async function pagingScene(url: URL): Promise<Scene> {
  const [, marco, vera] = SAMPLE_PRINCIPALS;
  const walker = await connectAs(marco.token, url, REVISIONS[0]);
  const stranger = await connectAs(vera.token, url, REVISIONS[0]);
  try {
    const first = await page(walker, undefined);
    const cursor = first.nextCursor ?? "";
    const rest = await page(walker, cursor);
    const refusal = await refusalOf(() => page(stranger, cursor));
    return {
      lines: [
        `${marco.name} lists the templates, ${PAGE_SIZE} to a page: ${first.templates.length}, then ${rest.templates.length}, then ${rest.nextCursor === undefined ? "the end" : "more"}.`,
        `${vera.name} sends ${marco.name}'s cursor: ${refusal}.`,
        "",
      ],
      complaints: [
        ...mismatch("pages", [3, 1], [first.templates.length, rest.templates.length]),
        ...mismatch("templates met once", 4, new Set([...first.templates, ...rest.templates]).size),
        ...mismatch("a cursor after the last page", undefined, rest.nextCursor),
        ...mismatch("foreign cursor", "error -32602 Invalid cursor", refusal),
      ],
    };
  } finally {
    await Promise.all([walker.close(), stranger.close()]);
  }
}

async function page(client: Client, cursor: string | undefined): Promise<TemplatePage> {
  // Not listResourceTemplates(): without a cursor, it walks every page by itself.
  const { resourceTemplates, nextCursor } = await client.request({
    method: "resources/templates/list",
    params: cursor === undefined ? {} : { cursor },
  });
  return { templates: resourceTemplates.map(({ uriTemplate }) => uriTemplate), nextCursor };
}

async function refusalOf(ask: () => Promise<TemplatePage>): Promise<string> {
  try {
    const { templates } = await ask();
    return `accepted, ${templates.length} templates`;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return `error ${error.code} ${error.message}`;
  }
}
