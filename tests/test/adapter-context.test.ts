import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { McpServer as V1McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { createMcpHandler, McpServer as V2McpServer } from "@modelcontextprotocol/server";
import { attachResources as attachV1, type RequestInfo } from "@org/resources-sdk-adapter/v1";
import { attachResources as attachV2 } from "@org/resources-sdk-adapter/v2";
import { afterEach, describe, expect, test } from "vitest";
import { post } from "../fixtures/raw-http.ts";
import { servedLibrary } from "../fixtures/served-library.ts";

const gateway = servedLibrary();
const info = { name: "context", version: "1.0.0" };
const authInfo = { token: "t", clientId: "app", scopes: ["read"], extra: { user: "ann" } };

/** What the context callback was told. */
function asked() {
  const requests: RequestInfo[] = [];
  const context = (request: RequestInfo) => {
    requests.push(request);
    const user = request.authInfo?.extra?.["user"];
    return { user: typeof user === "string" ? user : "nobody" };
  };
  return { requests, context };
}

let stop = async (): Promise<void> => {};
afterEach(() => stop());

describe("[SDK-6] what context knows over HTTP", () => {
  test("SDK v1 with sessions: who is verified, the headers as the web has them, the session", async () => {
    const { requests, context } = asked();
    const server = new V1McpServer(info);
    attachV1(server, gateway, { context });
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
    await server.connect(transport);
    const http = createServer((request, response) => {
      void transport.handleRequest(Object.assign(request, { auth: authInfo }), response);
    }).listen(0, "127.0.0.1");
    await once(http, "listening");
    const { port } = http.address() as AddressInfo;
    const headers = { "X-Tenant": "acme", "x-many": "a, b" };
    const client = new Client(info);
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
        requestInit: { headers },
      }),
    );
    stop = async () => {
      await client.close();
      await server.close();
      http.closeAllConnections();
      http.close();
    };
    const { contents } = await client.readResource({ uri: "library://whoami" });
    expect(contents).toMatchObject([{ text: "ann" }]);
    const [request] = requests;
    expect(request?.authInfo).toEqual(authInfo);
    expect(request?.headers?.get("x-tenant")).toBe("acme");
    expect(request?.headers?.get("X-Many")).toBe("a, b");
    expect(request?.sessionId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each(["2025-11-25", "2026-07-28"] as const)(
    "SDK v2, %s: who is verified, and the request's own headers",
    async (revision) => {
      const { requests, context } = asked();
      const handler = createMcpHandler(() => {
        const server = new V2McpServer(info);
        attachV2(server, gateway, { context });
        return server;
      });
      stop = () => handler.close();
      const message = { method: "resources/read", params: { uri: "library://whoami" } };
      const response = await post(new URL("http://127.0.0.1/mcp"), revision, message, {
        headers: { "X-Tenant": "acme" },
        fetch: (url, init) => handler.fetch(new Request(url, init), { authInfo }),
      });
      expect(await response.text()).toContain('"text":"ann"');
      expect(requests[0]?.authInfo).toEqual(authInfo);
      expect(requests[0]?.headers?.get("x-tenant")).toBe("acme");
      expect(requests[0]?.sessionId).toBeUndefined();
    },
  );

  test("nothing is taken from a header by itself: an unverified token is nobody's", async () => {
    const { requests, context } = asked();
    const handler = createMcpHandler(() => {
      const server = new V2McpServer(info);
      attachV2(server, gateway, { context });
      return server;
    });
    stop = () => handler.close();
    const message = { method: "resources/read", params: { uri: "library://whoami" } };
    const response = await post(new URL("http://127.0.0.1/mcp"), "2026-07-28", message, {
      headers: { authorization: "Bearer t" },
      fetch: (url, init) => handler.fetch(new Request(url, init)),
    });
    expect(await response.text()).toContain('"text":"nobody"');
    expect(requests[0]?.authInfo).toBeUndefined();
  });
});
