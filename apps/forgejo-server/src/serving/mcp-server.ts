import { McpServer } from "@modelcontextprotocol/server";
import { attachResources } from "@org/resources-sdk-adapter/v2";
import { registerListTools } from "../tools/list-tools.ts";
import type { Caller } from "../upstream/caller.ts";
import { contextOf } from "../upstream/inquiry.ts";
import { VERSION } from "../version.ts";
import type { ForgejoOffer } from "./forgejo-offer.ts";

/** Says who asks; headers exist over HTTP alone. `undefined` is nobody, and gets nothing. */
export type CallerOf = (headers: Headers | undefined) => Caller | undefined;

const INSTRUCTIONS = [
  "Read-only access to a Forgejo instance.",
  "When you hold a sha, a number or a name, read a resource: forgejo://repo/{owner}/{repo}/issue/{index}, …/pr/{index}, …/commit/{sha}, …/commit/{sha}/status.",
  "To find or list something, or to go on where a list was cut, use a tool.",
].join(" ");

/** Makes an SDK server with every resource and tool of this program on it: for each HTTP request, or for stdio's client. */
export function createForgejoMcpServer(offer: ForgejoOffer, callerOf: CallerOf): McpServer {
  const server = new McpServer(
    { name: "forgejo-server", version: VERSION },
    { instructions: INSTRUCTIONS },
  );
  attachResources(server, offer.gateway, {
    context: ({ headers }) => {
      const caller = callerOf(headers);
      return caller && contextOf(caller);
    },
  });
  registerListTools(server, { client: offer.client, callerOf, onCall: offer.onCall });
  return server;
}
