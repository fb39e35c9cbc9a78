/** The official clients, connected to a server over each transport that P13 compares. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

import {
  Client as ClientV2,
  InMemoryTransport,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { InMemoryTransport as InMemoryV1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

import { serverInfo } from "../read-peers.ts";
import type { Read } from "../read-peers.ts";
import { serverOfV1, serverOfV2 } from "./peers.ts";
import type { Kind } from "./peers.ts";

export interface Connection {
  readonly read: Read;
  readonly close: () => Promise<void>;
}

/** Protocol revision 2026-07-28, as a client of today asks for it. */
const today = { versionNegotiation: { mode: { pin: "2026-07-28" } } } as const;
const stdioServer = fileURLToPath(new URL("stdio-server.ts", import.meta.url));

function reading(client: ClientV1 | ClientV2): Read {
  return (uri) => client.readResource({ uri });
}

export async function inMemoryV1(kind: Kind): Promise<Connection> {
  const [clientEnd, serverEnd] = InMemoryV1.createLinkedPair();
  const server = serverOfV1(kind)();
  await server.connect(serverEnd);
  const client = new ClientV1(serverInfo);
  await client.connect(clientEnd);
  return { read: reading(client), close: () => client.close() };
}

export async function inMemoryV2(kind: Kind): Promise<Connection> {
  const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair();
  const served = serveStdio(serverOfV2(kind), { transport: serverEnd });
  const client = new ClientV2(serverInfo, today);
  await client.connect(clientEnd);
  return {
    read: reading(client),
    close: async () => {
      await client.close();
      await served.close();
    },
  };
}

export async function stdioV1(kind: Kind): Promise<Connection> {
  const client = new ClientV1(serverInfo);
  await client.connect(new StdioV1({ command: process.execPath, args: [stdioServer, "v1", kind] }));
  return { read: reading(client), close: () => client.close() };
}

export async function stdioV2(kind: Kind): Promise<Connection> {
  const client = new ClientV2(serverInfo, today);
  await client.connect(new StdioV2({ command: process.execPath, args: [stdioServer, "v2", kind] }));
  return { read: reading(client), close: () => client.close() };
}

/** SDK v2 behind `node:http` on loopback, a server for each request. */
export async function httpV2(kind: Kind): Promise<Connection> {
  const handler = createMcpHandler(serverOfV2(kind));
  const handle = toNodeHandler(handler);
  const http = createServer((request, response) => {
    // Node's own request does not fit the SDK's interface under exactOptionalPropertyTypes.
    void handle(request as Parameters<typeof handle>[0], response);
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  const client = new ClientV2(serverInfo, today);
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
  return {
    read: reading(client),
    close: async () => {
      await client.close();
      await handler.close();
      http.closeAllConnections();
      http.close();
    },
  };
}
