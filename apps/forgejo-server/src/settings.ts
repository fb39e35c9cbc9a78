import {
  isHostName,
  isOrigin,
  listSchema,
  logLevelSchema,
  portSchema,
  proxiesSchema,
  readConfig,
  parseUrl,
} from "@org/serving";
import { z } from "zod";
import { isToken } from "./upstream/caller.ts";
import { VERSION } from "./version.ts";

const SHARED = {
  url: {
    variable: "FORGEJO_URL",
    flag: "--url",
    schema: z
      .string()
      .refine(isInstance, "is not the address of a Forgejo instance (http or https, with a host)")
      .transform((text) => new URL(text)),
    example: "https://forge.example",
    // An address with a password in it is refused, and must not be repeated on a screen.
    secret: true,
  },
  userAgent: {
    variable: "FORGEJO_USER_AGENT",
    flag: "--user-agent",
    schema: z
      .string()
      .regex(/^[\x20-\x7e]{1,255}$/, "is not a user agent (1 to 255 printable ASCII characters)")
      .default(`forgejo-server/${VERSION} (MCP)`),
    example: "my-agent/1.0",
  },
  logLevel: {
    variable: "LOG_LEVEL",
    schema: logLevelSchema("info"),
    example: "debug",
  },
} as const;

const STDIO = {
  ...SHARED,
  // A variable alone: flags can be read by whoever lists processes.
  token: {
    variable: "FORGEJO_ACCESS_TOKEN",
    schema: z
      .string()
      .refine(isToken, "is not an access token (1 to 255 printable ASCII characters, no blanks)")
      .optional(),
    example: "0123456789abcdef0123456789abcdef01234567",
    secret: true,
  },
} as const;

const HTTP = {
  ...SHARED,
  port: { variable: "PORT", flag: "--port", schema: portSchema(8723), example: "8723" },
  host: {
    variable: "HOST",
    flag: "--host",
    schema: z.string().min(1).default("127.0.0.1"),
    example: "127.0.0.1",
  },
  allowedHosts: {
    variable: "ALLOWED_HOSTS",
    schema: listSchema(isHostName, "is not a list of host names without ports"),
    example: "forge-mcp.example,forge-mcp.internal",
  },
  allowedOrigins: {
    variable: "ALLOWED_ORIGINS",
    schema: listSchema(isOrigin, "is not a list of origins"),
    example: "https://app.example",
  },
  trustedProxies: {
    variable: "TRUSTED_PROXIES",
    schema: proxiesSchema(),
    example: "10.0.0.0/8",
  },
} as const;

/** What both transports are told. */
export type SharedConfig = Pick<StdioConfig, "url" | "userAgent" | "logLevel">;

/** What `stdio` was told. */
export type StdioConfig = ReturnType<typeof stdioConfig>;

/** What `serve` was told. */
export type HttpConfig = ReturnType<typeof httpConfig>;

type Environment = Readonly<Record<string, string | undefined>>;
type Flags = Readonly<Record<string, string | undefined>>;

/** Reads what `stdio` can be told, flags before environment; throws `ConfigError`. */
export function stdioConfig(env: Environment, flags: Flags) {
  return readConfig(STDIO, { env, flags });
}

/** Reads what `serve` can be told, flags before environment; throws `ConfigError`. */
export function httpConfig(env: Environment, flags: Flags) {
  return readConfig(HTTP, { env, flags });
}

function isInstance(text: string): boolean {
  const url = parseUrl(text);
  return (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.hostname !== "" &&
    url.username === "" &&
    url.password === "" &&
    url.search === "" &&
    url.hash === ""
  );
}
