// What every server in apps/ shares: configuration, logging, hosting, shutdown.
export { ConfigError, portSchema, readConfig, type ConfigFault, type Setting } from "./config.ts";
export { createLogger, LOG_LEVELS, logLevelSchema, type Logger, type LogLevel } from "./logger.ts";
export { hostHttp, ListenError, type HttpHost, type HttpHostOptions } from "./http-host.ts";
export type { FetchHandler } from "./fetch-bridge.ts";
export { isLoopback } from "./loopback.ts";
export type { AllowedCallers } from "./request-guard.ts";
export { closeOnSignal } from "./shutdown.ts";
