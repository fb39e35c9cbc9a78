import { closeOnSignal, createLogger, type Logger } from "@org/serving";
import { SAMPLE_PRINCIPALS } from "./access/sample-principals.ts";
import { clientConfiguration } from "./client-configuration.ts";
import type { Break } from "./demo/breaks.ts";
import { runDemo } from "./demo/demo.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { loadSamples, type Samples } from "./samples.ts";
import { startAssetsServer, type AssetsServer } from "./serving/assets-server.ts";
import { bearerNames } from "./serving/bearer.ts";
import type { DemoConfig, ServeConfig } from "./settings.ts";

const NAME = "assets-server";

/** `demo`: three scenes, and whether each outcome was the expected one. */
export async function demo(config: DemoConfig, breakStation?: Break): Promise<ExitCode> {
  const logger = createLogger(NAME, config.logLevel);
  const samples = await loadSamples();
  const expected = await runDemo({ samples, logger, print, breakStation });
  return expected ? EXIT.ok : EXIT.unexpectedOutcome;
}

/** `serve`: the samples on loopback, until a signal ends it. */
export async function serve(config: ServeConfig): Promise<ExitCode> {
  const logger = createLogger(NAME, config.logLevel);
  const server = await listen(config, await loadSamples(), logger);
  return keepServing(server, logger);
}

/** `start`: `demo`, then `serve`. The address is taken first, so that a taken one is said at once. */
export async function start(config: ServeConfig, demoConfig: DemoConfig): Promise<ExitCode> {
  const logger = createLogger(NAME, config.logLevel);
  const samples = await loadSamples();
  const server = await listen(config, samples, logger);
  let expected = false;
  try {
    const quiet = createLogger(NAME, demoConfig.logLevel);
    expected = await runDemo({ samples, logger: quiet, print });
  } finally {
    if (!expected) await server.close();
  }
  if (!expected) return EXIT.unexpectedOutcome;
  print("");
  return keepServing(server, logger);
}

function listen(config: ServeConfig, samples: Samples, logger: Logger): Promise<AssetsServer> {
  return startAssetsServer({
    store: samples.store,
    rights: samples.freshRights(),
    authenticate: bearerNames(SAMPLE_PRINCIPALS),
    hostname: config.host,
    port: config.port,
    logger,
  });
}

async function keepServing(server: AssetsServer, logger: Logger): Promise<ExitCode> {
  // Listening for signals first: whoever reads that it serves may stop it at once.
  const closed = closeOnSignal(async (signal) => {
    logger.info({ signal }, "closing");
    await server.close();
  });
  for (const line of clientConfiguration(server.url)) print(line);
  logger.info({ url: server.url.href }, "serving");
  await closed;
  logger.info("closed");
  return EXIT.ok;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
