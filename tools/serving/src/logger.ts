import { pino, type Logger } from "pino";
import { z } from "zod";
import { PinoPretty } from "pino-pretty";

/** The levels that `LOG_LEVEL` takes. */
export const LOG_LEVELS = ["silent", "error", "warn", "info", "debug", "trace"] as const;

/** One of {@link LOG_LEVELS}. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Reads a level, for a `Setting`. */
export function logLevelSchema(fallback: LogLevel): z.ZodType<LogLevel> {
  return z.enum(LOG_LEVELS, `is not a log level (${LOG_LEVELS.join(", ")})`).default(fallback);
}

/**
 * Makes a logger that writes to stderr alone: JSON lines, or readable ones where stderr is a terminal. stdout belongs to
 * the program's answer (on stdio: to the protocol).
 */
export function createLogger(name: string, level: LogLevel): Logger {
  const options = { name, level, base: { pid: process.pid } };
  if (process.stderr.isTTY)
    return pino(options, PinoPretty({ destination: 2, sync: true, ignore: "pid,hostname" }));
  return pino(options, pino.destination({ fd: 2, sync: true }));
}

export type { Logger } from "pino";
