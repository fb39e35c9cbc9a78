import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import type { ResourceGateway } from "@org/resources-core";
import { attachResources } from "@org/resources-sdk-adapter/v2";
import type { FetchHandler } from "@org/serving";
import type { Principal } from "../access/principal.ts";
import { VERSION } from "../version.ts";
import { unauthorized, type Authenticate } from "./bearer.ts";

/** The one path that speaks MCP. */
export const MCP_PATH = "/mcp";

/** MCP over HTTP, as a fetch handler. */
export interface McpEndpoint {
  readonly fetch: FetchHandler;
  readonly close: () => Promise<void>;
}

/**
 * Serves a gateway over Streamable HTTP, statelessly, on both protocol revisions: a fresh SDK server for each request,
 * one gateway for all of them.
 */
export function mcpEndpoint(options: {
  readonly gateway: ResourceGateway<Principal>;
  readonly authenticate: Authenticate;
  readonly onError: (error: unknown) => void;
}): McpEndpoint {
  const { gateway, authenticate, onError } = options;
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: "assets-server", version: VERSION });
      attachResources(server, gateway, {
        context: ({ authInfo }) => principalOf(authInfo?.extra),
      });
      return server;
    },
    { legacy: "stateless", onerror: onError },
  );
  return {
    fetch: async (request) => {
      if (new URL(request.url).pathname !== MCP_PATH)
        return new Response("Not found\n", { status: 404 });
      const principal = await authenticate(request);
      if (principal === undefined) return unauthorized(request);
      return handler.fetch(request, {
        // The token itself goes no further than `authenticate`.
        authInfo: { token: "", clientId: principal.id, scopes: [], extra: { principal } },
      });
    },
    close: () => handler.close(),
  };
}

function principalOf(extra: Readonly<Record<string, unknown>> | undefined): Principal | undefined {
  const principal = extra?.["principal"];
  return isPrincipal(principal) ? principal : undefined;
}

function isPrincipal(value: unknown): value is Principal {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    typeof value.id === "string" &&
    "name" in value &&
    typeof value.name === "string"
  );
}
