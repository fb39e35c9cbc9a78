import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from "jose";
import { z } from "zod";

/** The issuer's keys cannot be had now; why is in `cause`, and nobody's business but the operator's. */
export class KeysUnavailable extends Error {
  override readonly name = "KeysUnavailable";
}

/** Where keys come from, and how often they are asked for. */
export interface KeySource {
  readonly issuer: string;
  /** Absent: what the issuer's metadata says. */
  readonly jwksUrl?: URL | undefined;
  /** Between two requests for a key that is not there, in ms. Default 30 s: an unknown key is not worth more. */
  readonly cooldownMs?: number | undefined;
  /** How long keys are believed, in ms. Default 10 min: a key that was withdrawn ends by then. */
  readonly maxAgeMs?: number | undefined;
}

const TIMEOUT_MS = 5_000;

/**
 * The issuer's public keys, from its JWKS: fetched when first needed, again for a key that is new, and never later than
 * `maxAgeMs`. Throws {@link KeysUnavailable} where the issuer is away.
 */
export function issuerKeys(source: KeySource): JWTVerifyGetKey {
  let found: Promise<JWTVerifyGetKey> | undefined;
  const keySet = async (): Promise<JWTVerifyGetKey> => {
    found ??= open(source);
    try {
      return await found;
    } catch (error) {
      found = undefined; // Asked again next time: the issuer may be back.
      throw error;
    }
  };
  return async (header, token) => {
    try {
      return await (
        await keySet()
      )(header, token);
    } catch (error) {
      if (TOKEN_FAULTS.some((fault) => error instanceof fault)) throw error;
      throw new KeysUnavailable("The issuer's keys cannot be had", { cause: error });
    }
  };
}

/** What the token, rather than the issuer, is to blame for. */
const TOKEN_FAULTS = [
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JOSENotSupported,
];

async function open({
  issuer,
  jwksUrl,
  cooldownMs = 30_000,
  maxAgeMs = 600_000,
}: KeySource): Promise<JWTVerifyGetKey> {
  return createRemoteJWKSet(jwksUrl ?? (await discover(issuer)), {
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: cooldownMs,
    cacheMaxAge: maxAgeMs,
  });
}

const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.url() });

/** Finds the JWKS in the issuer's metadata: RFC 8414 §3.1, then OpenID Connect Discovery §4. */
async function discover(issuer: string): Promise<URL> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  const failures: unknown[] = [];
  for (const place of places) {
    try {
      // The second place is asked only where the first has nothing.
      // oxlint-disable-next-line no-await-in-loop
      const metadata = metadataSchema.parse(await fetchJson(place));
      if (metadata.issuer !== issuer) throw new Error("the metadata is another issuer's");
      return new URL(metadata.jwks_uri);
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(failures, "The issuer's metadata cannot be had");
}

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: "application/json" },
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status !== 200) throw new Error(`status ${response.status}`);
  return response.json();
}
