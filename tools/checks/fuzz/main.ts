// `npm run fuzz -- --minutes N [--project uri]`: the property suites for as long as one likes, from a new seed each round,
// with more runs the quicker a suite is. What was run is appended to tests/fuzz-log.jsonl, also after an interrupt.
// Without --project the minutes are shared out evenly. Exit code: 1 when a property failed, 2 on bad arguments.
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { appendToLog, blobOf, head } from "./log.ts";
import type { Entry } from "./log.ts";
import { runRound } from "./round.ts";
import type { Failure, Round } from "./round.ts";

const PROJECTS = ["uri", "reporting", "core", "sdk-adapter", "testkit", "tests"];
/** Rounds of about this length: long enough that vitest's start does not count, short enough to vary the seed. */
const ROUND_MS = 60_000;

interface Order {
  readonly minutes: number;
  readonly projects: readonly string[];
}

function usage(problem: string): never {
  console.error(`${problem}\nusage: fuzz [--minutes N] [--project ${PROJECTS.join("|")}]…`);
  process.exit(2);
}

function readArguments(): Order {
  try {
    const { values } = parseArgs({
      options: {
        minutes: { type: "string", default: "10" },
        project: { type: "string", multiple: true, default: PROJECTS },
      },
    });
    const minutes = Number(values.minutes);
    if (!(minutes > 0)) throw new Error("--minutes takes a positive number");
    const unknown = values.project.find((name) => !PROJECTS.includes(name));
    if (unknown !== undefined) throw new Error(`no project ${unknown}`);
    return { minutes, projects: values.project };
  } catch (error) {
    return usage(error instanceof Error ? error.message : String(error));
  }
}

const interrupt = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => interrupt.abort());

function asFirst({ runs }: Round): Entry["first"] {
  const files = Object.entries(runs).map(([file, count]) => {
    const blob = blobOf(file);
    if (blob === undefined) throw new Error(`${file} was run and is gone`);
    return [file, { blob, runs: count }] as const;
  });
  return Object.fromEntries(files);
}

/** How many times its usual work the next round may do, after one that took so long: no more than what is left. */
function nextFactor(factor: number, roundMs: number, leftMs: number): number {
  const perFactorMs = roundMs / factor;
  return Math.min(factor * 10, Math.floor(Math.min(ROUND_MS, leftMs) / perFactorMs));
}

/** Fuzzes one project for so long; answers what to log, or `undefined` when not even one round ended. */
async function fuzz(project: string, forMs: number): Promise<Entry | undefined> {
  const commit = head();
  const seed = randomInt(0, 2 ** 31 - 1_000_000);
  const start = performance.now();
  const failures: Failure[] = [];
  let first: Entry["first"] | undefined;
  let rounds = 0;
  let runs = 0;
  let factor = 1;
  let passed = true;
  try {
    /* oxlint-disable no-await-in-loop -- one round at a time */
    while (factor >= 1) {
      const roundStart = performance.now();
      const signal = interrupt.signal;
      const round = await runRound({ project, seed: seed + rounds, factor, signal });
      first ??= asFirst(round);
      const executed = Object.values(round.runs).reduce((sum, count) => sum + count, 0);
      const verdict = round.passed ? "passed" : "FAILED";
      console.log(
        `${project}: seed ${String(seed + rounds)}, factor ${String(factor)}, ${String(executed)} runs ${verdict}`,
      );
      runs += executed;
      failures.push(...round.failures);
      if (!round.passed) {
        passed = false;
        console.log(round.output);
        // A suite that fails beside its properties has to stand in the log too.
        if (round.failures.length === 0)
          failures.push({ test: "(no property)", seed: seed + rounds, path: "" });
      }
      rounds += 1;
      const now = performance.now();
      factor = nextFactor(factor, now - roundStart, forMs - (now - start));
    }
    /* oxlint-enable no-await-in-loop */
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
  }
  if (!passed) process.exitCode = 1;
  if (first === undefined) return undefined;
  const minutes = Math.round((performance.now() - start) / 6000) / 10;
  return { commit, project, seed, minutes, rounds, runs, failures, first };
}

const { minutes, projects } = readArguments();
/* oxlint-disable no-await-in-loop -- one project after another */
for (const project of projects) {
  if (interrupt.signal.aborted) break;
  const entry = await fuzz(project, (minutes * 60_000) / projects.length);
  if (entry !== undefined) appendToLog(entry);
}
/* oxlint-enable no-await-in-loop */
