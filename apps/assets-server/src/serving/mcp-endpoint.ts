import { createMcpHandler } from "@modelcontextprotocol/server";
import { errorName, type Caller, type FetchHandler, type Logger } from "@org/serving";
import type { Principal } from "../access/principal.ts";
import type { Authenticate, Authentication } from "./authenticate.ts";
import { refusal } from "./challenge.ts";
import { devTokenResponse, type DevTokens } from "./dev-tokens.ts";
import { createAssetsMcpServer, type AssetsOffer } from "./mcp-server.ts";
import {
  resourceMetadata,
  resourceMetadataUrl,
  type ProtectedResource,
} from "./resource-metadata.ts";

/** The one path that speaks MCP. */
export const MCP_PATH = "/mcp";

/** MCP over HTTP, as a fetch handler. */
export interface McpEndpoint {
  readonly fetch: FetchHandler;
  readonly close: () => Promise<void>;
}

/**
 * Serves over Streamable HTTP, statelessly, on both protocol revisions: a fresh SDK server for each request, one offer
 * for all of them. Beside it, what a client needs to get a token.
 */
export function mcpEndpoint(options: {
  readonly offer: AssetsOffer;
  readonly authenticate: Authenticate;
  readonly logger: Logger;
  readonly resource?: ProtectedResource | undefined;
  readonly devTokens?: DevTokens | undefined;
  readonly onError: (error: unknown) => void;
}): McpEndpoint {
  const { offer, authenticate, logger, resource, devTokens, onError } = options;
  const handler = createMcpHandler(
    () => createAssetsMcpServer(offer, (authInfo) => principalOf(authInfo?.extra)),
    { legacy: "stateless", onerror: onError },
  );
  const hints = {
    scopes: resource?.scopes ?? [],
    resourceMetadata: resource && resourceMetadataUrl(resource.resource),
  };
  /** For whoever has no token yet. */
  const openly = async (request: Request): Promise<Response | undefined> =>
    (resource && resourceMetadata(request, resource)) ??
    (devTokens && devTokenResponse(request, devTokens));
  return {
    fetch: async (request, caller) => {
      if (new URL(request.url).pathname !== MCP_PATH)
        return (await openly(request)) ?? new Response("Not found\n", { status: 404 });
      const authentication = await authenticate(request);
      if (authentication.outcome !== "known") {
        logRefusal(logger, authentication, caller);
        return refusal(authentication, hints);
      }
      const { principal } = authentication;
      return handler.fetch(request, {
        // The token itself goes no further than `authenticate`.
        authInfo: { token: "", clientId: principal.id, scopes: [], extra: { principal } },
      });
    },
    close: () => handler.close(),
  };
}

/** Whose address it was, and which of this program's own sentences it got; never what was sent. */
function logRefusal(
  logger: Logger,
  authentication: Exclude<Authentication, { readonly outcome: "known" }>,
  caller: Caller | undefined,
): void {
  const entry = { outcome: authentication.outcome, address: caller?.address };
  if (authentication.outcome === "unavailable")
    logger.error({ ...entry, cause: errorName(authentication.cause) }, "token not checked");
  else if (authentication.outcome === "invalid")
    logger.warn({ ...entry, fault: authentication.fault }, "token refused");
  else logger.debug(entry, "request without a token that permits it");
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
