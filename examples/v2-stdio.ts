// SDK v2 over stdio, protocol revisions 2025-11-25 and 2026-07-28: `node examples/v2-stdio.ts ann`.
import { completable, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { attachResources } from "@org/resources-sdk-adapter/v2";
import { z } from "zod";
import { gateway } from "./notes.ts";

const user = process.argv[2] ?? "nobody";

serveStdio(() => {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  attachResources(server, gateway, { context: () => ({ user }) });

  // Prompts complete beside the gateway's templates.
  const tone = completable(z.string(), (value) =>
    ["brief", "friendly"].filter((tones) => tones.startsWith(value)),
  );
  server.registerPrompt("summarize", { argsSchema: z.object({ tone }) }, (args) => ({
    messages: [{ role: "user", content: { type: "text", text: `Summarize, ${args.tone}.` } }],
  }));
  return server;
});
