import { createResourceGateway, publicPolicy, resource, unavailable } from "@org/resources-core";
import { afterEach, describe, expect, test } from "vitest";
import type { RequestInfo } from "../src/request-info.ts";
import { ann, type Caller, library, SECRET } from "./library.ts";
import { type Peer, SEATS } from "./peers.ts";

let peer: Peer | undefined;
afterEach(() => peer?.close());

const completion = {
  ref: { type: "ref/resource", uri: "docs://page/{name}" },
  argument: { name: "name", value: "" },
};
const uris = ["docs://guide", "docs://nothing", "docs://page/x", "not a uri"];

const never = (): Promise<Caller> => new Promise(() => undefined);

describe.each(SEATS)("$name", ({ connect }) => {
  const open = async (context: (request: RequestInfo) => Caller | null | undefined) => {
    peer = await connect({ gateway: library(), options: { context } });
    return peer.ask;
  };

  test.each([
    ["undefined", () => undefined],
    ["null", () => null],
    [
      "unavailable()",
      () => {
        throw unavailable(SECRET);
      },
    ],
  ])("[SDK-6] nobody (%s) finds nothing, sees nothing [case Z10]", async (_, context) => {
    const ask = await open(context);
    const reads = await Promise.all(uris.map((uri) => ask("resources/read", { uri })));
    for (const { error } of reads) {
      expect(error).toMatchObject({ code: -32602, message: "Resource not found" });
    }
    expect(reads[0]?.error?.data).toStrictEqual({ uri: "docs://guide" });
    expect(reads[3]?.error?.data).toStrictEqual({});
    const lists = [await ask("resources/list"), await ask("resources/templates/list")];
    expect(lists[0]?.result?.["resources"]).toEqual([]);
    expect(lists[1]?.result?.["resourceTemplates"]).toEqual([]);
    const { result } = await ask("completion/complete", completion);
    expect(result?.["completion"]).toEqual({ values: [], total: 0, hasMore: false });
  });

  test("[SDK-6] a context that fails is policy_failed, alike for every URI", async () => {
    const ask = await open(() => {
      throw new Error(SECRET);
    });
    const answers = await Promise.all([
      ...uris.map((uri) => ask("resources/read", { uri })),
      ask("resources/list"),
      ask("resources/list", { cursor: "bogus" }),
      ask("resources/templates/list"),
      ask("completion/complete", completion),
    ]);
    for (const { error } of answers) {
      expect(error).toMatchObject({
        code: -32603,
        message: "Access could not be decided",
        data: { reason: "policy_failed", retryable: true },
      });
      expect(JSON.stringify(error)).not.toContain(SECRET);
    }
  });

  test("[SDK-6] it is asked once an operation, and knows the request", async () => {
    const asked: RequestInfo[] = [];
    const ask = await open((request) => {
      asked.push(request);
      return ann();
    });
    await ask("resources/read", { uri: "docs://guide", _meta: { "example.com/tenant": "t1" } });
    expect(asked).toHaveLength(1);
    const [{ _meta: meta, headers, authInfo } = {}] = asked;
    expect(meta).toMatchObject({ "example.com/tenant": "t1" });
    expect([headers, authInfo]).toEqual([undefined, undefined]);
  });

  test("[SDK-6] it runs inside the deadline: a context that never comes is a timeout, alike for every URI", async () => {
    const gateway = library({ limits: { readTimeoutMs: 30 } });
    peer = await connect({ gateway, options: { context: never } });
    const { ask } = peer;
    const answers = await Promise.all([
      ...uris.map((uri) => ask("resources/read", { uri })),
      ask("resources/list"),
      ask("completion/complete", completion),
    ]);
    for (const { error } of answers) {
      expect(error).toMatchObject({ code: -32603, data: { reason: "timeout" } });
    }
  });

  test("[SDK-6] a gateway that asks for no context is given an empty one", async () => {
    const contexts: unknown[] = [];
    const bindings = [
      resource({ uri: "docs://open", name: "open" }, ({ context }) => {
        contexts.push(context);
        return "for all";
      }),
    ];
    const gateway = createResourceGateway<unknown>({ policy: publicPolicy(), bindings });
    // What a host writes without a type checker's help.
    peer = await connect({ gateway, options: {} as never });
    const { result } = await peer.ask("resources/read", { uri: "docs://open" });
    expect(result?.["contents"]).toMatchObject([{ text: "for all" }]);
    expect(contexts).toEqual([{}]);
  });

  test("[SDK-6] it runs as a method of its options", async () => {
    class Host {
      readonly #user = "ann";
      context(): Caller {
        return { user: this.#user };
      }
    }
    const whoami = resource<Caller>({ uri: "docs://who", name: "who" }, (r) => r.context.user);
    const gateway = library({ bindings: [whoami] });
    peer = await connect({ gateway, options: new Host() });
    const { result } = await peer.ask("resources/read", { uri: "docs://who" });
    expect(result?.["contents"]).toMatchObject([{ text: "ann" }]);
  });
});
