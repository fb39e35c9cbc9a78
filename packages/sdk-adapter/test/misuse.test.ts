import { Client as V2Client } from "@modelcontextprotocol/client";
import { Client as V1Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as V1Transport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server as V1Server } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer as V1McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { ReadResourceRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import {
  InMemoryTransport as V2Transport,
  McpServer as V2McpServer,
  Server as V2Server,
} from "@modelcontextprotocol/server";
import { describe, expect, test } from "vitest";
import { attachResources as attachV1 } from "../src/v1.ts";
import { attachResources as attachV2 } from "../src/v2.ts";
import { ann, library } from "./library.ts";
import { peerOn } from "./peers.ts";

const info = { name: "misused", version: "0" };
const options = { context: ann };
const gateway = library();
const read = async () => ({ contents: [] });

type Connectable = V1McpServer | V1Server | V2McpServer | V2Server;

/** Both SDKs have the same method, in types that no call fits at once. */
function register(server: V1McpServer | V2McpServer): void {
  (server as V2McpServer).registerResource("x", "docs://x", {}, read);
}

/** As an instrumentation may do. */
function pin(server: object): void {
  const value: unknown = Reflect.get(server, "setRequestHandler");
  Object.defineProperty(server, "setRequestHandler", { value, configurable: false });
}

/** The same misuse of both SDKs; their types differ where it does not matter here. */
const SDKS = [
  {
    name: "v1",
    server: (capabilities = {}) => new V1McpServer(info, { capabilities }),
    lowLevel: (capabilities = {}) => new V1Server(info, { capabilities }),
    attach: attachV1 as unknown as (server: unknown, ...rest: unknown[]) => void,
    client: () => new V1Client(info),
    connect: (server: Connectable) =>
      (server as V1McpServer).connect(V1Transport.createLinkedPair()[0]),
    byHand: (server: V1McpServer | V2McpServer) => {
      (server as V1McpServer).server.setRequestHandler(ReadResourceRequestSchema, read);
    },
  },
  {
    name: "v2",
    server: (capabilities = {}) => new V2McpServer(info, { capabilities }),
    lowLevel: (capabilities = {}) => new V2Server(info, { capabilities }),
    attach: attachV2 as unknown as (server: unknown, ...rest: unknown[]) => void,
    client: () => new V2Client(info),
    connect: (server: Connectable) =>
      (server as V2McpServer).connect(V2Transport.createLinkedPair()[0]),
    byHand: (server: V1McpServer | V2McpServer) => {
      (server as V2McpServer).server.setRequestHandler("resources/read", read);
    },
  },
] as const;

describe.each(SDKS)("[SDK-1] misuse of SDK $name meets a clear TypeError", (sdk) => {
  const { server: make, lowLevel, client, attach, connect, byHand } = sdk;

  test("attached twice", () => {
    const server = make();
    attach(server, gateway, options);
    expect(() => attach(server, gateway, options)).toThrow(
      new TypeError(
        "attachResources was called on this server before: attach one gateway, with all bindings or contributors, once.",
      ),
    );
    expect(() => attach(server.server, gateway, options)).toThrow("before");
  });

  test("a resource registered by hand, before", () => {
    const server = make();
    register(server);
    expect(() => attach(server, gateway, options)).toThrow(
      /^This server has a handler for resources\/list already.*Make them bindings of the gateway/,
    );
  });

  test("an McpServer that registers empty handlers because of a declared capability", () => {
    expect(() => attach(make({ resources: {} }), gateway, options)).toThrow(
      "leave resources out of the capabilities of an McpServer",
    );
  });

  test("a resource registered by hand, after", () => {
    const server = make();
    attach(server, gateway, options);
    expect(() => register(server)).toThrow(
      "attachResources serves resources/list on this server: give the gateway a binding",
    );
    expect(() => byHand(server)).toThrow("attachResources serves resources/read on this server");
  });

  test("after a refused registration the gateway still answers", async () => {
    const server = make();
    attach(server, gateway, options);
    expect(() => byHand(server)).toThrow(TypeError);
    const [near, far] = V2Transport.createLinkedPair();
    await (server as V2McpServer).connect(far); // in memory, transports are alike
    const { ask } = await peerOn(near);
    const { result } = await ask("resources/read", { uri: "docs://guide" });
    expect(result).toMatchObject({ contents: [{ text: "# Guide" }] });
  });

  test("connected without the capability", async () => {
    const server = make();
    await connect(server);
    expect(() => attach(server, gateway, options)).toThrow(
      "This server is connected already, without the capability resources: {}: call attachResources before connect().",
    );
    await server.close();
  });

  test("connected without the capability for completions", async () => {
    const server = lowLevel({ resources: {} });
    await connect(server);
    expect(() => attach(server, gateway, options)).toThrow("completions: false");
    expect(() => attach(server, gateway, { ...options, completions: false })).not.toThrow();
    await server.close();
  });

  test("connected with the capabilities is fine", async () => {
    const server = lowLevel({ resources: {}, completions: {} });
    await connect(server);
    expect(() => attach(server, gateway, options)).not.toThrow();
    await server.close();
  });

  test("a server that promises subscriptions", () => {
    expect(() => attach(lowLevel({ resources: { subscribe: true } }), gateway, options)).toThrow(
      "This server declares resources.subscribe, and the gateway has no subscriptions",
    );
  });

  test("nothing is left behind by a refusal", () => {
    const server = make();
    expect(() => attach(server, gateway, { context: 7 })).toThrow(TypeError);
    expect(() => attach(server, gateway, options)).not.toThrow();
  });

  test.each([
    ["no server", undefined, /first argument is an McpServer or Server of @modelcontextprotocol\//],
    ["a client's shape", { request: () => undefined }, /first argument/],
  ])("%s", (_, server, message) => {
    expect(() => attach(server, gateway, options)).toThrow(message);
  });

  test("a client, which has most of a server's methods", () => {
    expect(() => attach(client(), gateway, options)).toThrow(/first argument is an McpServer/);
  });

  test("a server that is frozen, or that takes no new members, is left as it was", () => {
    for (const close of [Object.freeze, Object.seal, Object.preventExtensions, pin]) {
      const server = lowLevel();
      close(server);
      expect(() => attach(server, gateway, options)).toThrow(
        "This server is frozen: attachResources guards its handlers by two members of its own.",
      );
      for (const method of ["resources/list", "resources/read"]) {
        expect(() => server.assertCanSetRequestHandler(method)).not.toThrow();
      }
    }
  });

  test("a server whose McpServer is frozen is fine", () => {
    expect(() => attach(Object.freeze(make()), gateway, options)).not.toThrow();
  });

  test("one gateway serves several servers, and a server that was closed", async () => {
    const servers = [make(), make()];
    for (const server of servers) attach(server, gateway, options);
    const reads = [...servers, ...servers].map((server) => async () => {
      const [near, far] = V2Transport.createLinkedPair();
      await (server as V2McpServer).connect(far); // in memory, transports are alike
      const { ask } = await peerOn(near);
      const { result } = await ask("resources/read", { uri: "docs://guide" });
      expect(result).toMatchObject({ contents: [{ text: "# Guide" }] });
      await server.close();
    });
    for (const readOnce of reads) {
      // oxlint-disable-next-line no-await-in-loop -- a server has one connection at a time
      await readOnce();
    }
    const late = make();
    await connect(late);
    await late.close();
    expect(() => attach(late, gateway, options)).not.toThrow();
  });

  test("something that is no gateway", () => {
    expect(() => attach(make(), {}, options)).toThrow(TypeError);
    expect(() => attach(make(), undefined, options)).toThrow(TypeError);
  });

  test("something that looks like a gateway", () => {
    const copy = { ...gateway };
    expect(() => attach(make(), copy, options)).toThrow("createResourceGateway");
    expect(() => attach(make(), new Proxy(gateway, {}), options)).toThrow(TypeError);
  });

  test("options of a class, whose callbacks are its methods", () => {
    class Options {
      readonly users = ["ann"];
      context(): { user: string } {
        return { user: this.users[0] ?? "" };
      }
    }
    expect(() => attach(make(), gateway, new Options())).not.toThrow();
  });

  test.each([
    [null, "options are an object"],
    ["ann", "options are an object"],
    [{ context: ann, completion: false }, 'unknown option "completion"'],
    [{ context: ann, extensions: ["ui"] }, "extensions is an object"],
    [{ context: ann, extensions: { ui: true } }, "extensions is an object"],
    [{ context: "ann" }, "context is a function"],
    [{ context: ann, signal: {} }, "signal is an AbortSignal"],
    [{ context: ann, completions: true }, "completions is false or { prompts: function }"],
    [{ context: ann, completions: {} }, "completions is false or { prompts: function }"],
    [{ context: ann, extensions: "ui" }, "extensions is an object"],
  ])("options %j", (wrong, message) => {
    expect(() => attach(make(), gateway, wrong)).toThrow(message);
  });
});

describe("[SDK-1] a server of the other SDK meets a TypeError that names the right entry", () => {
  test("v2's given to v1's entry", () => {
    expect(() => attachV1(new V2McpServer(info) as never, gateway, options)).toThrow(
      "import attachResources from @org/resources-sdk-adapter/v2",
    );
  });

  test("v1's given to v2's entry", () => {
    expect(() => attachV2(new V1McpServer(info) as never, gateway, options)).toThrow(
      "import attachResources from @org/resources-sdk-adapter/v1",
    );
  });
});
