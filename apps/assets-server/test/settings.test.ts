import { describe, expect, it } from "vitest";
import { importConfig, serveConfig, startConfig, tokenConfig } from "../src/settings.ts";

const DATABASE_URL = "postgres://me:secret@127.0.0.1/x";

function owner(env: Record<string, string>, name: string): unknown {
  return importConfig(env, { data: "x", project: "p", owner: name }).owner;
}

describe("settings", () => {
  it.each([
    [() => serveConfig({ PORT: "-1" }, {}), 'PORT: "-1" is not a port'],
    [() => startConfig({}, { port: "65536" }), '--port: "65536" is not a port'],
    [() => startConfig({}, { host: "0.0.0.0" }), '--host: "0.0.0.0" is not a loopback address'],
    [() => serveConfig({ HOST: "0.0.0.0" }, {}, true), 'HOST: "0.0.0.0" is not a loopback address'],
    [() => serveConfig({ ISSUER: "https://id.example" }, {}, true), "--dev: and ISSUER name two"],
    [() => serveConfig({}, {}), "ISSUER: is not set"],
    [() => serveConfig({}, {}), "PUBLIC_URL: is not set"],
    [() => serveConfig({}, {}), "DATABASE_URL: is not set, and neither is --data"],
    [() => serveConfig({ ISSUER: "http://id.example" }, {}), "ISSUER: "],
    [() => serveConfig({ ISSUER: "https://id.example/#x" }, {}), "has a query or a fragment"],
    [() => serveConfig({ PUBLIC_URL: "https://me:secret@a.example" }, {}), "PUBLIC_URL: "],
    [() => serveConfig({ JWKS_URL: "ftp://id.example" }, {}), "JWKS_URL: "],
    [() => serveConfig({ CURSOR_KEYS: "secret" }, {}), "CURSOR_KEYS: its value is not one to four"],
    [
      () => serveConfig({ CURSOR_KEYS: Array(5).fill("ab".repeat(32)).join() }, {}),
      "CURSOR_KEYS: its value is not one to four",
    ],
    [() => serveConfig({ ALLOWED_HOSTS: "A.example" }, {}), "ALLOWED_HOSTS: "],
    [() => serveConfig({ ALLOWED_ORIGINS: "a.example" }, {}), "ALLOWED_ORIGINS: "],
    [() => serveConfig({ TRUSTED_PROXIES: "proxy" }, {}), "TRUSTED_PROXIES: "],
    [() => serveConfig({ DRAIN_MS: "1s" }, {}), "DRAIN_MS: "],
    [() => serveConfig({ PAGE_SIZE: "0" }, {}), "PAGE_SIZE: "],
    [() => serveConfig({ PAGE_SIZE: "201" }, {}), "PAGE_SIZE: "],
    [() => serveConfig({ SCOPES: 'a"b' }, {}), "SCOPES: "],
    [() => serveConfig({ TOKEN_TYPE: "a b" }, {}), "TOKEN_TYPE: "],
    [
      () => serveConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: "secret" }, {}),
      "OTEL_EXPORTER_OTLP_ENDPOINT: its value is not an http(s) URL",
    ],
    [() => tokenConfig({}, {}), "PRINCIPAL: is not set"],
    [() => tokenConfig({}, { as: "https://id.example#a" }), "--as: "],
    [() => serveConfig({ LOG_LEVEL: "loud" }, {}), 'LOG_LEVEL: "loud" is not a log level'],
    [() => serveConfig({ DATABASE_URL }, { data: "x" }), "--data: and DATABASE_URL name two"],
    [() => serveConfig({}, { data: "" }), '--data: "" is no directory'],
    [() => importConfig({}, { project: "p" }), "--data: is not set, and neither is DATABASE_URL"],
    [() => importConfig({ DATABASE_URL }, {}), "PROJECT: is not set"],
    [() => importConfig({ DATABASE_URL }, { project: "" }), '--project: "" is no name'],
    [() => importConfig({ DATABASE_URL }, { project: "a/b" }), '--project: "a/b" is no name'],
    [() => importConfig({ DATABASE_URL }, { project: ".." }), '--project: ".." is no name'],
    [() => importConfig({ DATABASE_URL }, { project: "ä".repeat(300) }), "is no name"],
    [
      () => importConfig({ DATABASE_URL: "mysql://me:secret@h/x" }, { project: "p" }),
      "DATABASE_URL",
    ],
    [() => importConfig({ DATABASE_URL: "me:secret" }, { project: "p" }), "DATABASE_URL"],
  ])("%s is refused with where, what and an example: %s", (read, fault) => {
    let message = "";
    try {
      read();
    } catch (error) {
      message = error instanceof Error ? error.message : "";
    }
    expect(message).toContain(fault);
    expect(message).toContain("Example: ");
    expect(message).not.toContain("secret");
  });

  it("take a project's name in normal form, as files' names are taken", () => {
    const config = importConfig({}, { data: "x", project: "cafe\u0301" });
    expect(config.project).toBe("café");
  });

  it("take a bare owner for a subject of the issuer that tokens are from", () => {
    expect(owner({}, "olivia")).toBe("olivia");
    expect(owner({ ISSUER: "https://id.example" }, "olivia")).toBe("https://id.example#olivia");
    expect(owner({ ISSUER: "https://id.example" }, "https://b.example#o#p")).toBe(
      "https://b.example#o#p",
    );
  });

  it("believe one issuer's access tokens for the public URL, unless told otherwise", () => {
    const env = {
      ISSUER: "https://id.example",
      PUBLIC_URL: "https://assets.example/mcp",
      DATABASE_URL,
      CURSOR_KEYS: `${"ab".repeat(32)},${"CD".repeat(32)}`,
    };
    const { identity, cursorKeys } = serveConfig(env, { host: "0.0.0.0" });
    expect(identity).toEqual({
      kind: "issuer",
      issuer: "https://id.example",
      publicUrl: new URL("https://assets.example/mcp"),
      audience: "https://assets.example/mcp",
      jwksUrl: undefined,
      tokenType: "at+jwt",
      scopes: ["assets:read"],
    });
    expect(cursorKeys).toEqual([new Uint8Array(32).fill(0xab), new Uint8Array(32).fill(0xcd)]);
    expect(serveConfig({ ...env, SCOPES: "none" }, {}).identity).toMatchObject({ scopes: [] });
  });
});
