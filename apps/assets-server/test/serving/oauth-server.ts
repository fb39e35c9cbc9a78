import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from "jose";
import { Provider } from "oidc-provider";
import { freePort } from "./free-port.ts";

/** A real OAuth server on loopback, and its signing key, to make what it would never sign. */
export interface OAuthServer {
  readonly issuer: string;
  readonly privateKey: CryptoKey;
  /** The header of its own access tokens. */
  readonly header: { readonly alg: string; readonly kid: string; readonly typ: string };
  readonly clientSecret: string;
  readonly close: () => Promise<void>;
}

/** Starts oidc-provider with one confidential client, `robot`, who may ask for tokens for `audience`. */
export async function startOAuthServer(audience: string): Promise<OAuthServer> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const kid = "first";
  const clientSecret = "robot-secret-of-the-test";
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid, alg: "ES256", use: "sig" }] },
    clients: [
      {
        client_id: "robot",
        client_secret: clientSecret,
        grant_types: ["client_credentials"],
        redirect_uris: [],
        response_types: [],
        scope: "assets:read",
        id_token_signed_response_alg: "ES256",
      },
    ],
    scopes: ["assets:read"],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: async (_context, resource) => ({
          scope: "assets:read",
          audience: resource,
          accessTokenFormat: "jwt",
          accessTokenTTL: 60,
          jwt: { sign: { alg: "ES256" } },
        }),
        defaultResource: async () => audience,
        useGrantedResource: async () => true,
      },
    },
  });
  const answer = provider.callback();
  const server = createServer((request, response) => void answer(request, response));
  await listen(server, port);
  return {
    issuer,
    privateKey,
    header: { alg: "ES256", kid, typ: "at+jwt" },
    clientSecret,
    close: () => close(server),
  };
}

/** A JWKS alone, which can be changed, and can be away. */
export interface KeyServer {
  readonly url: URL;
  requests: number;
  keys: JWK[];
  status: number;
  readonly close: () => Promise<void>;
}

export async function startKeyServer(keys: JWK[]): Promise<KeyServer> {
  const port = await freePort();
  const server = createServer((_request, response) => {
    keyServer.requests += 1;
    response
      .writeHead(keyServer.status, { "content-type": "application/json" })
      .end(JSON.stringify({ keys: keyServer.keys }));
  });
  const keyServer: KeyServer = {
    url: new URL(`http://127.0.0.1:${port}/jwks`),
    requests: 0,
    keys,
    status: 200,
    close: () => close(server),
  };
  await listen(server, port);
  return keyServer;
}

/** A key pair as an issuer has it. */
export async function signingKey(
  kid: string,
): Promise<{ jwk: JWK; sign: (claims: object, header?: object) => Promise<string> }> {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  return {
    jwk: { ...(await exportJWK(publicKey)), kid, alg: "ES256" },
    sign: (claims, header = {}) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: "ES256", kid, typ: "at+jwt", ...header })
        .sign(privateKey),
  };
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}

async function close(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}
