import {
  closeOnSignal,
  createLogger,
  createMetrics,
  errorName,
  hostHttp,
  openTracing,
  type Logger,
} from "@org/serving";
import { SAMPLE_PRINCIPALS } from "./access/sample-principals.ts";
import { clientConfiguration } from "./client-configuration.ts";
import type { Break } from "./demo/breaks.ts";
import { runDemo } from "./demo/demo.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { loadSamples, resetSampleRights } from "./samples.ts";
import { accessTokens } from "./serving/access-token.ts";
import {
  startAssetsServer,
  type AssetsServer,
  type AssetsServerOptions,
} from "./serving/assets-server.ts";
import { DEV_TOKEN_PATH } from "./serving/dev-names.ts";
import { createDevTokens, type DevTokens } from "./serving/dev-tokens.ts";
import { issuerKeys } from "./serving/issuer-keys.ts";
import { HOSTING_SETTINGS, type Identity } from "./serving/serving-settings.ts";
import type { DemoConfig, ServeConfig, StartConfig, TokenConfig } from "./settings.ts";
import type { Database } from "./storage/database.ts";
import { databaseAssets } from "./storage/database-assets.ts";
import { databaseRights } from "./storage/database-rights.ts";
import { openMemory } from "./storage/embedded.ts";
import { openDatabase } from "./storage/open-database.ts";
import { VERSION } from "./version.ts";

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

/** `serve`: a database, with the tokens of an issuer; or `--dev`, on loopback, until a signal ends it. */
export async function serve(config: ServeConfig): Promise<ExitCode> {
  const logger = createLogger(NAME, config.logLevel);
  const reach = config.identity.kind === "dev" ? "loopback" : "anywhere";
  await requireFreeAddress(config, reach);
  const database = await openDatabase(config, "serve", (error) => {
    logger.warn({ cause: errorName(error) }, "idle connection");
  });
  try {
    if (config.dataDirectory === undefined && config.databaseUrl === undefined)
      await loadSamples(database);
    if (config.databaseUrl !== undefined && config.cursorKeys === undefined)
      logger.warn(
        `CURSOR_KEYS: is not set: cursors end with this process, and other replicas refuse them. Example: ${HOSTING_SETTINGS.cursorKeys.variable}=${HOSTING_SETTINGS.cursorKeys.example}`,
      );
    const tracing =
      config.otlpEndpoint === undefined ? undefined : await openTracing(NAME, VERSION);
    try {
      const serving = await identityParts(config.identity);
      const { allowedHosts, allowedOrigins, trustedProxies, cursorKeys } = config;
      const url = config.identity.kind === "issuer" ? config.identity.publicUrl : undefined;
      const server = await startAssetsServer({
        ...parts(database),
        ...serving,
        hostname: config.host,
        port: config.port,
        logger,
        cursorKeys,
        hosting: {
          reach,
          trustedProxies,
          allowed: {
            hosts: [...allowedHosts, ...(url === undefined ? [] : [url.hostname])],
            origins: [...allowedOrigins, ...(url === undefined ? [] : [url.origin])],
          },
        },
        metrics: createMetrics(),
        observer: tracing?.observer,
        limits: { defaultPageSize: config.pageSize },
      });
      return await keepServing(server, database, logger, serving.devTokens, config.drainMs);
    } finally {
      await tracing?.close();
    }
  } finally {
    await database.close();
  }
}

/** What tells who somebody is, and what those are told whom it does not know. */
async function identityParts(
  identity: Identity,
): Promise<Pick<AssetsServerOptions, "authenticate" | "resource" | "devTokens">> {
  if (identity.kind === "dev") {
    const devTokens = await createDevTokens();
    return { authenticate: devTokens.authenticate, devTokens };
  }
  const { issuer, audience, publicUrl, jwksUrl, scopes, tokenType: type } = identity;
  const keys = issuerKeys({ issuer, jwksUrl });
  return {
    authenticate: accessTokens({ keys, issuer, audience, type, scopes }),
    resource: { resource: publicUrl, issuer, scopes },
  };
}

/** `token`: asks a server on this machine, started with --dev, for a token of anybody. */
export async function token({ port, as }: TokenConfig): Promise<ExitCode> {
  const url = `http://127.0.0.1:${port}${DEV_TOKEN_PATH}`;
  const answer = await fetch(url, { method: "POST", body: as, redirect: "error" }).catch(
    (error: unknown) => errorName(error),
  );
  if (answer instanceof Response && answer.status === 200) {
    process.stdout.write(await answer.text());
    return EXIT.ok;
  }
  const why = answer instanceof Response ? `status ${answer.status}` : "nothing answers";
  process.stderr.write(
    `${NAME}: No server started with --dev is at 127.0.0.1, port ${port} (${why}): its key is in its memory alone. Example: assets-server serve --dev --port ${port}\n`,
  );
  return EXIT.noDevServer;
}

/** `start`: `demo`, then serve the samples, with the rights that they start with. */
export async function start(config: StartConfig, demoConfig: DemoConfig): Promise<ExitCode> {
  const logger = createLogger(NAME, config.logLevel);
  await requireFreeAddress(config, "loopback");
  const database = await openMemory();
  try {
    const samples = await loadSamples(database);
    const devTokens = await createDevTokens();
    const server = await startAssetsServer({
      ...parts(database),
      authenticate: devTokens.authenticate,
      devTokens,
      hostname: config.host,
      port: config.port,
      logger,
    });
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
    return await keepServing(server, database, logger, devTokens);
  } finally {
    await database.close();
  }
}

function ignore(): void {}

async function unready(): Promise<Response> {
  return new Response(null, { status: 503 });
}

/** A taken address is said at once, before any database is opened. */
async function requireFreeAddress(
  { host: hostname, port }: StartConfig,
  reach: "loopback" | "anywhere",
): Promise<void> {
  await (await hostHttp({ fetch: unready, hostname, port, reach, onError: ignore })).close();
}

function parts(database: Database): Pick<AssetsServerOptions, "store" | "rights"> {
  return { store: databaseAssets(database), rights: databaseRights(database) };
}

async function keepServing(
  server: AssetsServer,
  database: Database,
  logger: Logger,
  devTokens: DevTokens | undefined,
  drainMs = 0,
): Promise<ExitCode> {
  // Listening for signals first: whoever reads that it serves may stop it at once.
  const closed = closeOnSignal(async (signal) => {
    logger.info({ signal, drainMs }, "closing");
    await server.close({ drainMs });
  });
  if (devTokens === undefined) print(`Serving at ${server.url.href}. Stop with Ctrl-C.`);
  else {
    const [project] = await databaseRights(database).projects(SAMPLE_PRINCIPALS[0].id);
    const lines = await clientConfiguration(server.url, devTokens.sign, project);
    for (const line of lines) print(line);
  }
  logger.info({ url: server.url.href, database: database.description }, "serving");
  await closed;
  logger.info("closed");
  return EXIT.ok;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
