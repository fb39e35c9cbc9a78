import { McpServer } from "@modelcontextprotocol/server";
import type { ResourceGateway } from "@org/resources-core";
import { UI_EXTENSION } from "@org/resources-sdk-adapter/mcp-apps";
import { attachResources, type RequestAuth } from "@org/resources-sdk-adapter/v2";
import type { Principal } from "../access/principal.ts";
import { registerListTools } from "../tools/list-tools.ts";
import { createListsGateway, type ListContext } from "../tools/lists-gateway.ts";
import { registerShowPreview } from "../tools/show-preview.ts";
import { VERSION } from "../version.ts";
import { createAssetsGateway, type AssetsGatewayOptions } from "./assets-gateway.ts";

/** What one server process offers, whatever the transport; made once. */
export interface AssetsOffer {
  readonly gateway: ResourceGateway<Principal>;
  readonly lists: ResourceGateway<ListContext>;
}

/** Says who sent a request, from what the transport's authentication left in it; `undefined` is nobody. */
export type WhoAsks = (authInfo: RequestAuth | undefined) => Principal | undefined;

/** Resources and lists, behind one policy. */
export function createAssetsOffer(options: AssetsGatewayOptions): AssetsOffer {
  return { gateway: createAssetsGateway(options), lists: createListsGateway(options) };
}

/**
 * Makes an SDK server with every resource and tool of this program on it. The one place that does: HTTP makes one for
 * each request, stdio one for its only client.
 */
export function createAssetsMcpServer(offer: AssetsOffer, whoAsks: WhoAsks): McpServer {
  const server = new McpServer({ name: "assets-server", version: VERSION });
  attachResources(server, offer.gateway, {
    context: ({ authInfo }) => whoAsks(authInfo),
    extensions: { [UI_EXTENSION]: {} },
  });
  registerListTools(server, offer.lists, whoAsks);
  registerShowPreview(server, offer.gateway, whoAsks);
  return server;
}
