import {
  ListResourcesResultSchema,
  ListResourceTemplatesResultSchema,
  ReadResourceResultSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { attachResources as attachV1 } from "@org/resources-sdk-adapter/v1";
import { attachResources as attachV2 } from "@org/resources-sdk-adapter/v2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostHono, hostV1, hostV2, type McpHost } from "../fixtures/mcp-hosts.ts";
import { messagesIn, post, type Revision } from "../fixtures/raw-http.ts";
import { servedLibrary } from "../fixtures/served-library.ts";

const gateway = servedLibrary([], { listTtlMs: 1000 });
const context = ({ headers }: { readonly headers?: Headers | undefined }) => ({
  user: headers?.get("x-user") ?? "",
});

const HOSTS = {
  "SDK v1, Express": () =>
    hostV1((server, signal) => attachV1(server, gateway, { context, signal })),
  "SDK v2, Node": () => hostV2((server) => attachV2(server, gateway, { context })),
  "SDK v2, Hono": () => hostHono((server) => attachV2(server, gateway, { context })),
} as const;

const WIRES: readonly { host: keyof typeof HOSTS; revision: Revision }[] = [
  { host: "SDK v1, Express", revision: "2025-11-25" },
  { host: "SDK v2, Node", revision: "2025-11-25" },
  { host: "SDK v2, Node", revision: "2026-07-28" },
  { host: "SDK v2, Hono", revision: "2025-11-25" },
  { host: "SDK v2, Hono", revision: "2026-07-28" },
];

describe.each(WIRES)("$host, $revision, at the wire", ({ host, revision }) => {
  let served: McpHost | undefined;
  beforeAll(async () => {
    served = await HOSTS[host]();
  });
  afterAll(() => served?.close());
  const modern = revision === "2026-07-28";

  async function ask(method: string, params: Record<string, unknown> = {}) {
    const response = await post(served?.url ?? new URL("http://x"), revision, { method, params });
    const body = await response.text();
    const messages = messagesIn(body);
    expect(messages).toHaveLength(1);
    const [message] = messages;
    return { body, message: message as { result?: Record<string, unknown>; error?: object } };
  }

  test.each([
    ["resources/list", {}, ListResourcesResultSchema],
    ["resources/templates/list", {}, ListResourceTemplatesResultSchema],
    ["resources/read", { uri: "library://guide" }, ReadResourceResultSchema],
    ["resources/read", { uri: "library://logo" }, ReadResourceResultSchema],
    ["resources/read", { uri: "library://empty" }, ReadResourceResultSchema],
    ["resources/read", { uri: "library://set" }, ReadResourceResultSchema],
  ] as const)(
    "[SDK-4] [SDK-5] %s %j: no null, nothing that the protocol does not know [case R6] [case R8]",
    async (method, params, schema) => {
      const { body, message } = await ask(method, params);
      expect(body).not.toContain("null");
      expect(body).not.toContain("private text");
      const { ttlMs, cacheScope, resultType, ...result } = message.result ?? {};
      // A strict client strips what it does not know: here there is nothing to strip.
      expect(schema.parse(result)).toEqual(result);
      const isList = method !== "resources/read";
      expect({ ttlMs, cacheScope, resultType }).toEqual(
        modern ? { ttlMs: isList ? 1000 : 0, cacheScope: "private", resultType: "complete" } : {},
      );
    },
  );

  test("[SDK-2] a failure's data is exactly what the table says", async () => {
    const uri = "library://nothing";
    expect((await ask("resources/read", { uri })).message.error).toStrictEqual({
      code: -32602,
      message: "Resource not found",
      data: { uri },
    });
    // Over HTTP a 2026-07-28 client names the URI in a header too, which holds ASCII only.
    const { message } = await ask("resources/read", { uri: "library://a b" });
    expect(message.error).toStrictEqual({
      code: -32602,
      message: "Invalid resource URI",
      data: {
        reason: "invalid_uri",
        operationId: expect.any(String) as unknown,
        retryable: false,
        detail: "invalid_character",
        offset: 11,
      },
    });
  });
});
