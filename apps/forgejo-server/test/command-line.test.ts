import { describe, expect, it } from "vitest";
import { start } from "./program.ts";

async function run(args: readonly string[], env: Record<string, string> = {}) {
  const { child, ended } = start(args, env);
  child.stdin.end();
  return ended;
}

describe("the command line", () => {
  it.each([["--help"], ["stdio", "--help"], ["serve", "--help"]])(
    "%s %s explains itself and its exit codes",
    async (...args) => {
      const { code, stdout } = await run(args);
      expect(code).toBe(0);
      expect(stdout).toContain("Exit codes:");
      expect(stdout.includes("FORGEJO_URL")).toBe(args.length > 1);
    },
  );

  it("ends with 2 for a configuration that cannot be used, before anything is started", async () => {
    const { code, stdout, stderr } = await run(["stdio"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toBe(
      "forgejo-server: FORGEJO_URL: is not set. Example: FORGEJO_URL=https://forge.example\n",
    );
  });

  it("ends with 2 for a flag that there is not", async () => {
    expect((await run(["serve", "--tokens", "x"])).code).toBe(2);
  });

  it("ends with 3 where the address cannot be had", async () => {
    const env = { FORGEJO_URL: "http://127.0.0.1:1", LOG_LEVEL: "silent" };
    const { code, stderr } = await run(["serve", "--host", "192.0.2.1", "--port", "0"], env);
    expect(code).toBe(3);
    expect(stderr).toContain("192.0.2.1");
  });

  it("ends with 0 when the client closes stdin, having written nothing but protocol to stdout", async () => {
    const { code, stdout, stderr } = await run(["stdio"], {
      FORGEJO_URL: "http://127.0.0.1:1",
      FORGEJO_ACCESS_TOKEN: "never-logged",
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toContain("serving on stdio");
    expect(stderr).not.toContain("never-logged");
  });
});
