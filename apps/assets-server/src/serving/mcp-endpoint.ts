import { createMcpHandler } from "@modelcontextprotocol/server";
import type { FetchHandler } from "@org/serving";
import type { Principal } from "../access/principal.ts";
import { unauthorized, type Authenticate } from "./bearer.ts";
import { createAssetsMcpServer, type AssetsOffer } from "./mcp-server.ts";

/** The one path that speaks MCP. */
export const MCP_PATH = "/mcp";

/** MCP over HTTP, as a fetch handler. */
export interface McpEndpoint {
  readonly fetch: FetchHandler;
  readonly close: () => Promise<void>;
}

/**
 * Serves over Streamable HTTP, statelessly, on both protocol revisions: a fresh SDK server for each request, one offer
 * for all of them.
 */
export function mcpEndpoint(options: {
  readonly offer: AssetsOffer;
  readonly authenticate: Authenticate;
  readonly onError: (error: unknown) => void;
}): McpEndpoint {
  const { offer, authenticate, onError } = options;
  const handler = createMcpHandler(
    () => createAssetsMcpServer(offer, (authInfo) => principalOf(authInfo?.extra)),
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
