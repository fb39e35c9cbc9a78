import { McpServer } from "@modelcontextprotocol/server";
import type { ResourceGateway } from "@org/resources-core";
import { attachResources, type RequestAuth } from "@org/resources-sdk-adapter/v2";
import type { Principal } from "../access/principal.ts";
import { VERSION } from "../version.ts";

/** What one server process offers, whatever the transport; made once. */
export interface AssetsOffer {
  readonly gateway: ResourceGateway<Principal>;
}

/** Says who sent a request, from what the transport's authentication left in it; `undefined` is nobody. */
export type WhoAsks = (authInfo: RequestAuth | undefined) => Principal | undefined;

/**
 * Makes an SDK server with every resource and tool of this program on it. The one place that does: HTTP makes one for
 * each request, stdio one for its only client.
 */
export function createAssetsMcpServer(offer: AssetsOffer, whoAsks: WhoAsks): McpServer {
  const server = new McpServer({ name: "assets-server", version: VERSION });
  attachResources(server, offer.gateway, { context: ({ authInfo }) => whoAsks(authInfo) });
  return server;
}
