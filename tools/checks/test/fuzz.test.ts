import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import type { Entry } from "../fuzz/log.ts";
import { readLog } from "../fuzz/log.ts";
import { faultsOf, newestThree } from "../fuzz/replay.ts";
import { readRecord } from "../fuzz/round.ts";
import type { Assertion } from "../fuzz/round.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
// A dot keeps it away from every suite; the place, that imports resolve.
const folder = mkdtempSync(fileURLToPath(new URL(".fuzz-", import.meta.url)));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a property file with the fuzzing set-up; answers what was written down. */
function fuzz(seed: number, property: string): { lines: string; assertions: Assertion[] } {
  const record = join(folder, `record-${String(Math.random())}`);
  const setup = JSON.stringify(fileURLToPath(new URL("../fuzz/setup.ts", import.meta.url)));
  writeFileSync(
    join(folder, "vitest.config.mjs"),
    `export default { test: { include: ["*.planted.mjs"], setupFiles: [${setup}] } };`,
  );
  writeFileSync(
    join(folder, "x.planted.mjs"),
    `import fc from "fast-check";
     import { it } from "vitest";
     it("a law", () => fc.assert(fc.property(fc.integer(), (n) => ${property}), { numRuns: 500 }));
     it("a law of promises", () => fc.assert(fc.asyncProperty(fc.integer(), async () => {})));`,
  );
  spawnSync("vitest", ["run", "--root", folder, "--config", "vitest.config.mjs"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, FUZZ_SEED: String(seed), FUZZ_RECORD: record },
  });
  const lines = readFileSync(record, "utf8");
  return {
    lines,
    assertions: lines
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Assertion),
  };
}

describe("a round", () => {
  it("writes down the runs that were executed, of laws of values and of promises", () => {
    const { lines } = fuzz(7, "true");
    const { runs, failures } = readRecord(lines);
    expect(Object.values(runs)).toEqual([600]);
    expect(Object.keys(runs)[0]).toMatch(/^tools\/checks\/test\/\.fuzz-.*\/x\.planted\.mjs$/);
    expect(failures).toEqual([]);
  });

  it("goes where the seed leads, and says where a law failed", () => {
    const [first] = fuzz(7, "n % 50 !== 0 || n === 0").assertions;
    const [again] = fuzz(7, "n % 50 !== 0 || n === 0").assertions;
    const [other] = fuzz(8, "n % 50 !== 0 || n === 0").assertions;
    expect(first).toMatchObject({ test: "a law", seed: 7 });
    expect(first?.path).toMatch(/^\d/);
    expect(first?.runs).toBeLessThan(500);
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });
});

const unchanged = (file: string): string => file.slice(0, 1).repeat(2);
const onlyA = (file: string): string => (file === "a.ts" ? "aa" : "new");

describe("a replay", () => {
  const entry: Entry = {
    commit: "c",
    project: "uri",
    seed: 7,
    minutes: 1,
    rounds: 1,
    runs: 30,
    failures: [],
    first: { "a.ts": { blob: "aa", runs: 10 }, "b.ts": { blob: "bb", runs: 20 } },
  };
  const good = { passed: true, output: "", runs: { "a.ts": 10, "b.ts": 20, "new.ts": 5 } };

  it("is content with the runs that were logged", () => {
    expect(faultsOf(entry, good, unchanged)).toEqual([]);
  });

  it("faults another count, and a law that fails", () => {
    const less = { ...good, runs: { "a.ts": 9 } };
    expect(faultsOf(entry, less, unchanged)).toEqual([
      "uri, seed 7: a.ts made 9 runs, and the log says 10",
      "uri, seed 7: b.ts made 0 runs, and the log says 20",
    ]);
    expect(faultsOf(entry, { ...good, passed: false, output: "why" }, unchanged)).toEqual([
      "uri, seed 7: failed\nwhy",
    ]);
  });

  it("compares what has not changed since, and wants something left to compare", () => {
    const changed = { ...good, runs: { "a.ts": 10, "b.ts": 99 } };
    expect(faultsOf(entry, changed, onlyA)).toEqual([]);
    expect(faultsOf(entry, changed, () => undefined).join()).toContain(
      "every test file has changed",
    );
  });

  it("takes the newest sessions of three projects", () => {
    const log = ["uri", "core", "tests", "uri", "core"].map((project, seed) => ({
      ...entry,
      project,
      seed,
    }));
    expect(newestThree(log).map(({ seed }) => seed)).toEqual([4, 3, 2]);
  });
});

it("the log holds sessions that ran something", () => {
  const log = readLog();
  expect(log.length).toBeGreaterThan(0);
  for (const { runs, rounds, first } of log) {
    const inFirst = Object.values(first).reduce((sum, file) => sum + file.runs, 0);
    expect(rounds).toBeGreaterThan(0);
    expect(runs).toBeGreaterThanOrEqual(inFirst);
  }
});
