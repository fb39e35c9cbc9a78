// A local server without a policy of its own: whoever may start it may read everything it registers.
// SDK v2 over stdio: `node examples/local.ts`.
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import {
  createResourceGateway,
  publicPolicy,
  resource,
  resourceTemplate,
} from "@org/resources-core";
import { fileSource } from "@org/resources-core/node";
import { attachResources } from "@org/resources-sdk-adapter/v2";

const gateway = createResourceGateway({
  policy: publicPolicy(),
  bindings: [
    // A file that the author names; it is opened afresh at every read. No client's text ever becomes a path.
    resource(
      { uri: "example://source", name: "This program", mimeType: "text/typescript" },
      fileSource(new URL(import.meta.url)),
    ),
    resourceTemplate(
      { uriTemplate: "example://square/{n}", name: "A square number" },
      ({ variables: { n } }) => `${n} × ${n} = ${Number(n) ** 2}`,
    ),
  ],
});

serveStdio(() => {
  const server = new McpServer({ name: "local", version: "1.0.0" });
  attachResources(server, gateway); // no context: this gateway asks for none
  return server;
});
