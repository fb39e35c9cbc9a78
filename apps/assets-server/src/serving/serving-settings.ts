import {
  ConfigError,
  isHostName,
  isLoopback,
  isOrigin,
  listSchema,
  parseUrl,
  proxiesSchema,
} from "@org/serving";
import { z } from "zod";

const ISSUER_EXAMPLE = "https://id.example";

/** Who is served, and through what; all by environment variables. */
export const IDENTITY_SETTINGS = {
  issuer: {
    variable: "ISSUER",
    // Kept as it was written: tokens must say the same, byte for byte.
    schema: z
      .string()
      .refine(isProtectedUrl, "is not an https URL (http: on this machine alone)")
      .refine((text) => !/[?#]/.test(text), "has a query or a fragment, and no issuer has")
      .optional(),
    example: ISSUER_EXAMPLE,
    secret: true, // It might hold credentials.
  },
  publicUrl: {
    variable: "PUBLIC_URL",
    schema: z
      .string()
      .refine(isProtectedUrl, "is not an https URL (http: on this machine alone)")
      .refine((text) => !text.includes("#"), "has a fragment, and no resource has")
      .transform((text) => new URL(text))
      .optional(),
    example: "https://assets.example/mcp",
    secret: true, // It might hold credentials.
  },
  audience: {
    variable: "AUDIENCE",
    schema: z.string().optional(),
    example: "https://assets.example/mcp",
  },
  jwksUrl: {
    variable: "JWKS_URL",
    schema: z
      .string()
      .refine(isProtectedUrl, "is not an https URL (http: on this machine alone)")
      .transform((text) => new URL(text))
      .optional(),
    example: "https://id.example/jwks.json",
    secret: true, // It might hold credentials.
  },
  tokenType: {
    variable: "TOKEN_TYPE",
    schema: z
      .string()
      .regex(/^[\w.+/-]+$/, "is no type of a token")
      .default("at+jwt"),
    example: "at+jwt",
  },
  scopes: {
    variable: "SCOPES",
    schema: z
      .string()
      // RFC 6749 §3.3.
      .regex(/^[!#-[\]-~]+( [!#-[\]-~]+)*$/, "is not a list of scopes with one space between them")
      .default("assets:read")
      .transform((text): readonly string[] => (text === "none" ? [] : text.split(" "))),
    example: "assets:read",
  },
} as const;

/** How the server is reached; all by environment variables. */
export const HOSTING_SETTINGS = {
  allowedHosts: {
    variable: "ALLOWED_HOSTS",
    schema: listSchema(isHostName, "is not a list of host names in lower case, without ports"),
    example: "assets.example,assets.internal",
  },
  allowedOrigins: {
    variable: "ALLOWED_ORIGINS",
    schema: listSchema(isOrigin, "is not a list of origins, spelt as browsers do"),
    example: "https://app.example,https://inspector.example:6274",
  },
  trustedProxies: {
    variable: "TRUSTED_PROXIES",
    schema: proxiesSchema(),
    example: "10.0.0.0/8,fd00::/8",
  },
  cursorKeys: {
    variable: "CURSOR_KEYS",
    schema: z
      .string()
      .transform((text) => text.split(",").map((key) => key.trim()))
      .refine(
        (keys) => keys.length <= 4 && keys.every((key) => /^[\da-f]{64}$/i.test(key)),
        "is not one to four keys of 64 hexadecimal digits each, with commas between them",
      )
      .transform((keys): readonly Uint8Array[] =>
        keys.map((key) => new Uint8Array(Buffer.from(key, "hex"))),
      )
      .optional(),
    example: "$(openssl rand -hex 32)",
    secret: true,
  },
  pageSize: {
    variable: "PAGE_SIZE",
    schema: z
      .string()
      .regex(/^([1-9]\d?|1\d\d|200)$/, "is not a number of entries from 1 to 200")
      .transform(Number)
      .default(50),
    example: "50",
  },
  drainMs: {
    variable: "DRAIN_MS",
    schema: z
      .string()
      .regex(/^\d{1,6}$/, "is not a number of milliseconds (0 to 999999)")
      .transform(Number)
      .default(0),
    example: "5000",
  },
  otlpEndpoint: {
    variable: "OTEL_EXPORTER_OTLP_ENDPOINT",
    schema: z
      .string()
      .refine((text) => /^https?:$/.test(parseUrl(text)?.protocol ?? ""), "is not an http(s) URL")
      .optional(),
    example: "http://127.0.0.1:4318",
    // It may hold credentials.
    secret: true,
  },
} as const;

/** Whose tokens are believed. */
export type Identity =
  | { readonly kind: "dev" }
  | {
      readonly kind: "issuer";
      readonly issuer: string;
      readonly publicUrl: URL;
      readonly audience: string;
      readonly jwksUrl: URL | undefined;
      readonly tokenType: string;
      readonly scopes: readonly string[];
    };

interface IdentityConfig {
  readonly issuer?: string | undefined;
  readonly publicUrl?: URL | undefined;
  readonly audience?: string | undefined;
  readonly jwksUrl?: URL | undefined;
  readonly tokenType: string;
  readonly scopes: readonly string[];
  readonly host: string;
  readonly dataDirectory?: string | undefined;
  readonly databaseUrl?: string | undefined;
}

/**
 * Whether the server makes tokens of its own (`--dev`) or believes an issuer's. Throws a `ConfigError` where neither is
 * said, or where it could not be safe: the local issuer gives a token to whoever asks, so it stays on loopback.
 */
export function identityOf(config: IdentityConfig, dev: boolean): Identity {
  const { issuer, publicUrl, audience, jwksUrl, tokenType, scopes, host } = config;
  if (dev) {
    if (issuer !== undefined)
      throw fault(
        "--dev",
        "and ISSUER name two issuers: give one of them",
        "ISSUER= assets-server serve --dev",
      );
    if (!isLoopback(host))
      throw fault(
        "HOST",
        `${JSON.stringify(host)} is not a loopback address, and --dev gives a token to whoever asks`,
        "HOST=127.0.0.1",
      );
    return { kind: "dev" };
  }
  const missing = [
    ...(issuer === undefined
      ? [
          oneFault(
            "ISSUER",
            "is not set: whose tokens are believed? (--dev makes its own, for this machine alone)",
            `ISSUER=${ISSUER_EXAMPLE}`,
          ),
        ]
      : []),
    ...(publicUrl === undefined
      ? [
          oneFault(
            "PUBLIC_URL",
            "is not set: the address of the MCP endpoint, as clients call it",
            "PUBLIC_URL=https://assets.example/mcp",
          ),
        ]
      : []),
    ...(config.dataDirectory === undefined && config.databaseUrl === undefined
      ? [
          oneFault(
            "DATABASE_URL",
            "is not set, and neither is --data: the samples are served with --dev alone",
            "DATABASE_URL=postgres://name:password@127.0.0.1:5432/assets",
          ),
        ]
      : []),
  ];
  if (issuer === undefined || publicUrl === undefined || missing.length > 0)
    throw new ConfigError(missing);
  return {
    kind: "issuer",
    issuer,
    publicUrl,
    jwksUrl,
    tokenType,
    scopes,
    audience: audience ?? publicUrl.href,
  };
}

function oneFault(source: string, text: string, example: string) {
  return { source, fault: text, example };
}

function fault(source: string, text: string, example: string): ConfigError {
  return new ConfigError([oneFault(source, text, example)]);
}

/** Nobody on the way can change what it says. */
function isProtectedUrl(text: string): boolean {
  const url = parseUrl(text);
  if (url === undefined || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}
