import { generateKeyPair, SignJWT } from "jose";
import { accessTokens } from "./access-token.ts";
import type { Authenticate } from "./authenticate.ts";
import { DEV_TOKEN_PATH, isDevName } from "./dev-names.ts";

/** The local issuer: a key pair in this process's memory, whose tokens end with it. */
export interface DevTokens {
  /** A token that works on this server; `who` is a bare name. Throws a `TypeError` for anything else. */
  readonly sign: (who: string) => Promise<string>;
  readonly authenticate: Authenticate;
}

const ISSUER = "urn:assets-server:dev";
const LIFETIME = "12h";

/** Makes the key pair. Whoever reaches the server can have a token of anybody: for loopback alone. */
export async function createDevTokens(): Promise<DevTokens> {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const authenticate = accessTokens({
    keys: async () => publicKey,
    issuer: ISSUER,
    audience: ISSUER,
    type: "at+jwt",
    algorithms: ["ES256"],
    scopes: [],
    // The local issuer's subjects are bare names.
    idOf: (subject) => subject,
  });
  return {
    authenticate,
    sign: async (who) => {
      if (!isDevName(who)) throw new TypeError("a principal of the local issuer is a bare name");
      return new SignJWT()
        .setProtectedHeader({ alg: "ES256", typ: "at+jwt" })
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        .setSubject(who)
        .setIssuedAt()
        .setExpirationTime(LIFETIME)
        .sign(privateKey);
    },
  };
}

/** Answers `token --as WHO`; `undefined` for a request that asks for something else. */
export async function devTokenResponse(
  request: Request,
  { sign }: DevTokens,
): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  if (pathname !== DEV_TOKEN_PATH || request.method !== "POST") return undefined;
  // A page of another program on this machine has no business here, though it may call the rest.
  if (request.headers.has("origin")) return new Response("Forbidden\n", { status: 403 });
  const who = (await request.text()).normalize("NFC");
  if (!isDevName(who)) return new Response("Not a bare name\n", { status: 400 });
  return new Response(`${await sign(who)}\n`, { headers: { "cache-control": "no-store" } });
}
