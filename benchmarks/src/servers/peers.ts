import { McpServer as McpServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { McpServer as McpServerV2 } from "@modelcontextprotocol/server";
import { attachResources as attachV1 } from "@org/resources-sdk-adapter/v1";
import { attachResources as attachV2 } from "@org/resources-sdk-adapter/v2";

import { gatewayOf, plainV1, plainV2, serverInfo } from "../read-peers.ts";

/** The SDK alone, or the gateway behind it; either with one template. */
export type Kind = "plain" | "gateway";

/** Makes servers of SDK v1; a gateway is made once for all of them. */
export function serverOfV1(kind: Kind): () => McpServerV1 {
  if (kind === "plain") return () => plainV1(1);
  const gateway = gatewayOf(1);
  return () => {
    const server = new McpServerV1(serverInfo);
    attachV1(server, gateway);
    return server;
  };
}

/** The same for SDK v2. */
export function serverOfV2(kind: Kind): () => McpServerV2 {
  if (kind === "plain") return () => plainV2(1);
  const gateway = gatewayOf(1);
  return () => {
    const server = new McpServerV2(serverInfo);
    attachV2(server, gateway);
    return server;
  };
}
