import { createMcpHandler } from "@modelcontextprotocol/server";
import type { FetchHandler } from "@org/serving";
import { callerOfRequest } from "./caller-of-request.ts";
import type { ForgejoOffer } from "./forgejo-offer.ts";
import { createForgejoMcpServer } from "./mcp-server.ts";

/** The one path that speaks MCP. */
export const MCP_PATH = "/mcp";

/**
 * Serves the offer over Streamable HTTP, statelessly, on both protocol revisions: a fresh SDK server for each request.
 * `Authorization` is not looked at, and goes nowhere.
 */
export function httpEndpoint(
  offer: ForgejoOffer,
  onError: (error: unknown) => void,
): { readonly fetch: FetchHandler; readonly close: () => Promise<void> } {
  const handler = createMcpHandler(() => createForgejoMcpServer(offer, callerOfRequest), {
    legacy: "stateless",
    onerror: onError,
  });
  return {
    fetch: async (request) =>
      new URL(request.url).pathname === MCP_PATH
        ? handler.fetch(request)
        : new Response("Not found\n", { status: 404 }),
    close: () => handler.close(),
  };
}
