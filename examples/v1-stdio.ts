// SDK v1 over stdio. The client starts this program: `node examples/v1-stdio.ts ann`.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { attachResources } from "@org/resources-sdk-adapter/v1";
import { gateway } from "./notes.ts";

const user = process.argv[2] ?? "nobody";
const server = new McpServer({ name: "notes", version: "1.0.0" });

// Tools and prompts are registered on the server as ever.
server.registerTool("say_hello", {}, () => ({
  content: [{ type: "text", text: `Hello ${user}` }],
}));

// Over stdio the caller is whoever started the process.
attachResources(server, gateway, { context: () => ({ user }) });
await server.connect(new StdioServerTransport());
// SDK v1 does not look at the end of its input: without this, what a client was reading goes on after it has gone.
process.stdin.once("end", () => void server.close());
