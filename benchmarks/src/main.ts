/**
 * Runs the benchmarks: `node benchmarks/src/main.ts [--quick | --docs] [--processes N] [P1 P3 …]`.
 * Every case runs in several processes; the table says what was measured and whether each target holds.
 * Exit code: 0 when every target holds, 1 when one is missed or a case failed, 2 on bad arguments.
 */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import type { Case, Outcome } from "./case.ts";
import { cases } from "./cases/index.ts";
import { writeDocs, writeResults } from "./files.ts";
import { judge, renderTable, round } from "./verdict.ts";
import type { Row, Verdict } from "./verdict.ts";

/** `--quick` guards against gross regressions only: a loaded machine must not turn it red. */
const QUICK_SLACK = 3;

function usage(problem: string): never {
  console.error(
    `${problem}\nusage: bench [--quick | --docs] [--processes N] [--list] [${cases.map(({ id }) => id).join(" ")}]`,
  );
  process.exit(2);
}

function readArguments(): {
  quick: boolean;
  docs: boolean;
  list: boolean;
  processes: number;
  chosen: readonly Case[];
} {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        quick: { type: "boolean", default: false },
        docs: { type: "boolean", default: false },
        list: { type: "boolean", default: false },
        processes: { type: "string" },
      },
    });
    const names = positionals.map((name) => name.toUpperCase());
    const unknown = names.find((name) => cases.every(({ id }) => id !== name));
    if (unknown !== undefined) usage(`no case is called ${unknown}`);
    const { quick, docs, list } = values;
    if (docs && (quick || names.length > 0)) usage("--docs takes every case, whole");
    const processes = Number(values.processes ?? (quick ? 1 : 3));
    if (!Number.isSafeInteger(processes) || processes < 1)
      usage("--processes takes a positive whole number");
    const chosen = names.length === 0 ? cases : cases.filter(({ id }) => names.includes(id));
    return { quick, docs, list, processes, chosen };
  } catch (error) {
    return usage(error instanceof Error ? error.message : String(error));
  }
}

function runInProcess(subject: Case, mode: "quick" | "full"): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const child = fork(fileURLToPath(new URL("run-case.ts", import.meta.url)), [subject.id, mode], {
    execArgv: ["--disable-warning=ExperimentalWarning", ...(subject.nodeFlags ?? [])],
  });
  let outcome: Outcome | undefined;
  child.on("message", (message) => {
    outcome = message as Outcome;
  });
  child.on("error", reject);
  child.on("exit", (code) => {
    if (outcome === undefined)
      reject(new Error(`its process ended with code ${code} and no result`));
    else resolve(outcome);
  });
  return promise;
}

const { quick, docs, list, processes, chosen } = readArguments();
if (list) {
  for (const { id, title } of cases) console.log(`${id.padEnd(4)} ${title}`);
  process.exit(0);
}
const mode = quick ? "quick" : "full";
const slack = quick ? QUICK_SLACK : 1;
const outcomes = new Map<Case, Outcome[]>(chosen.map((subject) => [subject, []]));
const failed = new Map<Case, string>();

async function runOnce(subject: Case): Promise<void> {
  if (failed.has(subject)) return;
  try {
    outcomes.get(subject)?.push(await runInProcess(subject, mode));
  } catch (error) {
    failed.set(subject, error instanceof Error ? error.message : String(error));
  }
}

/* oxlint-disable no-await-in-loop -- two cases at once would disturb each other */
// Process by process over all cases, so that a slow minute touches one process of each, not all of one.
for (let turn = 0; turn < processes; turn++) {
  for (const subject of chosen) {
    process.stderr.write(`${subject.id} ${turn + 1}/${processes} … `);
    await runOnce(subject);
  }
}
process.stderr.write("\n");
// One process alone may catch a bad moment: in quick mode a miss is asked twice more.
if (quick) {
  for (const subject of chosen) {
    const found = outcomes.get(subject) ?? [];
    if (
      found.length === 0 ||
      judge(subject, found, slack).every(({ verdict }) => verdict !== "missed")
    )
      continue;
    await runOnce(subject);
    await runOnce(subject);
  }
}
/* oxlint-enable no-await-in-loop */

const rows: Row[] = [];
for (const [subject, found] of outcomes) {
  const [first] = found;
  if (first === undefined) continue;
  rows.push(...judge(subject, found, slack));
  console.log(`\n${subject.id} ${subject.title}`);
  for (const { side, answer } of first.answers) {
    const level = first.levels.find((candidate) => candidate.side === side);
    console.log(
      `  ${side}: ${answer}${level === undefined ? "" : ` · ${round(level.median)} ${level.unit}`}`,
    );
  }
}
console.log(`\n${renderTable(rows)}`);
for (const [{ id }, reason] of failed) console.log(`${id} FAILED: ${reason}`);

const count = (verdict: Verdict): number => rows.filter((row) => row.verdict === verdict).length;
const missed = count("missed");
console.log(
  [
    `\n${count("holds")} targets hold, ${missed} missed, ${count("accepted")} missed by decision`,
    ...(failed.size > 0 ? [`, ${failed.size} cases failed`] : []),
    ...(quick ? [` (quick: times may be up to ${QUICK_SLACK}× their target)`] : []),
  ].join(""),
);
const run = {
  mode,
  processes,
  rows,
  failed: [...failed].map(([{ id }, reason]) => ({ id, reason })),
  outcomes: [...outcomes].map(([{ id }, found]) => ({ id, processes: found })),
} as const;
writeResults(run);
if (docs && failed.size === 0) writeDocs(run);
process.exitCode = missed > 0 || failed.size > 0 ? 1 : 0;
