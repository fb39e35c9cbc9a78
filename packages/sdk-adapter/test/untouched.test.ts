import { InMemoryTransport as V1Transport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer as V1McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  InMemoryTransport as V2Transport,
  McpServer as V2McpServer,
} from "@modelcontextprotocol/server";
import { resource } from "@org/resources-core";
import { afterEach, describe, expect, test } from "vitest";
import { attachResources as attachV1 } from "../src/v1.ts";
import { attachResources as attachV2 } from "../src/v2.ts";
import { ann, library } from "./library.ts";
import { type Peer, peerOn, SEATS } from "./peers.ts";

const info = { name: "untouched", version: "0" };
const gateway = library();
const options = { context: ann };

let peer: Peer | undefined;
afterEach(() => peer?.close());

const SDKS = [
  {
    name: "SDK v1",
    make: () => {
      const server = new V1McpServer(info);
      return {
        attach: () => attachV1(server, gateway, options),
        register: () => {
          server.registerTool("add", {}, () => ({ content: [{ type: "text", text: "3" }] }));
          server.registerPrompt("greet", {}, () => ({ messages: [] }));
        },
        connect: async () => {
          const [near, far] = V1Transport.createLinkedPair();
          await server.connect(far);
          return peerOn(near);
        },
      };
    },
  },
  {
    name: "SDK v2",
    make: () => {
      const server = new V2McpServer(info);
      return {
        attach: () => attachV2(server, gateway, options),
        register: () => {
          server.registerTool("add", {}, () => ({ content: [{ type: "text", text: "3" }] }));
          server.registerPrompt("greet", {}, () => ({ messages: [] }));
        },
        connect: async () => {
          const [near, far] = V2Transport.createLinkedPair();
          await server.connect(far);
          return peerOn(near);
        },
      };
    },
  },
] as const;

describe.each(SDKS)("[SDK-1] tools and prompts of $name stay what they are", ({ make }) => {
  test.each(["before", "after"])("registered %s the gateway", async (when) => {
    const { attach, register, connect } = make();
    if (when === "before") register();
    attach();
    if (when === "after") register();
    peer = await connect();
    const { ask } = peer;
    expect((await ask("tools/list")).result?.["tools"]).toMatchObject([{ name: "add" }]);
    const called = await ask("tools/call", { name: "add", arguments: {} });
    expect(called.result?.["content"]).toEqual([{ type: "text", text: "3" }]);
    expect((await ask("prompts/list")).result?.["prompts"]).toMatchObject([{ name: "greet" }]);
    expect((await ask("prompts/get", { name: "greet" })).result?.["messages"]).toEqual([]);
    const read = await ask("resources/read", { uri: "docs://guide" });
    expect(read.result?.["contents"]).toMatchObject([{ text: "# Guide" }]);
  });
});

describe.each(SEATS)("[SDK-1] what $name declares", ({ connect, revision }) => {
  const silent = library({ bindings: [resource({ uri: "docs://guide", name: "guide" }, "Guide")] });

  test.each([
    ["a gateway that completes", gateway, {}, { resources: {}, completions: {} }],
    ["one that does not", silent, {}, { resources: {} }],
    ["one that is told not to", gateway, { completions: false }, { resources: {} }],
    [
      "an extension",
      silent,
      { extensions: { "x.example/y": { z: 1 } } },
      { resources: {}, extensions: { "x.example/y": { z: 1 } } },
    ],
  ] as const)("%s: no more than it serves", async (_, which, more, capabilities) => {
    peer = await connect({ gateway: which, options: { ...options, ...more } });
    const greeting =
      revision === "2026-07-28"
        ? await peer.ask("server/discover")
        : await peer.ask("initialize", {
            protocolVersion: revision,
            capabilities: {},
            clientInfo: { name: "peer", version: "0" },
          });
    expect(greeting.result?.["capabilities"]).toStrictEqual(capabilities);
  });
});
