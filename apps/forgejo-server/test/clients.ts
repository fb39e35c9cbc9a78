import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { hostHttp } from "@org/serving";
import { createForgejoOffer } from "../src/serving/forgejo-offer.ts";
import { httpEndpoint } from "../src/serving/http-endpoint.ts";
import { createForgejoClient } from "../src/upstream/forgejo-client.ts";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const INFO = { name: "forgejo-server-tests", version: "1.0.0" };

/** One content of a read. */
export interface Content {
  readonly uri: string;
  readonly mimeType?: string | undefined;
  readonly text: string;
}

/** An error as a client sees it. */
export interface Refusal {
  readonly code: unknown;
  readonly message: string;
  readonly data: unknown;
}

/** What a tool answers. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: unknown;
}

/** Any official client, as far as these tests use it. */
export interface TestClient {
  readonly name: string;
  readonly read: (uri: string) => Promise<readonly Content[]>;
  /** The whole result. */
  readonly raw: (uri: string) => Promise<Readonly<Record<string, unknown>>>;
  readonly templates: () => Promise<readonly string[]>;
  readonly tools: () => Promise<readonly string[]>;
  readonly call: (name: string, args: Record<string, unknown>) => Promise<ToolAnswer>;
  readonly close: () => Promise<void>;
}

/** How the tests reach the server: an HTTP server in this process, and the real program on stdio. */
export interface Served {
  readonly url: URL;
  readonly close: () => Promise<void>;
}

/** Serves HTTP in this process, before the Forgejo at `forgejo`. */
export async function serveHttp(
  forgejo: URL,
  options: { readonly markdown?: boolean; readonly maxConcurrent?: number } = {},
): Promise<Served> {
  const { markdown = true, maxConcurrent } = options;
  const client = createForgejoClient({ url: forgejo, userAgent: "tests", maxConcurrent });
  const endpoint = httpEndpoint(createForgejoOffer({ client, markdown }), () => {});
  const host = await hostHttp({
    fetch: endpoint.fetch,
    hostname: "127.0.0.1",
    port: 0,
    onError: () => {},
  });
  return {
    url: new URL("/mcp", host.origin),
    close: async () => {
      await host.close({ graceMs: 0 });
      await endpoint.close();
    },
  };
}

/** Every official client, by the transports and protocol revisions that it speaks. */
export const CLIENTS = {
  "client 2.4.0, HTTP, 2026-07-28": (served, _forgejo, token) =>
    connectV2(httpV2(served, token), "2026-07-28"),
  "client 2.4.0, HTTP, 2025-11-25": (served, _forgejo, token) =>
    connectV2(httpV2(served, token), "2025-11-25"),
  "client 2.4.0, stdio, 2026-07-28": (_served, forgejo, token) =>
    connectV2(new StdioClientTransport(program(forgejo, token)), "2026-07-28"),
  "sdk 1.32.2, HTTP, 2025-11-25": (served, _forgejo, token) =>
    connectV1(new HttpV1(served.url, { requestInit: { headers: headersFor(token) } })),
  "sdk 1.32.2, stdio, 2025-11-25": (_served, forgejo, token) =>
    connectV1(new StdioV1(program(forgejo, token))),
} as const satisfies Record<
  string,
  (served: Served, forgejo: URL, token: string | undefined) => Promise<TestClient>
>;

/** A client over HTTP on the newest revision, as the holder of `token`. */
export function connect(served: Served, token?: string): Promise<TestClient> {
  return CLIENTS["client 2.4.0, HTTP, 2026-07-28"](served, served.url, token);
}

function headersFor(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { "x-forgejo-token": token };
}

function httpV2({ url }: Served, token: string | undefined) {
  return new StreamableHTTPClientTransport(url, { requestInit: { headers: headersFor(token) } });
}

function program(forgejo: URL, token: string | undefined) {
  return {
    command: process.execPath,
    args: ["--conditions=@org/source", main, "stdio", "--url", forgejo.href],
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_NO_WARNINGS: "1",
      LOG_LEVEL: "error",
      ...(token !== undefined && { FORGEJO_ACCESS_TOKEN: token }),
    },
  };
}

async function connectV2(
  transport: Parameters<Client["connect"]>[0],
  revision: "2026-07-28" | "2025-11-25",
): Promise<TestClient> {
  const mode = revision === "2025-11-25" ? ("legacy" as const) : { pin: revision };
  const client = new Client(INFO, { versionNegotiation: { mode } });
  await client.connect(transport);
  return testClient(`v2 ${revision}`, client);
}

async function connectV1(transport: Parameters<ClientV1["connect"]>[0]): Promise<TestClient> {
  const client = new ClientV1(INFO);
  await client.connect(transport);
  return testClient("v1", client);
}

/** The part that the clients of both SDKs have in common. */
interface AnyClient {
  readResource: (params: { uri: string }) => Promise<{ contents: readonly unknown[] }>;
  listResourceTemplates: () => Promise<{ resourceTemplates: readonly { uriTemplate: string }[] }>;
  listTools: () => Promise<{ tools: readonly { name: string }[] }>;
  callTool: (params: { name: string; arguments: Record<string, unknown> }) => Promise<unknown>;
  close: () => Promise<void>;
}

function testClient(name: string, client: AnyClient): TestClient {
  return {
    name,
    read: async (uri) => (await client.readResource({ uri })).contents as readonly Content[],
    raw: async (uri) => ({ ...(await client.readResource({ uri })) }),
    templates: async () =>
      (await client.listResourceTemplates()).resourceTemplates.map(
        ({ uriTemplate }) => uriTemplate,
      ),
    tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (tool, args) => {
      const result = (await client.callTool({ name: tool, arguments: args })) as {
        isError?: boolean;
        content: readonly { text: string }[];
        structuredContent?: unknown;
      };
      return {
        isError: result.isError === true,
        text: result.content[0]?.text ?? "",
        structured: result.structuredContent,
      };
    },
    close: () => client.close(),
  };
}

/** The error that a read ends with; fails where it does not. */
export async function refusalOf(client: TestClient, uri: string): Promise<Refusal> {
  try {
    await client.read(uri);
  } catch (error) {
    const { code, message, data } = error as Refusal;
    return { code, message, data };
  }
  throw new Error(`${uri} was read`);
}

/** The JSON of a read's first content, which must be what was asked for. */
export async function jsonOf(client: TestClient, uri: string): Promise<Record<string, unknown>> {
  const [first] = await client.read(uri);
  if (first?.uri !== uri || first.mimeType !== "application/json")
    throw new Error(`the first content of ${uri} is ${first?.uri} ${first?.mimeType}`);
  return JSON.parse(first.text) as Record<string, unknown>;
}
