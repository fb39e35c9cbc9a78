import { InMemoryTransport as V1Transport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer as V1McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  InMemoryTransport as V2Transport,
  McpServer as V2McpServer,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { ResourceGateway } from "@org/resources-core";
import type { AttachOptions } from "../src/attach-options.ts";
import { attachResources as attachV1 } from "../src/v1.ts";
import { attachResources as attachV2 } from "../src/v2.ts";

/** A JSON-RPC message as it was sent. */
export interface WireMessage {
  readonly jsonrpc?: string;
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The client's end of a connection, without a client: it sends what it is told and keeps what it gets. */
export interface Peer {
  /** Sends a request, and gives its (first) answer as JSON has it. */
  readonly ask: (
    method: string,
    params?: Readonly<Record<string, unknown>>,
    id?: string | number,
  ) => Promise<WireMessage>;
  readonly notify: (method: string, params: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Everything the server has sent, in order, as the text that it would be on a wire. */
  readonly sent: readonly string[];
  readonly close: () => Promise<void>;
}

/** What one connection needs: options that take either SDK's view of a request. */
export interface Setup<C> {
  readonly gateway: ResourceGateway<C>;
  readonly options: AttachOptions<C, unknown>;
}

/** An SDK's server and the protocol revision that it speaks. */
export interface Seat {
  readonly name: string;
  readonly sdk: "v1" | "v2";
  readonly revision: "2025-11-25" | "2026-07-28";
  readonly connect: <C>(setup: Setup<C>) => Promise<Peer>;
}

const info = { name: "under-test", version: "1.2.3" };
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "peer", version: "0" },
};

interface Transport {
  onmessage?: (message: never, extra?: never) => void;
  start(): Promise<void>;
  send(message: never): Promise<void>;
  close(): Promise<void>;
}

/** Both SDKs, each on every protocol revision that it speaks. */
export const SEATS: readonly Seat[] = [
  {
    name: "SDK v1, 2025-11-25",
    sdk: "v1",
    revision: "2025-11-25",
    connect: async ({ gateway, options }) => {
      const [near, far] = V1Transport.createLinkedPair();
      const server = new V1McpServer(info);
      attachV1(server, gateway, options);
      await server.connect(far);
      return initialized(await peerOn(near));
    },
  },
  {
    name: "SDK v2, 2025-11-25",
    sdk: "v2",
    revision: "2025-11-25",
    connect: async ({ gateway, options }) => {
      const [near, far] = V2Transport.createLinkedPair();
      const server = new V2McpServer(info);
      attachV2(server, gateway, options);
      await server.connect(far);
      return initialized(await peerOn(near));
    },
  },
  {
    name: "SDK v2, 2026-07-28",
    sdk: "v2",
    revision: "2026-07-28",
    connect: async ({ gateway, options }) => {
      const [near, far] = V2Transport.createLinkedPair();
      const make = () => {
        const server = new V2McpServer(info);
        attachV2(server, gateway, options);
        return server;
      };
      serveStdio(make, { transport: far, legacy: "reject" });
      return peerOn(near, ENVELOPE);
    },
  },
];

async function initialized(peer: Peer): Promise<Peer> {
  const clientInfo = { name: "peer", version: "0" };
  await peer.ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  await peer.notify("notifications/initialized", {});
  return peer;
}

/** Speaks JSON-RPC by hand; with an envelope, every message carries it in `_meta`. */
export async function peerOn(
  transport: Transport,
  envelope?: Readonly<Record<string, unknown>>,
): Promise<Peer> {
  const sent: string[] = [];
  const waiting = new Map<string | number, (answer: WireMessage) => void>();
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is no EventTarget
  transport.onmessage = (message) => {
    const text = JSON.stringify(message);
    sent.push(text);
    const answer = JSON.parse(text) as WireMessage;
    if (answer.id === undefined) return;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  };
  await transport.start();
  const enveloped = (params: Readonly<Record<string, unknown>> | undefined) =>
    envelope === undefined
      ? params
      : { ...params, _meta: { ...(params?.["_meta"] as object | undefined), ...envelope } };
  let next = 1;
  return {
    sent,
    ask: (method, params, id = next++) =>
      new Promise((resolve, reject) => {
        waiting.set(id, resolve);
        const request = { jsonrpc: "2.0", id, method, params: enveloped(params) };
        // A wire carries text: what the server gets is nobody's object but its own.
        transport.send(JSON.parse(JSON.stringify(request)) as never).catch(reject);
      }),
    notify: (method, params) =>
      transport.send({ jsonrpc: "2.0", method, params: enveloped(params) } as never),
    close: () => transport.close(),
  };
}
