import { createServer } from "node:net";
import { once } from "node:events";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import { run, type Run } from "./program.ts";

const runs: Run[] = [];
afterEach(async () => {
  for (const { child } of runs) child.kill("SIGKILL");
  await Promise.all(runs.splice(0).map(({ ended }) => ended));
});

function started(...args: Parameters<typeof run>): Run {
  const one = run(...args);
  runs.push(one);
  return one;
}

// Each test starts programs, on a machine that may be busy.
const PATIENCE = { timeout: 30_000 };

describe("demo", PATIENCE, () => {
  it("shows four principals, paging and a revocation, and exits 0", async () => {
    const { code, stdout, stderr } = await started(["demo"]).ended;
    expect(stderr).toBe("");
    expect(stdout).toContain("skipped wayfinding/no-entry.png: the image is damaged");
    expect(stdout).toMatch(/^rocket\.jpg +image\/webp, \d+ B +image\/webp, \d+ B$/m);
    expect(stdout).toMatch(
      /^hubble-deep-field\.webp +image\/webp, \d+ B +reported missing +image\/webp, \d+ B$/m,
    );
    expect(stdout).toMatch(
      /^outcome +complete +partial +complete +error -32602 Resource not found$/m,
    );
    expect(stdout).toMatch(/^same on revision 2025-11-25 +yes +yes +yes +yes$/m);
    expect(stdout).toContain("Incomplete bundle.");
    expect(stdout).toContain("error -32602 Invalid cursor");
    expect(stdout).toContain("Every outcome was the expected one.");
    expect(code).toBe(0);
  });

  it.each([
    ["policy", "Otto: outcome: expected", /^/],
    [
      "recheck",
      "a right goes in flight: sent: earth-at-night.jpg should not be there",
      /in flight/,
    ],
    ["warning", "Marco: a warning comes first: expected true, received false", /warning/],
  ])("--break %s shows what goes wrong, that and nothing else, and exits 1", async (...row) => {
    const [station, complaint, each] = row;
    const { code, stdout } = await started(["demo", "--break", station]).ended;
    expect(stdout).toContain("BROKEN ON PURPOSE");
    expect(stdout).toContain(`\n  - ${complaint}`);
    const complaints = stdout.split("\n").filter((line) => line.startsWith("  - "));
    expect(complaints.filter((line) => !each.test(line))).toEqual([]);
    expect(code).toBe(1);
  });
});

describe("serve and start", PATIENCE, () => {
  it("start plays the demo, then serves what it prints, until SIGTERM", async () => {
    const server = started(["start", "--port", "0"]);
    const stdout = await server.printed("Stop with Ctrl-C.");
    expect(stdout).toContain("Every outcome was the expected one.");
    const { mcpServers } = JSON.parse(/^\{[^]*^\}$/m.exec(stdout)?.[0] ?? "") as {
      mcpServers: { assets: { url: string; headers: { Authorization: string } } };
    };
    const { url, headers } = mcpServers.assets;
    const client = new Client({ name: "pasted", version: "1" });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
    );
    const { contents } = await client.readResource({
      uri: "bundle://projects/earth-and-sky/preview",
    });
    expect(contents).toHaveLength(7); // The demo's revocations touched its own server only.
    await client.close();
    server.child.kill("SIGTERM");
    const { code, stderr } = await server.ended;
    expect(code).toBe(0);
    expect(stderr).toContain('"msg":"closed"');
  });

  it("serve ends on SIGINT with 0", async () => {
    const server = started(["serve"], { PORT: "0" });
    await server.printed("Stop with Ctrl-C.");
    server.child.kill("SIGINT");
    expect(await server.ended).toMatchObject({ code: 0 });
  });

  it.each(["serve", "start"])("%s says that a port is in use, and starts nothing", async (name) => {
    const occupant = createServer().listen(0, "127.0.0.1");
    await once(occupant, "listening");
    const address = occupant.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const { code, stdout, stderr } = await started([name, "--port", port]).ended;
    occupant.close();
    expect(stderr).toContain(`Port ${port} on 127.0.0.1 is in use.`);
    expect(stdout).toBe("");
    expect(code).toBe(3);
  });
});

describe("the command line", PATIENCE, () => {
  it.each([
    [["serve", "--port", "http"], {}, '--port: "http" is not a port'],
    [["start", "--port", "65536"], {}, '--port: "65536" is not a port'],
    [["serve"], { PORT: "-1" }, 'PORT: "-1" is not a port'],
    [["serve"], { LOG_LEVEL: "loud" }, 'LOG_LEVEL: "loud" is not a log level'],
    [["demo"], { LOG_LEVEL: "loud" }, 'LOG_LEVEL: "loud" is not a log level'],
    [["serve", "--host", "0.0.0.0"], {}, '--host: "0.0.0.0" is not a loopback address'],
    [["serve", "--prot", "1"], {}, "unknown option '--prot'"],
    [["demo", "extra"], {}, "too many arguments"],
    [["demo", "--break", "everything"], {}, "Allowed choices are policy, recheck, warning"],
    [["fly"], {}, "unknown command 'fly'"],
    [[], {}, "Usage: assets-server"],
  ])("%j %j is refused with code 2 and a reason on stderr", async (args, env, reason) => {
    const { code, stdout, stderr } = await started(args, env).ended;
    expect(stderr).toContain(reason);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });

  it.each([["--help"], ["demo", "--help"], ["serve", "--help"], ["start", "--help"]])(
    "%s %s prints the exit codes",
    async (...args) => {
      const { code, stdout, stderr } = await started(args).ended;
      expect(stdout).toContain("Exit codes:");
      expect(stderr).toBe("");
      expect(code).toBe(0);
    },
  );

  it.each([["--version"], ["demo", "--version"]])("%s %s prints the version", async (...args) => {
    expect(await started(args).ended).toMatchObject({ code: 0, stdout: "0.0.0\n" });
  });
});
