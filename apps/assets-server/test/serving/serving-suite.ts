import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ProtocolError, type Client } from "@modelcontextprotocol/client";
import { createLogger } from "@org/serving";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SAMPLE_PRINCIPALS } from "../../src/access/sample-principals.ts";
import { connectAs, REVISIONS } from "../../src/demo/demo-client.ts";
import { heldStore, type HeldStore } from "../../src/demo/held-store.ts";
import { loadSamples } from "../../src/samples.ts";
import { startAssetsServer, type AssetsServer } from "../../src/serving/assets-server.ts";
import { bearerNames } from "../../src/serving/bearer.ts";
import { databaseAssets } from "../../src/storage/database-assets.ts";
import { databaseRights } from "../../src/storage/database-rights.ts";
import type { Database } from "../../src/storage/database.ts";

const samples = fileURLToPath(new URL("../../samples/", import.meta.url));
const NOT_FOUND = { code: -32602, message: "Resource not found" };

async function refusal(client: Client, uri: string): Promise<unknown> {
  const error: unknown = await client.readResource({ uri }).catch((caught: unknown) => caught);
  if (!(error instanceof ProtocolError)) return error;
  return { code: error.code, message: error.message, data: error.data };
}

async function blobOf(client: Client, uri: string): Promise<Uint8Array | undefined> {
  const [content, ...others] = (await client.readResource({ uri })).contents;
  expect(others).toEqual([]);
  expect(content?.uri).toBe(uri);
  return content !== undefined && "blob" in content
    ? Buffer.from(content.blob, "base64")
    : undefined;
}

async function complete(
  client: Client,
  name: string,
  value: string,
  context?: Record<string, string>,
): Promise<readonly string[]> {
  const { completion } = await client.complete({
    ref: { type: "ref/resource", uri: "asset://projects/{project}/{asset}/original" },
    argument: { name, value },
    ...(context === undefined ? {} : { context: { arguments: context } }),
  });
  return completion.values;
}

/** What a client gets over HTTP, on every database that this program runs on. */
export function servingSuite(open: () => Promise<Database>): void {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await loadSamples(database);
  }, 60_000);
  afterAll(() => database.close());

  describe.each(REVISIONS)("assets-server on %s", (revision) => {
    const clients: Client[] = [];
    let server: AssetsServer;
    let held: HeldStore;
    let [olivia, marco, vera, otto] = [] as unknown as [Client, Client, Client, Client];

    beforeAll(async () => {
      held = heldStore(databaseAssets(database));
      server = await startAssetsServer({
        store: held.store,
        rights: databaseRights(database),
        authenticate: bearerNames(SAMPLE_PRINCIPALS),
        hostname: "127.0.0.1",
        port: 0,
        logger: createLogger("test", "silent"),
      });
      clients.push(
        ...(await Promise.all(
          SAMPLE_PRINCIPALS.map(({ token }) => connectAs(token, server.url, revision)),
        )),
      );
      [olivia, marco, vera, otto] = clients as [Client, Client, Client, Client];
    });
    afterAll(async () => {
      await Promise.all(clients.map((client) => client.close()));
      await server.close();
    });

    it("gives an original byte for byte, under a name that is not ASCII", async () => {
      const uri = "asset://projects/caf%C3%A9/%E8%8D%89.webp/original";
      const file = await readFile(`${samples}café/草.webp`);
      expect(file.equals((await blobOf(olivia, uri)) ?? new Uint8Array())).toBe(true);
    });

    it("gives text as text, unchanged", async () => {
      const uri = "asset://projects/caf%C3%A9/Men%C3%BC.txt/original";
      const { contents } = await vera.readResource({ uri });
      const text = await readFile(`${samples}café/Menü.txt`, "utf8");
      expect(contents).toEqual([{ uri, mimeType: "text/plain", text }]);
    });

    it("gives metadata whose links can be read", async () => {
      const uri = "asset://projects/wayfinding/elevator.svg/metadata";
      const [content] = (await marco.readResource({ uri })).contents;
      const metadata = JSON.parse(
        content !== undefined && "text" in content ? content.text : "",
      ) as {
        original: string;
        thumbnail: string;
      };
      expect(metadata).toMatchObject({
        project: "wayfinding",
        id: "elevator.svg",
        mimeType: "image/svg+xml",
        size: (await readFile(`${samples}wayfinding/elevator.svg`)).byteLength,
      });
      expect(await blobOf(marco, metadata.thumbnail)).toBeDefined();
      const [original] = (await marco.readResource({ uri: metadata.original })).contents;
      expect(original?.mimeType).toBe("image/svg+xml");
    });

    it("lists the guide and the preview page for everybody who is known, and the templates for whoever has a role", async () => {
      for (const client of clients) {
        // oxlint-disable-next-line no-await-in-loop
        const { resources } = await client.listResources();
        expect(resources.map(({ uri }) => uri)).toEqual([
          "docs://assets-server/guide",
          "ui://assets-server/preview.html",
        ]);
      }
      const { resourceTemplates } = await vera.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
        "asset://projects/{project}/{asset}/metadata",
        "asset://projects/{project}/{asset}/original",
        "asset://projects/{project}/{asset}/thumbnail",
        "bundle://projects/{project}/preview",
      ]);
      expect((await otto.listResourceTemplates()).resourceTemplates).toEqual([]);
    });

    it("has a guide that names every template and whose example can be read [case C3]", async () => {
      const [guide] = (await otto.readResource({ uri: "docs://assets-server/guide" })).contents;
      const text = guide !== undefined && "text" in guide ? guide.text : "";
      const { resourceTemplates } = await olivia.listResourceTemplates();
      for (const { uriTemplate } of resourceTemplates) expect(text).toContain(uriTemplate);
      const examples = text.match(/`[a-z]+:\/\/projects\/[^`{}]+`/g) ?? [];
      expect(examples).toHaveLength(2);
      for (const example of examples) {
        // oxlint-disable-next-line no-await-in-loop
        const { contents } = await olivia.readResource({ uri: example.slice(1, -1) });
        expect(contents).not.toEqual([]);
      }
    });

    it.each([
      ["an unknown project", "bundle://projects/none/preview"],
      ["an unknown asset", "asset://projects/earth-and-sky/none.jpg/original"],
      ["an unknown scheme", "nowhere://at/all"],
      [
        "the broken image that the import skipped",
        "asset://projects/wayfinding/no-entry.png/original",
      ],
    ])("answers %s with not found", async (_, uri) => {
      expect(await refusal(olivia, uri)).toEqual({ ...NOT_FOUND, data: { uri } });
    });

    it("answers hidden, revoked and foreign alike: not found", async () => {
      const hidden = "asset://projects/earth-and-sky/rocket.jpg/original";
      const revoked = "asset://projects/earth-and-sky/hubble-deep-field.webp/original";
      const foreign = "bundle://projects/wayfinding/preview";
      expect(await refusal(vera, hidden)).toEqual({ ...NOT_FOUND, data: { uri: hidden } });
      expect(await refusal(marco, revoked)).toEqual({ ...NOT_FOUND, data: { uri: revoked } });
      expect(await refusal(vera, foreign)).toEqual({ ...NOT_FOUND, data: { uri: foreign } });
      expect(await blobOf(olivia, hidden)).toBeDefined();
    });

    it("gives another spelling of a hidden asset no other answer [case X1]", async () => {
      for (const uri of [
        "asset://projects/earth-and-sky/%72ocket.jpg/original",
        "ASSET://projects/earth-and-sky/rocket.jpg/original",
      ])
        // oxlint-disable-next-line no-await-in-loop
        expect(await refusal(vera, uri)).toEqual({ ...NOT_FOUND, data: { uri } });
    });

    it("says what is wrong with a malformed URI, in RFC terms", async () => {
      expect(await refusal(olivia, "asset://projects/earth-and-sky/%2e%2e/original")).toMatchObject(
        {
          code: -32602,
          message: "Invalid resource URI",
          data: { reason: "invalid_uri", detail: "dot_segment" },
        },
      );
    });

    it("completes only what the caller may see", async () => {
      expect(await complete(olivia, "project", "")).toEqual([
        "café",
        "earth-and-sky",
        "wayfinding",
      ]);
      expect(await complete(vera, "project", "")).toEqual(["café", "earth-and-sky"]);
      expect(await complete(otto, "project", "")).toEqual([]);
      const sky = { project: "earth-and-sky" };
      expect(await complete(marco, "asset", "R", sky)).toEqual(["rocket.jpg"]);
      expect(await complete(vera, "asset", "r", sky)).toEqual([]);
      expect(await complete(olivia, "asset", "")).toEqual([]);
      expect(await complete(vera, "asset", "", { project: "wayfinding" })).toEqual([]);
    });

    it("lets a client cancel a read, and serves on", async () => {
      const { reached, release } = held.hold("earth-by-day.jpg");
      const uri = "asset://projects/earth-and-sky/earth-by-day.jpg/original";
      const cancelled = new AbortController();
      const reading = olivia.readResource({ uri }, { signal: cancelled.signal });
      await reached;
      cancelled.abort(new Error("no longer wanted"));
      await expect(reading).rejects.toThrow("no longer wanted");
      release();
      expect(await blobOf(olivia, uri)).toBeDefined();
    });
  });

  describe("assets-server over plain HTTP", () => {
    let server: AssetsServer;
    beforeAll(async () => {
      server = await startAssetsServer({
        store: databaseAssets(database),
        rights: databaseRights(database),
        authenticate: bearerNames(SAMPLE_PRINCIPALS),
        hostname: "127.0.0.1",
        port: 0,
        logger: createLogger("test", "silent"),
      });
    });
    afterAll(() => server.close());

    const post = (headers: Record<string, string>, url: URL = server.url): Promise<Response> =>
      fetch(url, {
        method: "POST",
        headers: {
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          ...headers,
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "resources/read",
          params: { uri: "docs://assets-server/guide" },
        }),
      });

    it("challenges whoever it does not know [case Z10]", async () => {
      const nobody = await post({});
      expect(nobody.status).toBe(401);
      expect(nobody.headers.get("www-authenticate")).toBe('Bearer realm="assets-server"');
      const stranger = await post({ authorization: "Bearer demo-eve" });
      expect(stranger.status).toBe(401);
      expect(stranger.headers.get("www-authenticate")).toContain('error="invalid_token"');
      expect((await post({ authorization: "Bearer demo-otto" })).status).toBe(200);
    });

    it("serves one path", async () => {
      const authorization = "Bearer demo-olivia";
      expect((await post({ authorization }, new URL("/", server.url))).status).toBe(404);
    });

    it("lets a page of this machine see why it was refused", async () => {
      const origin = "http://localhost:5173";
      const refused = await post({ origin });
      expect(refused.status).toBe(401);
      expect(refused.headers.get("access-control-allow-origin")).toBe(origin);
      expect(refused.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
    });

    it("refuses a body over 1 MiB", async () => {
      const response = await fetch(server.url, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: "Bearer demo-olivia" },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "ping",
          padding: "x".repeat(2 ** 20),
        }),
      });
      expect(response.status).toBe(413);
    });

    it("is ready while the database answers", async () => {
      const ready = await fetch(new URL("/readyz", server.url));
      expect([ready.status, await ready.text()]).toEqual([200, "ready\n"]);
    });

    it("refuses a web page from elsewhere", async () => {
      const authorization = "Bearer demo-olivia";
      expect((await post({ authorization, origin: "https://evil.example" })).status).toBe(403);
    });
  });
}
