import { readReport } from "@org/resources-reporting";
import { attachResources as attachV1 } from "@org/resources-sdk-adapter/v1";
import { attachResources as attachV2 } from "@org/resources-sdk-adapter/v2";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
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

describe.each(PAIRS)("$server, $client.name", ({ where, client: { connect } }) => {
  let client: OfficialClient | undefined;
  afterEach(() => client?.close());

  test("[SDK-7] the official client lists, reads, completes, and knows what is not found", async () => {
    const connected = await connect(where());
    client = connected;

    const names: string[] = [];
    let cursor: string | undefined;
    do {
      // oxlint-disable-next-line no-await-in-loop -- a page leads to the next
      const page = await connected.listResources(cursor === undefined ? {} : { cursor });
      names.push(...page.resources.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(names).toEqual(["empty", "guide", "logo", "set", "whoami"]);

    const { resourceTemplates } = await connected.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "library://slow/{ms}",
      "library://text/{bytes}",
    ]);

    const read = async (uri: string) => (await connected.readResource({ uri })).contents;
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

    const set = await connected.readResource({ uri: "library://set" });
    const reading = readReport(set);
    expect(reading).toMatchObject({ status: "ok", report: { partial: true, issuesOmitted: 0 } });
    expect(set.contents).toHaveLength(3);
    expect(JSON.stringify(set)).not.toContain("private text");

    const uri = "library://nothing";
    await expect(connected.readResource({ uri })).rejects.toMatchObject({
      code: -32602,
      data: { uri },
    });

    const { completion } = await connected.complete({
      ref: { type: "ref/resource", uri: "library://text/{bytes}" },
      argument: { name: "bytes", value: "10" },
    });
    expect(completion.values).toEqual(["10", "100", "1000"]);
  });

  test("[SDK-3] progress reaches the official client", async () => {
    client = await connect(where());
    const steps: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => steps.push(progress);
    await client.readResource({ uri: "library://set" }, { onprogress });
    expect(steps).toEqual([1, 2, 3]);
  });

  test("[SDK-3] cancelling by the official client leaves the connection working", async () => {
    client = await connect(where());
    const controller = new AbortController();
    const doomed = client.readResource(
      { uri: "library://slow/60000" },
      { signal: controller.signal },
    );
    setTimeout(() => controller.abort("enough"), 50);
    await expect(doomed).rejects.toThrow("enough");
    const { contents } = await client.readResource({ uri: "library://slow/1" });
    expect(contents).toMatchObject([{ text: "after 1 ms" }]);
  });
});
