// SDK v2 over Streamable HTTP with Hono, stateless: `node examples/v2-hono.ts 3000`.
import { serve } from "@hono/node-server";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  McpServer,
  OAuthError,
  OAuthErrorCode,
  requireBearerAuth,
} from "@modelcontextprotocol/server";
import { attachResources } from "@org/resources-sdk-adapter/v2";
import { Hono } from "hono";
import { gateway } from "./notes.ts";

// A real server verifies real tokens here; these are for the example.
const users = new Map([
  ["token-of-ann", "ann"],
  ["token-of-bob", "bob"],
]);
const authorize = requireBearerAuth({
  verifier: {
    verifyAccessToken: async (token) => {
      const user = users.get(token);
      if (user === undefined) throw new OAuthError(OAuthErrorCode.InvalidToken, "unknown token");
      const expiresAt = Math.floor(Date.now() / 1000) + 60; // seconds; the SDK refuses a token without it
      return { token, clientId: "example", scopes: [], expiresAt, extra: { user } };
    },
  },
});

// A server for each request, as the SDK wants it; the gateway is one for all of them.
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  attachResources(server, gateway, {
    context: ({ authInfo }) => {
      const user = authInfo?.extra?.["user"];
      return typeof user === "string" ? { user } : undefined; // nobody: nothing is found
    },
  });
  return server;
});

const app = new Hono();
app.all("/mcp", async (context) => {
  const request = context.req.raw;
  const refused = hostHeaderValidationResponse(request, localhostAllowedHostnames());
  if (refused !== undefined) return refused;
  const authInfo = await authorize(request);
  return authInfo instanceof Response ? authInfo : handler.fetch(request, { authInfo });
});

const port = Number(process.argv[2] ?? 0);
serve({ fetch: app.fetch, hostname: "127.0.0.1", port }, (address) => {
  console.log(`http://127.0.0.1:${address.port}/mcp`);
});
