/** The servers and gateways that P10 to P13 read from: one template a registration, one text body. */
import {
  McpServer as McpServerV1,
  ResourceTemplate as TemplateV1,
} from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  McpServer as McpServerV2,
  ResourceTemplate as TemplateV2,
} from "@modelcontextprotocol/server";
import { createResourceGateway, resourceTemplate } from "@org/resources-core";
import type { LimitOverrides, ResourceGateway, ResourcePolicy } from "@org/resources-core";

import type { TimedSide } from "./case.ts";
import { flat } from "./corpora/flat.ts";
import { ownAsyncLoop } from "./own-loop.ts";

export const serverInfo = { name: "benchmark", version: "1.0.0" };
export const oneKilobyte: string =
  "A line of sixty-four characters, as texts have them: yes, it is.\n".repeat(16).slice(0, 1024);

const templateOf = (index: number): string => `asset://host-${index}/pages/{page}`;

/** `asked` URIs of `among` registrations, spread evenly over all `size` of them. */
export function readUris(size: number, asked: number, among: number = asked): readonly string[] {
  return Array.from({ length: asked }, (_, turn) => {
    const chosen = Math.floor((turn * among) / asked);
    return flat(`asset://host-${Math.floor((chosen * size) / among)}/pages/page-${turn}`);
  });
}

/** Every check asynchronous, as with a database or a token behind it; it permits everything. */
export const asynchronousPolicy: ResourcePolicy<unknown> = {
  discover: () => true,
  visible: async () => true,
  read: async () => true,
  scopeKey: () => "everybody",
};

export function gatewayOf(
  size: number,
  text: string = oneKilobyte,
  limits: LimitOverrides = {},
): ResourceGateway<unknown> {
  return createResourceGateway<unknown>({
    policy: asynchronousPolicy,
    limits,
    bindings: Array.from({ length: size }, (_, index) =>
      resourceTemplate(
        { uriTemplate: templateOf(index), name: `pages ${index}`, mimeType: "text/plain" },
        async () => text,
      ),
    ),
  });
}

export function plainV1(size: number): McpServerV1 {
  const server = new McpServerV1(serverInfo);
  for (let index = 0; index < size; index++) {
    server.registerResource(
      `pages ${index}`,
      new TemplateV1(templateOf(index), { list: undefined }),
      { mimeType: "text/plain" },
      async (uri) => ({ contents: [{ uri: uri.href, mimeType: "text/plain", text: oneKilobyte }] }),
    );
  }
  return server;
}

export function plainV2(size: number): McpServerV2 {
  const server = new McpServerV2(serverInfo);
  for (let index = 0; index < size; index++) {
    server.registerResource(
      `pages ${index}`,
      new TemplateV2(templateOf(index), { list: undefined }),
      { mimeType: "text/plain" },
      async (uri) => ({ contents: [{ uri: uri.href, mimeType: "text/plain", text: oneKilobyte }] }),
    );
  }
  return server;
}

const notify = async (): Promise<void> => {};
const requestState = (): undefined => undefined;

/** What a `resources/read` comes to, whoever answers. */
export interface ReadAnswer {
  readonly contents: readonly { readonly uri: string; readonly text?: string }[];
}

/** Reads one URI. */
export type Read = (uri: string) => Promise<ReadAnswer>;

/**
 * The handler that a low-level server of either SDK has for a method, called as the SDK calls it, without a transport:
 * with a fresh signal for each request.
 */
export function handlerOf(server: object, method: string): (params: object) => Promise<unknown> {
  const handlers: unknown = Reflect.get(server, "_requestHandlers");
  const handler: unknown = handlers instanceof Map ? handlers.get(method) : undefined;
  if (typeof handler !== "function") throw new Error(`the server has no handler for ${method}`);
  return (params) => {
    const { signal } = new AbortController();
    return Promise.resolve(
      handler(
        { jsonrpc: "2.0", id: 1, method, params },
        // What v1 gives, and what v2 gives.
        {
          signal,
          requestId: 1,
          sendNotification: notify,
          mcpReq: { id: 1, method, signal, notify, requestState },
        },
      ),
    );
  };
}

export function inProcess(server: object): Read {
  const handler = handlerOf(server, "resources/read");
  return async (uri) => (await handler({ uri })) as ReadAnswer;
}

export function throughGateway(gateway: ResourceGateway<unknown>): Read {
  return (uri) =>
    gateway.read(uri, { context: {}, signal: new AbortController().signal }) as Promise<ReadAnswer>;
}

/** A timed side out of reads: each must give the URI that was asked for, and the whole text. */
export function reading(
  name: string,
  read: Read,
  uris: readonly string[],
  text: string = oneKilobyte,
): TimedSide {
  const batch = ownAsyncLoop(uris, async (uri) => (await read(uri)).contents[0]?.text?.length ?? 0);
  return {
    name,
    operations: uris.length,
    answers: async () => {
      const answers = await Promise.all(
        uris.map(async (uri) => ({ uri, answer: await read(uri) })),
      );
      for (const { uri, answer } of answers) {
        const [first] = answer.contents;
        if (answer.contents.length !== 1 || first?.uri !== uri || first.text !== text) {
          throw new Error(`${name} did not read ${uri}`);
        }
      }
      return `${uris.length} URIs read, ${text.length} characters each`;
    },
    batch,
  };
}
