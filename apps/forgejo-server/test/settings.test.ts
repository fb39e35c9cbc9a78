import { ConfigError } from "@org/serving";
import { describe, expect, it } from "vitest";
import { httpConfig, stdioConfig } from "../src/settings.ts";

function messageOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("nothing was wrong");
}

const FORGEJO_URL = "https://forge.example/sub";

describe("settings", () => {
  it("takes a flag before the environment", () => {
    const { url } = stdioConfig({ FORGEJO_URL }, { url: "http://other.example:3000" });
    expect(url.href).toBe("http://other.example:3000/");
  });

  it("needs the instance, and says so with an example", () => {
    expect(messageOf(() => stdioConfig({}, {}))).toBe(
      "FORGEJO_URL: is not set. Example: FORGEJO_URL=https://forge.example",
    );
  });

  it.each([
    "forge.example",
    "ftp://forge.example",
    "https://",
    "https://name:secret@forge.example",
    "https://forge.example?token=secret",
  ])("refuses %s as an instance, without repeating it", (value) => {
    const message = messageOf(() => stdioConfig({ FORGEJO_URL: value }, {}));
    expect(message).toBe(
      "FORGEJO_URL: its value is not the address of a Forgejo instance (http or https, with a host). Example: FORGEJO_URL=https://forge.example",
    );
  });

  it("refuses a token that cannot be one, without repeating it", () => {
    const env = { FORGEJO_URL, FORGEJO_ACCESS_TOKEN: "two words-secret" };
    const message = messageOf(() => stdioConfig(env, {}));
    expect(message).toMatch(/^FORGEJO_ACCESS_TOKEN: its value is not an access token/);
    expect(message).not.toContain("secret");
  });

  it("names every fault at once", () => {
    const env = { FORGEJO_URL: "x", FORGEJO_USER_AGENT: "a\nb", LOG_LEVEL: "loud" };
    const lines = messageOf(() => httpConfig(env, { port: "99999" })).split("\n");
    expect(lines.map((line) => line.split(":")[0])).toEqual([
      "FORGEJO_URL",
      "FORGEJO_USER_AGENT",
      "LOG_LEVEL",
      "--port",
    ]);
    expect(lines.every((line) => line.includes("Example: "))).toBe(true);
  });

  it("takes no token for HTTP: each request brings its own", () => {
    const config = httpConfig({ FORGEJO_URL, FORGEJO_ACCESS_TOKEN: "process-token" }, {});
    expect(JSON.stringify(config)).not.toContain("process-token");
  });
});
