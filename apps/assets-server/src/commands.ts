import { closeOnSignal, createLogger, hostHttp, type Logger } from "@org/serving";
import { SAMPLE_PRINCIPALS } from "./access/sample-principals.ts";
import { clientConfiguration } from "./client-configuration.ts";
import type { Break } from "./demo/breaks.ts";
import { runDemo } from "./demo/demo.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { loadSamples, resetSampleRights } from "./samples.ts";
import { startAssetsServer, type AssetsServer } from "./serving/assets-server.ts";
import { bearerNames } from "./serving/bearer.ts";
import type { DemoConfig, ServeConfig, StartConfig } from "./settings.ts";
import type { Database } from "./storage/database.ts";
import { databaseAssets } from "./storage/database-assets.ts";
import { databaseRights } from "./storage/database-rights.ts";
import { openMemory } from "./storage/embedded.ts";
import { openDatabase } from "./storage/open-database.ts";

const NAME = "assets-server";

/** `demo`: three scenes on the samples, and whether each outcome was the expected one. */
export async function demo(config: DemoConfig, breakStation?: Break): Promise<ExitCode> {
  const logger = createLogger(NAME, config.logLevel);
  const database = await openMemory();
  try {
    const samples = await loadSamples(database);
    const expected = await runDemo({ database, samples, logger, print, breakStation });
    return expected ? EXIT.ok : EXIT.unexpectedOutcome;
  } finally {
    await database.close();
  }
}

/** `serve`: a database, or the samples where none is named, on loopback, until a signal ends it. */
export async function serve(config: ServeConfig): Promise<ExitCode> {
  const logger = createLogger(NAME, config.logLevel);
  await requireFreeAddress(config);
  const database = await openDatabase(config, "serve", (error) => {
    logger.warn({ cause: error instanceof Error ? error.name : typeof error }, "idle connection");
  });
  try {
    if (config.dataDirectory === undefined && config.databaseUrl === undefined)
      await loadSamples(database);
    return await keepServing(await listen(config, database, logger), database, logger);
  } finally {
    await database.close();
  }
}

/** `start`: `demo`, then serve the samples, with the rights that they start with. */
export async function start(config: StartConfig, demoConfig: DemoConfig): Promise<ExitCode> {
  const logger = createLogger(NAME, config.logLevel);
  await requireFreeAddress(config);
  const database = await openMemory();
  try {
    const samples = await loadSamples(database);
    const server = await listen(config, database, logger);
    let expected = false;
    try {
      const quiet = createLogger(NAME, demoConfig.logLevel);
      expected = await runDemo({ database, samples, logger: quiet, print });
      await resetSampleRights(database);
    } finally {
      if (!expected) await server.close();
    }
    if (!expected) return EXIT.unexpectedOutcome;
    print("");
    return await keepServing(server, database, logger);
  } finally {
    await database.close();
  }
}

async function unready(): Promise<Response> {
  return new Response(null, { status: 503 });
}

/** A taken address is said at once, before any database is opened. */
async function requireFreeAddress({ host: hostname, port }: StartConfig): Promise<void> {
  await (await hostHttp({ fetch: unready, hostname, port, onError: () => {} })).close();
}

function listen(config: StartConfig, database: Database, logger: Logger): Promise<AssetsServer> {
  return startAssetsServer({
    store: databaseAssets(database),
    rights: databaseRights(database),
    authenticate: bearerNames(SAMPLE_PRINCIPALS),
    hostname: config.host,
    port: config.port,
    logger,
  });
}

async function keepServing(
  server: AssetsServer,
  database: Database,
  logger: Logger,
): Promise<ExitCode> {
  // Listening for signals first: whoever reads that it serves may stop it at once.
  const closed = closeOnSignal(async (signal) => {
    logger.info({ signal }, "closing");
    await server.close();
  });
  const [owner] = SAMPLE_PRINCIPALS;
  const [project] = await databaseRights(database).projects(owner.id);
  for (const line of clientConfiguration(server.url, project)) print(line);
  logger.info({ url: server.url.href, database: database.description }, "serving");
  await closed;
  logger.info("closed");
  return EXIT.ok;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
