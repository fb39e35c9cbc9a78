import { InMemoryTransport as V1Transport } from "@modelcontextprotocol/sdk/inMemory.js";
import { completable as v1Completable } from "@modelcontextprotocol/sdk/server/completable.js";
import { McpServer as V1McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CompleteRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import {
  completable as v2Completable,
  InMemoryTransport as V2Transport,
  McpServer as V2McpServer,
} from "@modelcontextprotocol/server";
import { resource } from "@org/resources-core";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { attachResources as attachV1, completeResource } from "../src/v1.ts";
import { attachResources as attachV2 } from "../src/v2.ts";
import { type AttachOptions } from "../src/attach-options.ts";
import { ann, type Caller, library } from "./library.ts";
import { type Peer, peerOn } from "./peers.ts";

const info = { name: "completing", version: "0" };
const gateway = library();
const withoutCompletion = library({
  bindings: [resource({ uri: "docs://guide", name: "guide" }, "# Guide")],
});
const starting = (value: string | undefined, all: string[]) =>
  all.filter((item) => item.startsWith(value ?? ""));

type Options = Omit<AttachOptions<Caller, unknown>, "context">;

/** The same server of either SDK: what a test does to it, in its own order, then the connection. */
interface Bench {
  readonly attach: (options?: Options, which?: typeof gateway) => void;
  readonly registerPrompt: () => void;
  /** A low-level handler, registered by hand. */
  readonly handleByHand: () => void;
  readonly onError: (hear: (error: Error) => void) => void;
  readonly connect: () => Promise<Peer>;
}

const byHand = async () => ({ completion: { values: ["by hand"] } });

const BENCHES: readonly { readonly name: string; readonly make: () => Bench }[] = [
  {
    name: "SDK v1",
    make: () => {
      const server = new V1McpServer(info);
      return {
        attach: (options, which = gateway) => {
          attachV1(server, which, { context: ann, ...options });
        },
        registerPrompt: () => {
          const name = v1Completable(z.string(), (value) => starting(value, ["prompted"]));
          server.registerPrompt("greet", { argsSchema: { name } }, () => ({ messages: [] }));
        },
        handleByHand: () => {
          server.server.registerCapabilities({ completions: {} });
          server.server.setRequestHandler(CompleteRequestSchema, byHand);
        },
        onError: (hear) => {
          // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a server is no EventTarget
          server.server.onerror = hear;
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
        attach: (options, which = gateway) => {
          attachV2(server, which, { context: ann, ...options });
        },
        registerPrompt: () => {
          const name = v2Completable(z.string(), (value) => starting(value, ["prompted"]));
          server.registerPrompt("greet", { argsSchema: z.object({ name }) }, () => ({
            messages: [],
          }));
        },
        handleByHand: () => {
          server.server.registerCapabilities({ completions: {} });
          server.server.setRequestHandler("completion/complete", byHand);
        },
        onError: (hear) => {
          // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a server is no EventTarget
          server.server.onerror = hear;
        },
        connect: async () => {
          const [near, far] = V2Transport.createLinkedPair();
          await server.connect(far);
          return peerOn(near);
        },
      };
    },
  },
];

const resourceParams = {
  ref: { type: "ref/resource", uri: "docs://page/{name}" },
  argument: { name: "name", value: "b" },
};
const promptParams = {
  ref: { type: "ref/prompt", name: "greet" },
  argument: { name: "name", value: "p" },
};

let peer: Peer | undefined;
afterEach(() => peer?.close());

async function valuesOf(params: object): Promise<unknown> {
  const { result, error } = (await peer?.ask("completion/complete", { ...params })) ?? {};
  return (result?.["completion"] as { values: string[] } | undefined)?.values ?? error;
}

describe.each(BENCHES)("$name", ({ make }) => {
  test.each(["prompts first", "attached first"])(
    "[SDK-1] resources and prompts both complete: %s",
    async (order) => {
      const bench = make();
      if (order === "prompts first") bench.registerPrompt();
      bench.attach();
      if (order === "attached first") bench.registerPrompt();
      peer = await bench.connect();
      expect(await valuesOf(resourceParams)).toEqual(["beta"]);
      expect(await valuesOf(promptParams)).toEqual(["prompted"]);
    },
  );

  test.each(["handler first", "attached first"])(
    "[SDK-1] a handler registered by hand answers for prompts alone: %s",
    async (order) => {
      const bench = make();
      if (order === "handler first") bench.handleByHand();
      bench.attach();
      if (order === "attached first") bench.handleByHand();
      peer = await bench.connect();
      expect(await valuesOf(resourceParams)).toEqual(["beta"]);
      expect(await valuesOf(promptParams)).toEqual(["by hand"]);
    },
  );

  test("[SDK-1] what prompts answer on their own is left as it was", async () => {
    const bench = make();
    bench.registerPrompt();
    bench.attach();
    peer = await bench.connect();
    const ref = { type: "ref/prompt", name: "nobody" };
    expect(await valuesOf({ ...promptParams, ref })).toMatchObject({ code: -32602 });
  });

  test("[SDK-1] a gateway that completes nothing leaves completions alone", async () => {
    const bench = make();
    bench.attach({}, withoutCompletion);
    peer = await bench.connect();
    expect(await valuesOf(resourceParams)).toMatchObject({ code: -32601 });
  });

  test("[SDK-1] completions: false keeps away from an existing handler", async () => {
    const bench = make();
    bench.handleByHand();
    bench.attach({ completions: false });
    peer = await bench.connect();
    expect(await valuesOf(resourceParams)).toEqual(["by hand"]);
  });

  test("[SDK-1] completions: { prompts } answers for prompts, with an existing handler or without", async () => {
    const bench = make();
    bench.handleByHand();
    bench.attach({ completions: { prompts: () => ({ completion: { values: ["mine"] } }) } });
    peer = await bench.connect();
    expect(await valuesOf(resourceParams)).toEqual(["beta"]);
    expect(await valuesOf(promptParams)).toEqual(["mine"]);
  });

  test("[SDK-1] with completions: { prompts }, prompts of the SDK meet an error that names the option", () => {
    const bench = make();
    bench.attach({ completions: { prompts: () => ({ completion: { values: [] } }) } });
    expect(() => bench.registerPrompt()).toThrow(/completions: \{ prompts \}.*completions: false/);
  });

  test("[SDK-2] what a prompts callback throws is sanitised, unless it was made for the wire", async () => {
    const bench = make();
    const errors: unknown[] = [
      undefined,
      new Error("secret"),
      Object.assign(new Error("Prompt not found"), { code: -32602 }),
    ];
    const prompts = (): never => {
      // oxlint-disable-next-line typescript/only-throw-error -- this is what the test is about
      throw errors.shift();
    };
    bench.attach({ completions: { prompts } });
    peer = await bench.connect();
    const internal = { code: -32603, message: "Internal error" };
    expect(await valuesOf(promptParams)).toMatchObject(internal);
    expect(await valuesOf(promptParams)).toMatchObject(internal);
    expect(await valuesOf(promptParams)).toEqual({ code: -32602, message: "Prompt not found" });
    expect(peer.sent.join()).not.toContain("secret");
  });

  test("[SDK-2] what a prompts callback answers is a completion, or an error that the host hears of", async () => {
    const bench = make();
    const cyclic: { completion: object; self?: unknown } = { completion: { values: ["a"] } };
    cyclic.self = cyclic;
    const trapped = new Proxy(
      {},
      {
        get: () => {
          throw new Error("secret");
        },
      },
    );
    const wrong: unknown[] = [
      undefined,
      {},
      { completion: { values: [1n] } },
      { completion: { values: ["a"], total: 1n } },
      { completion: { values: ["a"], hasMore: "secret" } },
      trapped,
    ];
    const many = Array.from({ length: 101 }, (_, index) => `v${index}`);
    const right: unknown[] = [cyclic, { completion: { values: many, secret: "secret" } }];
    const heard: unknown[] = [];
    bench.onError((error) => heard.push(error.cause));
    const answers = [...wrong, ...right];
    bench.attach({ completions: { prompts: () => answers.shift() as never } });
    peer = await bench.connect();
    for (const _ of wrong) {
      // oxlint-disable-next-line no-await-in-loop -- in this order
      expect(await valuesOf(promptParams)).toMatchObject({ code: -32603 });
    }
    expect(heard).toHaveLength(wrong.length);
    expect(String(heard[1])).toContain("completion.values is a list of strings");
    expect(await valuesOf(promptParams)).toEqual(["a"]);
    expect(await valuesOf(promptParams)).toEqual(many.slice(0, 100));
    expect(JSON.parse(peer.sent.at(-1) ?? "")).toMatchObject({
      result: { completion: { total: 101, hasMore: true } },
    });
    expect(peer.sent.join()).not.toContain("secret");
  });
});

describe("[SDK-1] completeResource, for a handler of one's own", () => {
  const request = { context: ann() };

  test("completes a template's variable", async () => {
    expect(await completeResource(gateway, resourceParams, request)).toEqual({
      completion: { values: ["beta"], total: 1, hasMore: false },
    });
  });

  test.each([
    ["a prompt", promptParams],
    ["nothing", undefined],
  ])("refuses %s with an error that is ready for the wire", async (_, params) => {
    await expect(completeResource(gateway, params, request)).rejects.toMatchObject({
      code: -32602,
      message: "Invalid params",
      data: { reason: "invalid_params" },
    });
  });

  test("hears the caller's signal", async () => {
    const signal = AbortSignal.abort();
    await expect(
      completeResource(gateway, resourceParams, { ...request, signal }),
    ).rejects.toMatchObject({ code: -32603, data: { reason: "cancelled" } });
  });
});
