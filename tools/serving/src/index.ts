// What every server in apps/ shares: configuration, logging, hosting, metrics, traces, shutdown.
export { ConfigError, portSchema, readConfig, type ConfigFault, type Setting } from "./config.ts";
export { createLogger, LOG_LEVELS, logLevelSchema, type Logger, type LogLevel } from "./logger.ts";
export { hostHttp, type CloseOptions, type HttpHost, type HttpHostOptions } from "./http-host.ts";
export { ListenError } from "./listen.ts";
export type { FetchHandler } from "./fetch-bridge.ts";
export { listSchema, proxiesSchema, type Caller } from "./forwarded.ts";
export { isLoopback } from "./loopback.ts";
export { isHostName, isOrigin, type AllowedCallers } from "./request-guard.ts";
export { parseUrl } from "./parse-url.ts";
export { createMetrics, type Metrics } from "./metrics.ts";
export { logOperations, errorName } from "./operation-log.ts";
export { countOperations } from "./gateway-metrics.ts";
export { openTracing, traceOperations, type Tracing } from "./tracing.ts";
export type { Probes } from "./probes.ts";
export { claimStdout } from "./own-stdout.ts";
export { closeOnSignal } from "./shutdown.ts";
