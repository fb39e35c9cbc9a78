import { serveStdio } from "@modelcontextprotocol/server/stdio";
import {
  closeOnSignal,
  countOperations,
  createLogger,
  createMetrics,
  errorName,
  hostHttp,
  isLoopback,
  logOperations,
  type Logger,
} from "@org/serving";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { createForgejoOffer, type ForgejoOffer } from "./serving/forgejo-offer.ts";
import { httpEndpoint, MCP_PATH } from "./serving/http-endpoint.ts";
import { createForgejoMcpServer } from "./serving/mcp-server.ts";
import { isReachable } from "./serving/reachable.ts";
import type { HttpConfig, SharedConfig, StdioConfig } from "./settings.ts";
import type { ToolCall } from "./tools/list-tools.ts";
import { Caller } from "./upstream/caller.ts";
import { createForgejoClient, type Attempt } from "./upstream/forgejo-client.ts";

const NAME = "forgejo-server";

/** What flags alone say. */
export interface Choices {
  /** False: no `/markdown` items. */
  readonly markdown: boolean;
}

/** `stdio`: one client, as the holder of the process's token, until it closes stdin or a signal ends it. */
export async function stdio(config: StdioConfig, { markdown }: Choices): Promise<ExitCode> {
  const logger = createLogger(NAME, config.logLevel);
  const offer = createForgejoOffer({
    client: clientFor(config, logger),
    markdown,
    observer: logOperations(logger),
    onCall: (call) => logCall(logger, call),
  });
  const caller = new Caller(config.token);
  const connection = serveStdio(() => createForgejoMcpServer(offer, () => caller), {
    onerror: (error) => {
      logger.warn({ cause: errorName(error) }, "message not answered");
    },
  });
  logger.info({ forgejo: config.url.href, anonymous: caller.anonymous }, "serving on stdio");
  const ended = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
  });
  await Promise.race([ended, closeOnSignal(() => connection.close())]);
  await connection.close();
  return EXIT.ok;
}

/** `serve`: Streamable HTTP, each request as the holder of the token in its own header, until a signal ends it. */
export async function serve(config: HttpConfig, { markdown }: Choices): Promise<ExitCode> {
  const logger = createLogger(NAME, config.logLevel);
  const metrics = createMetrics();
  const [log, counted] = [logOperations(logger), countOperations(metrics)];
  const offer: ForgejoOffer = createForgejoOffer({
    client: clientFor(config, logger),
    markdown,
    observer: (event, scope) => {
      log(event, scope);
      counted(event, scope);
    },
    onCall: (call) => logCall(logger, call),
  });
  const onError = (error: unknown): void => {
    logger.error({ cause: errorName(error) }, "request failed");
  };
  const endpoint = httpEndpoint(offer, onError);
  const host = await hostHttp({
    fetch: endpoint.fetch,
    hostname: config.host,
    port: config.port,
    // Whoever calls brings a token, or gets what Forgejo gives to anybody.
    reach: isLoopback(config.host) ? "loopback" : "anywhere",
    allowed: { hosts: config.allowedHosts, origins: config.allowedOrigins },
    trustedProxies: config.trustedProxies,
    probes: { ready: () => isReachable(offer.client), metrics },
    onError,
  });
  const closed = closeOnSignal(async (signal) => {
    logger.info({ signal }, "closing");
    await host.close();
    await endpoint.close();
  });
  const url = new URL(MCP_PATH, host.origin).href;
  process.stdout.write(`Serving ${config.url.href} at ${url}\n`);
  logger.info({ url, forgejo: config.url.href }, "serving");
  await closed;
  logger.info("closed");
  return EXIT.ok;
}

function clientFor({ url, userAgent }: SharedConfig, logger: Logger) {
  return createForgejoClient({
    url,
    userAgent,
    onAttempt: (attempt) => logAttempt(logger, attempt),
  });
}

function logCall(logger: Logger, { cause, ...call }: ToolCall): void {
  if (cause === undefined) logger.info(call, "tool ended");
  else logger.warn({ ...call, cause: errorName(cause) }, "tool failed");
}

/** Why something was unavailable is the operator's to know: here, by the operation's id. */
function logAttempt(logger: Logger, attempt: Attempt): void {
  const { status } = attempt;
  if (status === 200 || status === 304) logger.debug(attempt, "forgejo answered");
  else if (status === undefined || status === 429 || status >= 500)
    logger.warn(attempt, "forgejo failed");
  else logger.info(attempt, "forgejo refused");
}
