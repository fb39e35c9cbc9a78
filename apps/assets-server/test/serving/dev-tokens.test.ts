import { decodeJwt, generateKeyPair, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { createDevTokens, devTokenResponse } from "../../src/serving/dev-tokens.ts";

function bearer(token: string): Request {
  return new Request("http://127.0.0.1/mcp", { headers: { authorization: `Bearer ${token}` } });
}

function ask(body: string, init: RequestInit = {}): Request {
  return new Request("http://127.0.0.1/dev/token", { method: "POST", body, ...init });
}

describe("dev tokens", () => {
  it("stand for a bare name, with an expiry", async () => {
    const { sign, authenticate } = await createDevTokens();
    const authentication = await authenticate(bearer(await sign("olivia")));
    expect(authentication).toMatchObject({
      outcome: "known",
      principal: { id: "olivia", name: "olivia" },
    });
    expect(decodeJwt(await sign("olivia")).exp).toBeGreaterThan(Date.now() / 1000);
  });

  it("end with the process: another one's are refused, and whoever signs like it", async () => {
    const [one, other] = [await createDevTokens(), await createDevTokens()];
    const token = await one.sign("olivia");
    expect(await other.authenticate(bearer(token))).toMatchObject({ outcome: "invalid" });
    const { privateKey } = await generateKeyPair("ES256");
    const forged = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: "ES256", typ: "at+jwt" })
      .sign(privateKey);
    expect(await one.authenticate(bearer(forged))).toMatchObject({ outcome: "invalid" });
  });

  it("are of one algorithm: another one's name is the token's fault, not an outage", async () => {
    const tokens = await createDevTokens();
    const { privateKey } = await generateKeyPair("RS256");
    const other = await new SignJWT(decodeJwt(await tokens.sign("olivia")))
      .setProtectedHeader({ alg: "RS256", typ: "at+jwt" })
      .sign(privateKey);
    expect(await tokens.authenticate(bearer(other))).toMatchObject({ outcome: "invalid" });
  });

  it.each(["", "https://id.example#alice", "a\0b", "x".repeat(256)])(
    "are not made for %j, which is no bare name",
    async (who) => {
      const tokens = await createDevTokens();
      await expect(tokens.sign(who)).rejects.toThrow("bare name");
      expect((await devTokenResponse(ask(who), tokens))?.status).toBe(400);
    },
  );

  it("are given to a program that asks, and to no web page", async () => {
    const tokens = await createDevTokens();
    const token = (await (await devTokenResponse(ask("cafe\u0301"), tokens))?.text())?.trim();
    expect(await tokens.authenticate(bearer(token ?? ""))).toMatchObject({
      principal: { id: "café" },
    });
    const page = ask("olivia", { headers: { origin: "http://localhost:5173" } });
    expect((await devTokenResponse(page, tokens))?.status).toBe(403);
    expect(await devTokenResponse(ask("olivia", { method: "PUT" }), tokens)).toBeUndefined();
  });
});
