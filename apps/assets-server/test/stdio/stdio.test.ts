import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { INITIALIZE, messages, noisy, PREVIEW, read, started } from "./stdio-process.ts";

// Each test starts programs, on a machine that may be busy.
const PATIENCE = { timeout: 120_000, concurrent: true };

describe("assets-server stdio", PATIENCE, () => {
  const stdio = ["stdio", "--as", "olivia"];

  it("keeps stdout for the protocol, whatever a library prints", async () => {
    const { child, ended } = started(stdio, { NODE_OPTIONS: `--import=${noisy}` });
    child.stdin.end(INITIALIZE + read(1, PREVIEW));
    const { code, stdout, stderr } = await ended;
    expect(messages(stdout).map(({ id }) => id)).toEqual(["hello", 1]);
    expect(stderr).toContain("planted noise");
    expect(code).toBe(0);
  });

  it.each([
    [["stdio"], {}, 2, "PRINCIPAL: is not set. Example: PRINCIPAL=olivia"],
    [["stdio", "--as", ""], {}, 2, '--as: "" is no name for a principal'],
    [[...stdio, "--data", "x"], { DATABASE_URL: "postgres://h/d" }, 2, "name two databases"],
    [stdio, { DATABASE_URL: "postgres://me:secret@127.0.0.1:1/x" }, 7, "cannot be used"],
    [[...stdio, "--data", fileURLToPath(new URL(".", import.meta.url))], {}, 7, "other files"],
    [[...stdio, "--port", "1"], {}, 2, "unknown option '--port'"],
  ])("says on stderr why it does not start: %j %j", async (args, env, expected, reason) => {
    const { child, ended } = started(args, env);
    child.stdin.end(INITIALIZE);
    const { code, stdout, stderr } = await ended;
    expect(stdout).toBe("");
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain("secret");
    expect(code).toBe(expected);
  });
});
