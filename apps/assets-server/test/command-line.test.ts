import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run, type Run } from "./program.ts";

const runs: Run[] = [];
afterAll(async () => {
  for (const { child } of runs) child.kill("SIGKILL");
  await Promise.all(runs.splice(0).map(({ ended }) => ended));
});

function started(...args: Parameters<typeof run>): Run {
  const one = run(...args);
  runs.push(one);
  return one;
}

// Each test starts programs, on a machine that may be busy.
const PATIENCE = { timeout: 120_000, concurrent: true };

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
});

describe("import", PATIENCE, () => {
  let directory = "";
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "command-line-"));
    await mkdir(join(directory, "pictures"));
    await writeFile(join(directory, "pictures", "a.txt"), "a");
    const broken = new URL("../samples/wayfinding/no-entry.png", import.meta.url);
    await copyFile(broken, join(directory, "pictures", "broken.png"));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it("imports into a directory that is then served, and that nobody else gets meanwhile", async () => {
    const data = join(directory, "data");
    const pictures = join(directory, "pictures");
    const args = ["import", pictures, "--project", "mine", "--data", data, "--owner", "olivia"];
    const first = await started(args).ended;
    expect(first).toEqual({
      code: 5,
      stdout: [
        "1 of 2 files",
        "skipped broken.png: the image is damaged and cannot be read",
        "2 of 2 files",
        "mine: 2 files: 1 added, 0 changed, 0 unchanged, 1 skipped",
        "",
      ].join("\n"),
      stderr: "",
    });
    const server = started(["serve", "--dev", "--data", data, "--port", "0"]);
    expect(await server.printed("Stop with Ctrl-C.")).toContain("bundle://projects/mine/preview");
    const refusals = [args, ["serve", "--dev", "--data", data, "--port", "0"]].map((each) =>
      started(each),
    );
    for (const { code, stdout, stderr } of await Promise.all(refusals.map((each) => each.ended))) {
      expect(stderr).toMatch(/^assets-server: The data directory is in use by serve \(pid \d+ on /);
      expect(stderr).toContain(`pid ${server.child.pid} on`);
      expect(stdout).toBe("");
      expect(code).toBe(6);
    }
    server.child.kill("SIGINT");
    expect(await server.ended).toMatchObject({ code: 0 });
  });

  it("says what is wrong with a database that cannot be used, or a directory that cannot be read", async () => {
    const pictures = join(directory, "pictures");
    const away = await started(["import", pictures, "--project", "p"], {
      DATABASE_URL: "postgres://me:secret@127.0.0.1:1/x",
    }).ended;
    expect(away.stderr).toMatch(/^assets-server: The database at DATABASE_URL cannot be used: /);
    expect(away.stderr).not.toContain("secret");
    expect(away.code).toBe(7);
    const foreign = await started(["import", pictures, "--project", "p", "--data", pictures]).ended;
    expect(foreign.stderr).toContain("holds other files (a.txt)");
    expect(foreign.code).toBe(7);
    const missing = join(directory, "missing");
    const data = join(directory, "unmade");
    const nothing = await started(["import", missing, "--project", "p", "--data", data]).ended;
    expect(nothing.stderr).toContain("missing cannot be read (ENOENT)");
    expect(nothing.code).toBe(4);
    expect(await readdir(directory)).not.toContain("unmade");
  });
});

describe("serve and start", PATIENCE, () => {
  it.each(["serve --dev", "start"])(
    "%s says that a port is in use, and starts nothing",
    async (name) => {
      const occupant = createServer().listen(0, "127.0.0.1");
      await once(occupant, "listening");
      const address = occupant.address();
      const port = typeof address === "object" ? String(address?.port) : "";
      const { code, stdout, stderr } = await started([...name.split(" "), "--port", port]).ended;
      occupant.close();
      expect(stderr).toContain(`Port ${port} on 127.0.0.1 is in use.`);
      expect(stdout).toBe("");
      expect(code).toBe(3);
    },
  );
});

describe("the command line", PATIENCE, () => {
  it.each([
    [["serve", "--port", "http"], {}, '--port: "http" is not a port'],
    [["demo"], { LOG_LEVEL: "loud" }, 'LOG_LEVEL: "loud" is not a log level'],
    [["serve", "--prot", "1"], {}, "unknown option '--prot'"],
    [["demo", "extra"], {}, "too many arguments"],
    [["demo", "--break", "everything"], {}, "Allowed choices are policy, recheck, warning"],
    [["import"], {}, "missing required argument 'dir'"],
    [
      ["import", "x"],
      { DATABASE_URL: "mysql://me:pw@h" },
      "DATABASE_URL: its value is not the URL",
    ],
    [["fly"], {}, "unknown command 'fly'"],
    [[], {}, "Usage: assets-server"],
  ])("%j %j is refused with code 2 and a reason on stderr", async (args, env, reason) => {
    const { code, stdout, stderr } = await started(args, env).ended;
    expect(stderr).toContain(reason);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });

  it.each([["--help"], ["import", "--help"]])("%s %s prints the exit codes", async (...args) => {
    const { code, stdout, stderr } = await started(args).ended;
    expect(stdout).toContain("Exit codes:");
    expect(stderr).toBe("");
    expect(code).toBe(0);
  });

  it.each([["--version"], ["demo", "--version"]])("%s %s prints the version", async (...args) => {
    expect(await started(args).ended).toMatchObject({ code: 0, stdout: "0.0.0\n" });
  });
});
