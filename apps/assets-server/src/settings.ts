import {
  ConfigError,
  isLoopback,
  logLevelSchema,
  portSchema,
  readConfig,
  parseUrl,
} from "@org/serving";
import { z } from "zod";
import { principalNamed } from "./access/principal.ts";
import { PREVIEW } from "./resources/addresses.ts";
import { isDevName } from "./serving/dev-names.ts";
import { HOSTING_SETTINGS, IDENTITY_SETTINGS, identityOf } from "./serving/serving-settings.ts";

const port = {
  variable: "PORT",
  flag: "--port",
  schema: portSchema(8722),
  example: "8722",
} as const;

const host = {
  variable: "HOST",
  flag: "--host",
  schema: z.string().min(1, "is no address").default("127.0.0.1"),
  example: "127.0.0.1",
} as const;

/** For a server that gives a token to whoever asks. */
const loopbackHost = {
  ...host,
  schema: z
    .string()
    .refine(isLoopback, "is not a loopback address, and this server gives a token to whoever asks")
    .default("127.0.0.1"),
} as const;

const logLevel = {
  variable: "LOG_LEVEL",
  schema: logLevelSchema("info"),
  example: "debug",
} as const;

const DATABASE = {
  dataDirectory: {
    variable: "DATA_DIR",
    flag: "--data",
    schema: z.string().min(1, "is no directory").optional(),
    example: "./data",
  },
  databaseUrl: {
    variable: "DATABASE_URL",
    schema: z
      .string()
      .refine(
        (text) => /^postgres(ql)?:$/.test(parseUrl(text)?.protocol ?? ""),
        "is not the URL of a PostgreSQL database",
      )
      .optional(),
    example: "postgres://name:password@127.0.0.1:5432/assets",
    // It holds a password.
    secret: true,
  },
} as const;

const DEMO_SETTINGS = {
  // Quiet unless asked: what the demo has to say, it prints.
  logLevel: { variable: "LOG_LEVEL", schema: logLevelSchema("silent"), example: "info" },
} as const;

const START_SETTINGS = { port, host: loopbackHost, logLevel } as const;

const SERVE_SETTINGS = {
  port,
  host,
  logLevel,
  ...DATABASE,
  ...IDENTITY_SETTINGS,
  ...HOSTING_SETTINGS,
} as const;

const IMPORT_SETTINGS = {
  ...DATABASE,
  project: {
    variable: "PROJECT",
    flag: "--project",
    schema: z
      .string()
      .transform((name) => name.normalize("NFC"))
      .refine(isSegment, "is no name for a project: it is one segment of a URI"),
    example: "holiday-pictures",
  },
  owner: {
    variable: "OWNER",
    flag: "--owner",
    schema: z.string().min(1, "is no name for a principal").optional(),
    example: "olivia",
  },
  // Whose subject a bare owner is.
  issuer: IDENTITY_SETTINGS.issuer,
} as const;

/** Whose eyes a program on this machine reads with: what it is told is proof enough, since it has the database. */
const principal = {
  variable: "PRINCIPAL",
  flag: "--as",
  schema: z.string().min(1, "is no name for a principal"),
  example: "olivia",
} as const;

const STDIO_SETTINGS = {
  ...DATABASE,
  principal,
  issuer: IDENTITY_SETTINGS.issuer,
  // A client shows its user what comes on stderr: only what is amiss.
  logLevel: { variable: "LOG_LEVEL", schema: logLevelSchema("warn"), example: "info" },
} as const;

const TOKEN_SETTINGS = {
  port,
  as: {
    variable: "PRINCIPAL",
    flag: "--as",
    schema: z.string().refine(isDevName, "is no bare name"),
    example: "olivia",
  },
} as const;

/** What `demo` was told. */
export type DemoConfig = ReturnType<typeof demoConfig>;

/** What `start` was told. */
export type StartConfig = ReturnType<typeof startConfig>;

/** What `serve` was told. */
export type ServeConfig = ReturnType<typeof serveConfig>;

/** What `token` was told. */
export type TokenConfig = ReturnType<typeof tokenConfig>;

/** What `stdio` was told. */
export type StdioConfig = ReturnType<typeof stdioConfig>;

/** What `import` was told. */
export type ImportConfig = ReturnType<typeof importConfig>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Where to listen, as given by flags. */
export interface ListenFlags {
  readonly port?: string | undefined;
  readonly host?: string | undefined;
}

/** Which database, as given by flags. */
export interface DatabaseFlags {
  readonly data?: string | undefined;
}

/** Reads what `demo` can be told; throws `ConfigError`. */
export function demoConfig(env: Environment) {
  return readConfig(DEMO_SETTINGS, { env });
}

/** Reads what `start` can be told, flags before environment; throws `ConfigError`. */
export function startConfig(env: Environment, flags: ListenFlags) {
  return readConfig(START_SETTINGS, { env, flags: { ...flags } });
}

/** Reads what `serve` can be told, flags before environment; throws `ConfigError`. */
export function serveConfig(env: Environment, flags: ListenFlags & DatabaseFlags, dev = false) {
  const { data: dataDirectory, ...rest } = flags;
  const config = readConfig(SERVE_SETTINGS, { env, flags: { ...rest, dataDirectory } });
  requireOneDatabase(config);
  return { ...config, identity: identityOf(config, dev) };
}

/** Reads what `token` can be told, flags before environment; throws `ConfigError`. */
export function tokenConfig(
  env: Environment,
  flags: { readonly port?: string | undefined; readonly as?: string | undefined },
) {
  return readConfig(TOKEN_SETTINGS, { env, flags: { ...flags } });
}

/** Whom to be, as given by flags. */
export interface PrincipalFlags {
  readonly as?: string | undefined;
}

/** Reads what `stdio` and `explain` can be told, flags before environment; throws `ConfigError`. */
export function stdioConfig(env: Environment, flags: DatabaseFlags & PrincipalFlags) {
  const given = { dataDirectory: flags.data, principal: flags.as };
  const config = readConfig(STDIO_SETTINGS, { env, flags: given });
  requireOneDatabase(config);
  const { principal: name, issuer, ...others } = config;
  return { ...others, principal: { id: principalNamed(name, issuer), name } };
}

/** Reads what `import` can be told, flags before environment; throws `ConfigError`. */
export function importConfig(
  env: Environment,
  flags: DatabaseFlags & {
    readonly project?: string | undefined;
    readonly owner?: string | undefined;
  },
) {
  const { data: dataDirectory, ...rest } = flags;
  const config = readConfig(IMPORT_SETTINGS, { env, flags: { ...rest, dataDirectory } });
  requireOneDatabase(config);
  if (config.dataDirectory === undefined && config.databaseUrl === undefined)
    throw new ConfigError([
      {
        source: "--data",
        fault: "is not set, and neither is DATABASE_URL: an import needs a database that stays",
        example: "--data ./data",
      },
    ]);
  const { owner, issuer, ...others } = config;
  return { ...others, owner: owner === undefined ? undefined : principalNamed(owner, issuer) };
}

/** Two databases are one too many, whichever was meant. */
function requireOneDatabase(config: { dataDirectory?: unknown; databaseUrl?: unknown }): void {
  if (config.dataDirectory === undefined || config.databaseUrl === undefined) return;
  throw new ConfigError([
    {
      source: "--data",
      fault: "and DATABASE_URL name two databases: give one of them",
      example: "DATABASE_URL= assets-server serve --data ./data",
    },
  ]);
}

function isSegment(project: string): boolean {
  try {
    return Buffer.byteLength(PREVIEW.expand({ project })) <= MAX_PREVIEW_URI_BYTES;
  } catch {
    return false;
  }
}

/** Leaves room in a URI (2048 bytes) for an asset's name, which a file system keeps within 255 bytes. */
const MAX_PREVIEW_URI_BYTES = 1024;
