// SDK v1 over Streamable HTTP with Express, stateless: `node examples/v1-express.ts 3000`.
import { InvalidTokenError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { attachResources, signalOfResponse } from "@org/resources-sdk-adapter/v1";
import { gateway } from "./notes.ts";

// A real server verifies real tokens here; these are for the example.
const users = new Map([
  ["token-of-ann", "ann"],
  ["token-of-bob", "bob"],
]);
const verifyAccessToken = async (token: string) => {
  const user = users.get(token);
  if (user === undefined) throw new InvalidTokenError("unknown token");
  const expiresAt = Math.floor(Date.now() / 1000) + 60; // seconds; the SDK refuses a token without it
  return { token, clientId: "example", scopes: [], expiresAt, extra: { user } };
};

const app = createMcpExpressApp(); // checks the Host header against DNS rebinding
// oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 awaits its handlers
app.post("/mcp", requireBearerAuth({ verifier: { verifyAccessToken } }), async (req, res) => {
  // A server for each request, as stateless v1 wants it; the gateway is one for all of them.
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  attachResources(server, gateway, {
    context: ({ authInfo }) => {
      const user = authInfo?.extra?.["user"];
      return typeof user === "string" ? { user } : undefined; // nobody: nothing is found
    },
    signal: signalOfResponse(res), // a client that goes away stops what is being read for it
  });
  const transport = new StreamableHTTPServerTransport({});
  await server.connect(transport);
  await transport.handleRequest(req, res, req.body);
});
// Stateless: there is no stream to open, and no session to end.
app.all("/mcp", (_, res) => void res.status(405).set("allow", "POST").end());

const http = app.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => {
  const address = http.address();
  if (address !== null && typeof address === "object") {
    console.log(`http://127.0.0.1:${address.port}/mcp`);
  }
});
