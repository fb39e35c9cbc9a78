// CI's last line must be true: planted results, and results that are missing, are added up by the real script in a copy
// of its folder; the counts come from a real run of planted tests.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
let copy = "";

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), "tally-"));
  for (const file of [
    "tally.mjs",
    "suites.ts",
    "requirements.ts",
    "base.ts",
    "counting-reporter.ts",
  ])
    cpSync(join(root, "tools/checks", file), join(copy, "tools/checks", file));
  write("package.json", `{ "type": "module" }`);
  write(
    "tests/requirements.ts",
    `export const rules = { "READ-1": "One." }, cases = {}, notYetBuilt = [], partlyBuilt = {};`,
  );
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(join(copy, file, ".."), { recursive: true });
  writeFileSync(join(copy, file), text);
}

function results(
  check: object | undefined,
  fast: object | undefined,
  full: object | undefined,
): void {
  const files = { "check.json": check, "vitest-fast.json": fast, "vitest-full.json": full };
  for (const [file, counts] of Object.entries(files))
    if (counts !== undefined) write(`.results/${file}`, JSON.stringify(counts));
}

function tally(...exits: string[]): {
  lastLine: string | undefined;
  status: number | null;
  all: string;
} {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["tools/checks/tally.mjs", ...exits],
    {
      cwd: copy,
      encoding: "utf8",
    },
  );
  return { lastLine: stdout.trimEnd().split("\n").at(-1), status, all: stdout + stderr };
}

const proof = { passed: 1, failed: 0, files: [], passedTitles: ["[READ-1] one"] };
const none = { passed: 0, failed: 0, files: [], passedTitles: [] };

describe("tally", () => {
  it("adds up three good runs and its own two checks", () => {
    results({ passed: 14, failed: 0 }, { ...proof, passed: 20 }, none);
    const { lastLine, status, all } = tally("check=0", "fast=0", "full=0");
    expect({ lastLine, status }, all).toEqual({ lastLine: "36 passed, 0 failed", status: 0 });
  });

  it("counts a run that ended before counting, and one that ended badly with nothing failed", () => {
    results({ passed: 14, failed: 0 }, proof, undefined);
    const { lastLine, status } = tally("check=1", "fast=0", "full=1");
    expect({ lastLine, status }).toEqual({ lastLine: "17 passed, 2 failed", status: 1 });
  });

  it("counts a test file that no run names, and a rule that no passed test cites", () => {
    write("packages/uri/test/lost.test.ts", "");
    results({ passed: 1, failed: 0 }, none, none);
    const { lastLine, all } = tally("check=0", "fast=0", "full=0");
    expect(lastLine).toBe("1 passed, 2 failed");
    expect(all).toContain("packages/uri/test/lost.test.ts");
    expect(all).toContain("READ-1");
  });
});

const planted = `
import { expect, it } from "vitest";
it("[READ-1] passes", () => expect(1).toBe(1));
it("fails", () => expect(1).toBe(2));
it.skip("is skipped", () => {});
it.todo("is planned");
`;

function runPlanted(requireAll: string): { counts: unknown; status: number | null } {
  write("a.test.ts", planted);
  write("b.test.ts", `import "./missing.ts";`);
  write(
    "c.test.ts",
    `import { it } from "vitest"; it("passes", () => { void Promise.reject(new Error("lost")); });`,
  );
  const { status } = spawnSync(
    join(root, "node_modules/.bin/vitest"),
    ["run", "--reporter", "./tools/checks/counting-reporter.ts"],
    { cwd: copy, env: { ...process.env, REQUIRE_ALL: requireAll } },
  );
  return {
    counts: JSON.parse(readFileSync(join(copy, ".results/vitest-fast.json"), "utf8")),
    status,
  };
}

describe("counting reporter", () => {
  const files = ["a.test.ts", "b.test.ts", "c.test.ts"];
  const passedTitles = ["[READ-1] passes", "passes"];

  it("counts a failed import and an unhandled rejection as one failure each", () => {
    expect(runPlanted("")).toEqual({
      counts: { passed: 2, failed: 3, skipped: 2, files, passedTitles },
      status: 1,
    });
  });

  it("counts a skip and a todo as failures where all is required", () => {
    expect(runPlanted("1")).toEqual({
      counts: { passed: 2, failed: 5, skipped: 0, files, passedTitles },
      status: 1,
    });
  });
});
