import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { createLogger } from "@org/serving";
import { base64url, exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { principalId } from "../../src/access/principal.ts";
import { heldStore, type HeldStore } from "../../src/demo/held-store.ts";
import { loadSamples } from "../../src/samples.ts";
import { accessTokens } from "../../src/serving/access-token.ts";
import { startAssetsServer, type AssetsServer } from "../../src/serving/assets-server.ts";
import { issuerKeys, type KeySource } from "../../src/serving/issuer-keys.ts";
import { databaseAssets } from "../../src/storage/database-assets.ts";
import { databaseRights } from "../../src/storage/database-rights.ts";
import { databaseRightsEditor } from "../../src/storage/database-rights-editor.ts";
import type { Database } from "../../src/storage/database.ts";
import { openMemory } from "../../src/storage/embedded.ts";
import { freePort } from "./free-port.ts";
import { signingKey, startKeyServer, startOAuthServer, type OAuthServer } from "./oauth-server.ts";

const PROJECT = "wayfinding";
const PREVIEW = `bundle://projects/${PROJECT}/preview`;

let database: Database;
let oauth: OAuthServer;
let resource: URL;
let server: AssetsServer;
let held: HeldStore;
const started: AssetsServer[] = [];

beforeAll(async () => {
  database = await openMemory();
  await loadSamples(database);
  resource = new URL(`http://127.0.0.1:${await freePort()}/mcp`);
  oauth = await startOAuthServer(resource.href);
  const { giveRole } = databaseRightsEditor(database);
  for (const who of ["robot", "alice"])
    // oxlint-disable-next-line no-await-in-loop
    await giveRole(principalId(oauth.issuer, who), PROJECT, "owner");
  held = heldStore(databaseAssets(database));
  server = await start({ issuer: oauth.issuer }, resource);
}, 60_000);

afterAll(async () => {
  await Promise.all(started.map((each) => each.close()));
  await oauth.close();
  await database.close();
});

async function start(source: KeySource, publicUrl: URL): Promise<AssetsServer> {
  const { issuer } = source;
  const scopes = ["assets:read"];
  const one = await startAssetsServer({
    store: held.store,
    rights: databaseRights(database),
    authenticate: accessTokens({
      keys: issuerKeys(source),
      issuer,
      audience: publicUrl.href,
      type: "at+jwt",
      scopes,
    }),
    resource: { resource: publicUrl, issuer, scopes },
    hostname: "127.0.0.1",
    port: Number(publicUrl.port),
    logger: createLogger("test", "silent"),
  });
  started.push(one);
  return one;
}

function read(
  token: string | undefined,
  { url = server.url, uri = PREVIEW }: { url?: URL; uri?: string } = {},
): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri } }),
  });
}

const now = (): number => Math.floor(Date.now() / 1000);

function claims(issuer = oauth.issuer, audience = resource.href): Record<string, unknown> {
  return { iss: issuer, aud: audience, sub: "alice", scope: "assets:read", exp: now() + 60 };
}

function sign(payload: Record<string, unknown>, header: object = {}): Promise<string> {
  return new SignJWT(payload)
    .setProtectedHeader({ ...oauth.header, ...header })
    .sign(oauth.privateKey);
}

describe("with a real OAuth server", { timeout: 30_000 }, () => {
  it("the official client finds the issuer by itself, gets a token and reads", async () => {
    const client = new Client({ name: "robot", version: "1" });
    const authProvider = new ClientCredentialsProvider({
      clientId: "robot",
      clientSecret: oauth.clientSecret,
      expectedIssuer: oauth.issuer,
    });
    await client.connect(new StreamableHTTPClientTransport(server.url, { authProvider }));
    expect((await client.readResource({ uri: PREVIEW })).contents.length).toBeGreaterThan(3);
    await client.close();
  });

  it("says who issues tokens for it, where RFC 9728 puts that", async () => {
    const nobody = await read(undefined);
    expect(nobody.status).toBe(401);
    const url = new URL("/.well-known/oauth-protected-resource/mcp", resource);
    expect(nobody.headers.get("www-authenticate")).toBe(
      `Bearer realm="assets-server", scope="assets:read", resource_metadata="${url.href}"`,
    );
    expect(await (await fetch(url)).json()).toEqual({
      resource: resource.href,
      authorization_servers: [oauth.issuer],
      bearer_methods_supported: ["header"],
      scopes_supported: ["assets:read"],
    });
    // Clients that were not told look at the root.
    const root = await fetch(new URL("/.well-known/oauth-protected-resource", resource));
    expect(await root.json()).toMatchObject({ resource: resource.href });
  });
});

describe("a token", { timeout: 30_000 }, () => {
  it("that is right is accepted, and stands for issuer and subject together", async () => {
    expect(await (await read(await sign(claims()))).text()).toContain('"contents"');
    const bob = await read(await sign({ ...claims(), sub: "bob" }));
    expect(await bob.text()).toContain("Resource not found");
    // A bare name is the local issuer's, and nobody of this issuer.
    const olivia = await read(await sign({ ...claims(), sub: "olivia" }));
    expect(await olivia.text()).toContain("Resource not found");
  });

  it("may have several audiences", async () => {
    const token = await sign({ ...claims(), aud: ["https://other.example", resource.href] });
    expect((await read(token)).status).toBe(200);
  });

  const wrong: Record<string, [() => Promise<string>, string]> = {
    "of another issuer": [
      () => sign({ ...claims(), iss: "https://evil.example" }),
      "The token's iss is not accepted here",
    ],
    "for another audience": [
      () => sign({ ...claims(), aud: "https://other.example" }),
      "The token's aud is not accepted here",
    ],
    "without an audience": [() => sign({ ...claims(), aud: undefined }), "The token has no aud"],
    "of another type": [
      () => sign(claims(), { typ: "JWT" }),
      "The token's typ is not accepted here",
    ],
    "without a type": [
      () => sign(claims(), { typ: undefined }),
      "The token's typ is not accepted here",
    ],
    "that has expired": [() => sign({ ...claims(), exp: now() - 1 }), "The token has expired"],
    "that is not valid yet": [
      () => sign({ ...claims(), nbf: now() + 60 }),
      "The token's nbf is not accepted here",
    ],
    "without exp": [() => sign({ ...claims(), exp: undefined }), "The token has no exp"],
    "without sub": [() => sign({ ...claims(), sub: undefined }), "The token has no sub"],
    "with an empty sub": [() => sign({ ...claims(), sub: "" }), "The sub claim is no name"],
    "with a sub that is no text": [
      () => sign({ ...claims(), sub: ["alice"] }),
      "The sub claim is no name",
    ],
    "with a NUL in its sub": [
      () => sign({ ...claims(), sub: "alice\0" }),
      "The sub claim is no name",
    ],
    "signed by somebody else under the same key id": [
      async () => {
        const { privateKey } = await generateKeyPair("ES256");
        return new SignJWT(claims()).setProtectedHeader(oauth.header).sign(privateKey);
      },
      "The token cannot be verified",
    ],
    "of an unknown key": [
      async () => (await signingKey("other")).sign(claims()),
      "The token cannot be verified",
    ],
    "whose payload was changed": [
      async () => {
        const [header, , signature] = (await sign(claims())).split(".");
        const payload = base64url.encode(JSON.stringify({ ...claims(), sub: "robot" }));
        return [header, payload, signature].join(".");
      },
      "The token cannot be verified",
    ],
    "with the algorithm none": [
      async () => {
        const header = base64url.encode(JSON.stringify({ alg: "none", typ: "at+jwt" }));
        return `${header}.${base64url.encode(JSON.stringify(claims()))}.`;
      },
      "The token's algorithm is not accepted here",
    ],
    "with HS256 and the public key for a secret": [
      async () => {
        const { keys } = (await (await fetch(`${oauth.issuer}/jwks`)).json()) as {
          keys: [unknown];
        };
        const secret = new TextEncoder().encode(JSON.stringify(keys[0]));
        return new SignJWT(claims())
          .setProtectedHeader({ ...oauth.header, alg: "HS256" })
          .sign(secret);
      },
      "The token's algorithm is not accepted here",
    ],
    "of another algorithm under the same key id": [
      async () => {
        const { privateKey } = await generateKeyPair("RS256");
        return new SignJWT(claims())
          .setProtectedHeader({ ...oauth.header, alg: "RS256" })
          .sign(privateKey);
      },
      "The token cannot be verified",
    ],
    "that carries its own key": [
      async () => {
        const { privateKey, publicKey } = await generateKeyPair("ES256");
        return new SignJWT(claims())
          .setProtectedHeader({ ...oauth.header, jwk: await exportJWK(publicKey) })
          .sign(privateKey);
      },
      "The token cannot be verified",
    ],
    "that is no JWT": [async () => "demo-olivia", "The token cannot be verified"],
  };
  it.each(Object.entries(wrong))("%s is refused, and told so", async (_name, [make, why]) => {
    const response = await read(await make());
    expect(response.status).toBe(401);
    const url = new URL("/.well-known/oauth-protected-resource/mcp", resource);
    expect(response.headers.get("www-authenticate")).toBe(
      `Bearer realm="assets-server", error="invalid_token", error_description="${why}", scope="assets:read", resource_metadata="${url.href}"`,
    );
  });

  it.each(["assets:write", "", "assets:reading", undefined])(
    "with the scope %j is not enough",
    async (scope) => {
      const response = await read(await sign({ ...claims(), scope }));
      expect(response.status).toBe(403);
      expect(response.headers.get("www-authenticate")).toContain(
        'error="insufficient_scope", scope="assets:read", resource_metadata=',
      );
    },
  );

  it("in the query is not looked at", async () => {
    const url = new URL(server.url);
    url.searchParams.set("access_token", await sign(claims()));
    expect((await read(undefined, { url })).status).toBe(401);
  });

  it("that expires during a read is denied at the re-check [READ-7]", async () => {
    const uri = `asset://projects/${PROJECT}/first-aid.svg/original`;
    const { reached, release } = held.hold("first-aid.svg");
    const exp = now() + 2;
    const reading = read(await sign({ ...claims(), exp }), { uri });
    await reached;
    await new Promise((resolve) => setTimeout(resolve, exp * 1000 - Date.now() + 20));
    release();
    const text = await (await reading).text();
    expect(text).toContain("Resource not found");
    expect(text).not.toContain('"contents"');
    expect(await (await read(await sign(claims()), { uri })).text()).toContain('"contents"');
  });
});

describe("the issuer's keys", { timeout: 30_000 }, () => {
  it("are fetched again for a new key, and one that was withdrawn ends", async () => {
    const [first, second] = [await signingKey("one"), await signingKey("two")];
    const keys = await startKeyServer([first.jwk]);
    const issuer = "https://id.example";
    const url = new URL(`http://127.0.0.1:${await freePort()}/mcp`);
    await start({ issuer, jwksUrl: keys.url, cooldownMs: 1, maxAgeMs: 500 }, url);
    const status = async (key: typeof first): Promise<number> =>
      (await read(await key.sign(claims(issuer, url.href)), { url })).status;
    expect(await status(first)).toBe(200);
    expect(await status(second)).toBe(401);
    keys.keys = [first.jwk, second.jwk];
    expect(await status(second)).toBe(200);
    expect(await status(first)).toBe(200);
    keys.keys = [second.jwk];
    await expect.poll(() => status(first), { timeout: 5_000 }).toBe(401);
    expect(await status(second)).toBe(200);
    await keys.close();
  });

  it("that are away make it 503 with Retry-After, and serve again when they are back", async () => {
    const key = await signingKey("one");
    const keys = await startKeyServer([key.jwk]);
    const issuer = "https://id.example";
    const url = new URL(`http://127.0.0.1:${await freePort()}/mcp`);
    await start({ issuer, jwksUrl: keys.url }, url);
    const token = await key.sign(claims(issuer, url.href));
    keys.status = 500;
    const response = await read(token, { url });
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("10");
    expect(response.headers.get("www-authenticate")).toBeNull();
    // What needs no key to be refused is not asked about.
    const asked = keys.requests;
    expect((await read(undefined, { url })).status).toBe(401);
    expect((await read("no.jwt.atall", { url })).status).toBe(401);
    expect(keys.requests).toBe(asked);
    keys.status = 200;
    expect((await read(token, { url })).status).toBe(200);
    await keys.close();
    expect((await read(token, { url })).status).toBe(200); // Kept for a while.
  });

  it("are not taken from metadata that names another issuer", async () => {
    const url = new URL(`http://127.0.0.1:${await freePort()}/mcp`);
    const issuer = oauth.issuer.replace("127.0.0.1", "localhost");
    await start({ issuer }, url);
    expect((await read(await sign(claims(issuer, url.href)), { url })).status).toBe(503);
  });

  it("that cannot be discovered make it 503", async () => {
    const issuer = `http://127.0.0.1:${await freePort()}`;
    const url = new URL(`http://127.0.0.1:${await freePort()}/mcp`);
    await start({ issuer }, url);
    expect((await read(await sign(claims(issuer, url.href)), { url })).status).toBe(503);
  });
});
