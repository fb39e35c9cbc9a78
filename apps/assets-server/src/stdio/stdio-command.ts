import type { Writable } from "node:stream";
import { createLogger, errorName, logOperations } from "@org/serving";
import { accessPolicy } from "../access/access-policy.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { loadSamples } from "../samples.ts";
import { createAssetsMcpServer, createAssetsOffer } from "../serving/mcp-server.ts";
import type { StdioConfig } from "../settings.ts";
import { databaseAssets } from "../storage/database-assets.ts";
import { databaseRights } from "../storage/database-rights.ts";
import { openDatabase } from "../storage/open-database.ts";
import { serveSession } from "./stdio-session.ts";

/** Requests in flight may still take this long when the session is to end. */
const GRACE_MS = 10_000;

/**
 * `stdio`: serves the client that started this process, as one principal: a database, or the samples where none is
 * named. `stdout` is the protocol's alone.
 */
export async function serveStdin(config: StdioConfig, stdout: Writable): Promise<ExitCode> {
  const logger = createLogger("assets-server", config.logLevel);
  const database = await openDatabase(config, "stdio", (error) => {
    logger.warn({ cause: errorName(error) }, "idle connection");
  });
  try {
    if (config.dataDirectory === undefined && config.databaseUrl === undefined)
      await loadSamples(database);
    const rights = databaseRights(database);
    const offer = createAssetsOffer({
      store: databaseAssets(database),
      rights,
      policy: accessPolicy(rights),
      observer: logOperations(logger),
    });
    logger.info({ database: database.description }, "serving on stdin and stdout");
    const { principal } = config;
    const end = await serveSession({
      factory: () => createAssetsMcpServer(offer, () => principal),
      stdin: process.stdin,
      stdout,
      graceMs: GRACE_MS,
      onError: (error) => {
        logger.warn({ cause: errorName(error) }, "message not served");
      },
    });
    logger.info({ end }, "closed");
    return EXIT.ok;
  } finally {
    await database.close();
  }
}
