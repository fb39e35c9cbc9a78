import { readReport } from "@org/resources-reporting";
import { attachResources as attachV1 } from "@org/resources-sdk-adapter/v1";
import { attachResources as attachV2 } from "@org/resources-sdk-adapter/v2";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostHono, hostV1, hostV2, type McpHost } from "../fixtures/mcp-hosts.ts";
import { CLIENTS, type OfficialClient, type Whereabouts } from "../fixtures/official-clients.ts";
import { servedLibrary } from "../fixtures/served-library.ts";

const gateway = servedLibrary();
const context = ({ headers }: { readonly headers?: Headers | undefined }) => {
  const user = headers?.get("x-user");
  return typeof user === "string" ? { user } : undefined;
};

const program = fileURLToPath(new URL("../fixtures/stdio-server.ts", import.meta.url));
const overStdio = (sdk: string): Whereabouts => ({
  command: process.execPath,
  args: ["--conditions=@org/source", program, sdk, "ann"],
});

let hosts: readonly McpHost[] = [];
beforeAll(async () => {
  hosts = await Promise.all([
    hostV1((server, signal) => attachV1(server, gateway, { context, signal })),
    hostV2((server) => attachV2(server, gateway, { context })),
    hostHono((server) => attachV2(server, gateway, { context })),
  ]);
});
afterAll(() => Promise.all(hosts.map((host) => host.close())));
const overHttp = (index: number): Whereabouts => ({
  url: hosts[index]?.url ?? new URL("http://127.0.0.1/"),
  user: "ann",
});

const SERVERS = [
  { server: "SDK v1 over stdio", modern: false, where: () => overStdio("v1") },
  { server: "SDK v2 over stdio", modern: true, where: () => overStdio("v2") },
  { server: "SDK v1 over HTTP (Express)", modern: false, where: () => overHttp(0) },
  { server: "SDK v2 over HTTP (Node)", modern: true, where: () => overHttp(1) },
  { server: "SDK v2 over HTTP (Hono)", modern: true, where: () => overHttp(2) },
];
const PAIRS = SERVERS.flatMap((server) =>
  CLIENTS.filter(({ revision }) => server.modern || revision === "2025-11-25").map((client) => ({
    ...server,
    client,
  })),
);

interface ListPage {
  readonly items: readonly string[];
  readonly nextCursor: string | undefined;
}

/** All entries of a list, page by page. */
async function following(
  ask: (cursor: { cursor?: string }) => Promise<ListPage>,
): Promise<readonly string[]> {
  const { items, nextCursor } = await ask({});
  let cursor = nextCursor;
  const all = [...items];
  while (cursor !== undefined) {
    // oxlint-disable-next-line no-await-in-loop -- a page leads to the next
    const page = await ask({ cursor });
    all.push(...page.items);
    cursor = page.nextCursor;
  }
  return all;
}

describe.each(PAIRS)("$server, $client.name", ({ where, client: { connect } }) => {
  let connected: OfficialClient | undefined;
  beforeAll(async () => {
    connected = await connect(where());
  });
  afterAll(() => connected?.close());
  const client = (): OfficialClient => connected ?? expect.fail("not connected");
  const read = async (uri: string) => (await client().readResource({ uri })).contents;

  test("[SDK-7] the official client lists, page by page", async () => {
    // v2's client follows the pages by itself, v1's does not: either way each entry is there once.
    const resources = await following(async (cursor) => {
      const page = await client().listResources(cursor);
      return { items: page.resources.map(({ name }) => name), nextCursor: page.nextCursor };
    });
    expect(resources).toEqual(["empty", "guide", "logo", "set", "whoami"]);
    const templates = await following(async (cursor) => {
      const page = await client().listResourceTemplates(cursor);
      return { items: page.resourceTemplates.map(({ name }) => name), nextCursor: page.nextCursor };
    });
    expect(templates).toEqual(["gated set", "open a gate", "slow", "text"]);
  });

  test("[SDK-7] the official client reads texts and blobs, as whom it is", async () => {
    expect(await read("library://guide")).toEqual([
      { uri: "library://guide", mimeType: "text/markdown", text: "# Guide" },
    ]);
    expect(await read("library://logo")).toEqual([
      { uri: "library://logo", mimeType: "image/png", blob: "+//+AA==" },
    ]);
    expect(await read("library://empty")).toEqual([
      { uri: "library://empty", mimeType: "text/plain", text: "" },
    ]);
    expect(await read("library://whoami")).toMatchObject([{ text: "ann" }]);
  });

  test("[SDK-7] the official client gets a partial bundle with its report", async () => {
    const set = await client().readResource({ uri: "library://set" });
    const reading = readReport(set);
    expect(reading).toMatchObject({ status: "ok", report: { partial: true, issuesOmitted: 0 } });
    expect(set.contents).toHaveLength(3);
    expect(JSON.stringify(set)).not.toContain("private text");
  });

  test("[SDK-2] [SDK-7] the official client knows what is not found", async () => {
    const uri = "library://nothing";
    await expect(read(uri)).rejects.toMatchObject({ code: -32602, data: { uri } });
  });

  test("[SDK-7] the official client completes", async () => {
    const { completion } = await client().complete({
      ref: { type: "ref/resource", uri: "library://text/{bytes}" },
      argument: { name: "bytes", value: "10" },
    });
    expect(completion.values).toEqual(["10", "100", "1000"]);
  });

  test("[SDK-3] progress reaches the official client while its read goes on", async () => {
    const gate = randomUUID();
    const steps: number[] = [];
    // The second and the third body wait until this client has seen the step before.
    const onprogress = ({ progress }: { progress: number }) => {
      steps.push(progress);
      if (progress < 3) void read(`library://open/${gate}-${String(progress)}`);
    };
    await client().readResource({ uri: `library://gated-set/${gate}` }, { onprogress });
    // The clients drop what comes in one piece with the result, which the last step may.
    expect(steps.slice(0, 2)).toEqual([1, 2]);
  });

  test("[SDK-3] cancelling by the official client leaves the connection working", async () => {
    const controller = new AbortController();
    const uri = "library://slow/60000";
    const doomed = client().readResource({ uri }, { signal: controller.signal });
    setTimeout(() => controller.abort("enough"), 50);
    await expect(doomed).rejects.toThrow("enough");
    expect(await read("library://slow/1")).toMatchObject([{ text: "after 1 ms" }]);
  });
});
