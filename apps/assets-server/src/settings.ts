import { isLoopback, logLevelSchema, portSchema, readConfig } from "@org/serving";
import { z } from "zod";

const port = {
  variable: "PORT",
  flag: "--port",
  schema: portSchema(8722),
  example: "8722",
} as const;

const host = {
  variable: "HOST",
  flag: "--host",
  schema: z
    .string()
    .refine(
      isLoopback,
      "is not a loopback address, and demo names are no proof of identity to other machines",
    )
    .default("127.0.0.1"),
  example: "127.0.0.1",
} as const;

const DEMO_SETTINGS = {
  // Quiet unless asked: what the demo has to say, it prints.
  logLevel: { variable: "LOG_LEVEL", schema: logLevelSchema("silent"), example: "info" },
} as const;

const SERVE_SETTINGS = {
  port,
  host,
  logLevel: { variable: "LOG_LEVEL", schema: logLevelSchema("info"), example: "debug" },
} as const;

/** What `demo` was told. */
export type DemoConfig = ReturnType<typeof demoConfig>;

/** What `serve` and `start` were told. */
export type ServeConfig = ReturnType<typeof serveConfig>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads what `demo` can be told; throws `ConfigError`. */
export function demoConfig(env: Environment) {
  return readConfig(DEMO_SETTINGS, { env });
}

/** Reads what `serve` and `start` can be told, flags before environment; throws `ConfigError`. */
export function serveConfig(
  env: Environment,
  flags: { readonly port?: string | undefined; readonly host?: string | undefined },
) {
  return readConfig(SERVE_SETTINGS, { env, flags: { ...flags } });
}
