import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { ReadResourceRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { LimitOverrides } from "@org/resources-core";
import { attachResources } from "@org/resources-sdk-adapter/v1";

import type { Case, TimedSide } from "../case.ts";
import { textOf } from "../corpora/texts.ts";
import { ownAsyncLoop } from "../own-loop.ts";
import { gatewayOf, inProcess, readUris, serverInfo } from "../read-peers.ts";
import type { Read } from "../read-peers.ts";

const text = textOf("source", 64 * 1024);
const uris = readUris(1, 8);
/** So narrow that six bytes a character could exceed it: the text must be sized exactly. */
const narrow: LimitOverrides = {
  maxItemEncodedBytes: Buffer.byteLength(JSON.stringify(text)) + 1024,
};

/** A low-level handler that knows nothing of policies, limits or other URIs. */
function bareHandler(): Read {
  const server = new Server(serverInfo, { capabilities: { resources: {} } });
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => ({
    contents: [{ uri: params.uri, mimeType: "text/plain", text }],
  }));
  return inProcess(server);
}

function attached(limits: LimitOverrides): Read {
  const server = new McpServer(serverInfo);
  attachResources(server, gatewayOf(1, text, limits));
  return inProcess(server.server);
}

/** Reads and serializes: what a transport writes. */
function serializing(name: string, read: Read): TimedSide {
  const batch = ownAsyncLoop(uris, async (uri) => JSON.stringify(await read(uri)).length);
  return {
    name,
    operations: uris.length,
    answers: async () => {
      const { contents } = await read(uris[0] ?? "");
      if (contents[0]?.text !== text) throw new Error(`${name} did not read the text`);
      return `${Math.round((await batch()) / uris.length)} characters of JSON a read`;
    },
    batch,
  };
}

export const p11: Case = {
  id: "P11",
  title: "read and serialize 64 KiB of text behind SDK v1 vs a bare low-level handler",
  rounds: 60,
  prepare: () => ({
    sides: [
      serializing("bare handler", bareHandler()),
      serializing("gateway, sized exactly", attached(narrow)),
      serializing("gateway, bound decides", attached({})),
    ],
    figures: [
      {
        what: "64 KiB, sized exactly, vs bare handler",
        of: "gateway, sized exactly",
        over: "bare handler",
        atMost: 1.4,
      },
      {
        what: "64 KiB, the bound decides, vs bare handler",
        of: "gateway, bound decides",
        over: "bare handler",
        atMost: 1.1,
        accepted: { atMost: 1.25, decision: "0039" },
      },
    ],
  }),
};
