/** A server of P13 behind stdio: `stdio-server.ts v1|v2 plain|gateway`. */
import { McpServer as McpServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

import { serverOfV1, serverOfV2 } from "./peers.ts";
import type { Kind } from "./peers.ts";

const [sdk, kind] = process.argv.slice(2) as ["v1" | "v2", Kind];
if (sdk === "v1") {
  const server: McpServerV1 = serverOfV1(kind)();
  await server.connect(new StdioServerTransport());
} else {
  serveStdio(serverOfV2(kind));
}
