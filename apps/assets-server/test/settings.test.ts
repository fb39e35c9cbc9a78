import { describe, expect, it } from "vitest";
import { importConfig, serveConfig, startConfig } from "../src/settings.ts";

const DATABASE_URL = "postgres://me:secret@127.0.0.1/x";

describe("settings", () => {
  it.each([
    [() => serveConfig({ PORT: "-1" }, {}), 'PORT: "-1" is not a port'],
    [() => startConfig({}, { port: "65536" }), '--port: "65536" is not a port'],
    [() => serveConfig({}, { host: "0.0.0.0" }), '--host: "0.0.0.0" is not a loopback address'],
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
});
