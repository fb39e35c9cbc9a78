import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from "jose";
import { principalId } from "../access/principal.ts";
import { bearerToken, type Authenticate, type Authentication } from "./authenticate.ts";

/** Which access tokens are believed. */
export interface TokenRules {
  /** The keys of the issuer; throws anything but a fault of the token where they cannot be had. */
  readonly keys: JWTVerifyGetKey;
  readonly issuer: string;
  readonly audience: string;
  /** The header's `typ`: `at+jwt` for access tokens (RFC 9068), so that no other token of the issuer passes for one. */
  readonly type: string;
  /** Default: every asymmetric one. */
  readonly algorithms?: readonly string[] | undefined;
  /** Scopes that a token must have; a token without is 403. */
  readonly scopes: readonly string[];
  /** Default: the issuer and the subject together. */
  readonly idOf?: ((subject: string) => string) | undefined;
}

/** No `none` and no shared secret: whoever can check a token must not be able to make one. */
const ALGORITHMS = "ES256 ES384 ES512 EdDSA Ed25519 PS256 PS384 PS512 RS256 RS384 RS512".split(" ");

/**
 * Knows principals by the JWT in the `Authorization` header: signed by the issuer, for this audience, of this type, not
 * expired, and with a subject (RFC 9068 §4). The token's expiry goes along with the principal.
 */
export function accessTokens(rules: TokenRules): Authenticate {
  const { keys, issuer, audience, type: typ, scopes } = rules;
  const idOf = rules.idOf ?? ((subject) => principalId(issuer, subject));
  const algorithms = [...(rules.algorithms ?? ALGORITHMS)];
  const expected = { issuer, audience, typ, requiredClaims: ["exp", "sub"], algorithms };
  return async (request) => {
    if (!request.headers.has("authorization")) return { outcome: "missing" };
    const token = bearerToken(request);
    if (token === undefined) return invalid("Send a bearer token, and nothing else");
    let payload: JWTPayload;
    try {
      ({ payload } = await jwtVerify(token, keys, expected));
    } catch (error) {
      return refusalOf(error);
    }
    const { sub, exp } = payload;
    if (typeof sub !== "string" || !SUBJECT.test(sub)) return invalid("The sub claim is no name");
    if (!permits(payload, scopes)) return { outcome: "insufficient" };
    const expiresAt = Number(exp) * 1000;
    return { outcome: "known", principal: { id: idOf(sub), name: sub, expiresAt } };
  };
}

/** What a database can keep, and a person can read. */
const SUBJECT = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

function permits({ scope }: JWTPayload, required: readonly string[]): boolean {
  const given = typeof scope === "string" ? scope.split(" ") : [];
  return required.every((each) => given.includes(each));
}

function refusalOf(error: unknown): Authentication {
  if (error instanceof errors.JWTExpired) return invalid("The token has expired");
  if (error instanceof errors.JWTClaimValidationFailed && CLAIMS.has(error.claim))
    return invalid(
      error.reason === "missing"
        ? `The token has no ${error.claim}`
        : `The token's ${error.claim} is not accepted here`,
    );
  if (error instanceof errors.JOSEAlgNotAllowed)
    return invalid("The token's algorithm is not accepted here");
  if (error instanceof errors.JOSEError) return invalid("The token cannot be verified");
  // `KeysUnavailable`, or a key that cannot be used: not the token's fault.
  return { outcome: "unavailable", cause: error };
}

/** Those that are named to the caller; the rest is theirs to guess. */
const CLAIMS: ReadonlySet<string> = new Set(["iss", "aud", "typ", "exp", "nbf", "sub"]);

function invalid(fault: string): Authentication {
  return { outcome: "invalid", fault };
}
