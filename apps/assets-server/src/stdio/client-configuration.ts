import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { StdioConfig } from "../settings.ts";

/** This program, as a client has to start it: never through `npm`, which prints on stdout. */
const MAIN = fileURLToPath(new URL("../main.js", import.meta.url));

/**
 * What to paste into an MCP client that starts its servers: whole paths, since it starts them wherever it likes. A
 * database's URL is not in it: it holds a password.
 */
export function stdioConfiguration(config: StdioConfig): string {
  const { dataDirectory, databaseUrl, principal } = config;
  const data = dataDirectory === undefined ? [] : ["--data", resolve(dataDirectory)];
  const env =
    databaseUrl === undefined
      ? {}
      : { env: { DATABASE_URL: "postgres://name:password@host:5432/database" } };
  const assets = {
    command: process.execPath,
    args: [MAIN, "stdio", "--as", principal.id, ...data],
    ...env,
  };
  return JSON.stringify({ mcpServers: { assets } }, undefined, 2);
}
