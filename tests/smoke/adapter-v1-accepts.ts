// Type-checked where @modelcontextprotocol/sdk is installed and the other SDK is not: its servers are accepted, others are not.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { createResourceGateway, publicPolicy } from "@org/resources-core";
import { attachResources } from "@org/resources-sdk-adapter/v1";

const gateway = createResourceGateway({ policy: publicPolicy(), bindings: [] });
attachResources(new McpServer({ name: "x", version: "1" }), gateway);
attachResources(new Server({ name: "x", version: "1" }, {}), gateway);
// @ts-expect-error no server at all
attachResources({ connect: () => undefined }, gateway);
