import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import { readReport } from "@org/resources-reporting";
import { UI_EXTENSION } from "@org/resources-sdk-adapter/mcp-apps";
import { createLogger } from "@org/serving";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SAMPLE_PRINCIPALS } from "../../src/access/sample-principals.ts";
import { connectAs, REVISIONS } from "../../src/demo/demo-client.ts";
import { loadSamples } from "../../src/samples.ts";
import { startAssetsServer, type AssetsServer } from "../../src/serving/assets-server.ts";
import { bearerNames } from "../../src/serving/bearer.ts";
import { databaseAssets } from "../../src/storage/database-assets.ts";
import { databaseRights } from "../../src/storage/database-rights.ts";
import type { Database } from "../../src/storage/database.ts";
import { openMemory } from "../../src/storage/embedded.ts";

const PAGE = "ui://assets-server/preview.html";
const EARTH = "bundle://projects/earth-and-sky/preview";

let database: Database;
let server: AssetsServer;
beforeAll(async () => {
  database = await openMemory();
  await loadSamples(database);
  server = await startAssetsServer({
    store: databaseAssets(database),
    rights: databaseRights(database),
    authenticate: bearerNames(SAMPLE_PRINCIPALS),
    hostname: "127.0.0.1",
    port: 0,
    logger: createLogger("test", "silent"),
  });
}, 60_000);
afterAll(async () => {
  await server.close();
  await database.close();
});

describe.each(REVISIONS)("show_preview on %s", (revision) => {
  let [olivia, marco, otto] = [] as unknown as [Client, Client, Client];
  beforeAll(async () => {
    [olivia, marco, otto] = await Promise.all([
      connectAs("demo-olivia", server.url, revision),
      connectAs("demo-marco", server.url, revision),
      connectAs("demo-otto", server.url, revision),
    ]);
  });
  afterAll(() => Promise.all([olivia.close(), marco.close(), otto.close()]));

  it("[APP-1] the tool is linked to the page, which whoever is known can read", async () => {
    const { tools } = await olivia.listTools();
    const tool = tools.find(({ name }) => name === "show_preview");
    expect(tool?._meta).toEqual({ ui: { resourceUri: PAGE } });
    expect(olivia.getServerCapabilities()?.extensions).toEqual({ [UI_EXTENSION]: {} });
    const { resources } = await otto.listResources();
    const entry = resources.find(({ uri }) => uri === PAGE);
    expect(entry).toMatchObject({
      mimeType: "text/html;profile=mcp-app",
      _meta: { ui: { csp: {} } },
    });
    const { contents } = await otto.readResource({ uri: PAGE });
    expect(contents).toMatchObject([{ uri: PAGE, mimeType: "text/html;profile=mcp-app" }]);
    expect(contents[0] !== undefined && "text" in contents[0] && contents[0].text).toContain(
      "<!doctype html>",
    );
  });

  it("a client without apps gets it in words: what there is, and what is missing", async () => {
    const result = await call(marco, { project: "earth-and-sky" });
    const words = textOf(result);
    expect(words).toContain(`Preview of the project "earth-and-sky" (${EARTH}): 5 items.`);
    expect(words).toContain("INCOMPLETE: 1 item missing.\n- This item is not available.");
    expect(words).toContain("Four pictures and one table");
    expect(words).toContain("- asset://projects/earth-and-sky/rocket.jpg/thumbnail (image/webp)");
    expect(result.content.at(-1)).toMatchObject({ type: "resource_link", uri: EARTH });
    expect(result.structuredContent).toMatchObject({
      project: "earth-and-sky",
      uri: EARTH,
      report: { partial: true },
    });
    expect(readReport(result)).toMatchObject({ status: "ok", report: { partial: true } });
  });

  it("embed: the very contents that a read gives", async () => {
    const { contents } = await olivia.readResource({ uri: EARTH });
    const { content } = await call(olivia, { project: "earth-and-sky", embed: true });
    expect(content.slice(1)).toEqual(contents.map((resource) => ({ type: "resource", resource })));
  });

  it("an outsider, a project that there is not, and names that no project can have: one answer", async () => {
    const answers = await Promise.all([
      call(otto, { project: "earth-and-sky" }),
      call(olivia, { project: "nowhere" }),
      call(olivia, { project: ".." }),
      call(olivia, { project: "a/b" }),
      call(olivia, { project: "x".repeat(5000) }),
    ]);
    for (const { isError, content, structuredContent } of answers) {
      expect({ isError, content, structuredContent }).toEqual({
        isError: true,
        content: [
          {
            type: "text",
            text: "Project not found. list_projects shows those that are there for you.",
          },
        ],
        structuredContent: { error: { reason: "unavailable", retryable: false } },
      });
    }
  });
});

function call(client: Client, args: Record<string, unknown>): Promise<CallToolResult> {
  return client.callTool({ name: "show_preview", arguments: args });
}

function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}
