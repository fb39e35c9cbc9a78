// Runs the seeds of the last three sessions in the fuzz log again, those of three projects, one round each at the usual
// number of runs: every law must hold, and each test file that has not changed since must make exactly the runs logged.
import { blobOf, readLog } from "./log.ts";
import type { Entry } from "./log.ts";
import { runRound } from "./round.ts";
import type { Round } from "./round.ts";

/** The newest entries, of three different projects. */
export function newestThree(log: readonly Entry[]): readonly Entry[] {
  const newest = new Map<string, Entry>();
  for (const entry of log.toReversed())
    if (newest.size < 3 && !newest.has(entry.project)) newest.set(entry.project, entry);
  return [...newest.values()];
}

/** What is wrong with a replay, as lines; `nameOf` says what a file holds now ({@link blobOf}). */
export function faultsOf(
  { project, seed, first }: Entry,
  { passed, runs, output }: Pick<Round, "passed" | "runs" | "output">,
  nameOf: (file: string) => string | undefined = blobOf,
): readonly string[] {
  const session = `${project}, seed ${String(seed)}`;
  const same = Object.entries(first).filter(([file, { blob }]) => nameOf(file) === blob);
  const faults = same
    .filter(([file, logged]) => runs[file] !== logged.runs)
    .map(
      ([file, logged]) =>
        `${session}: ${file} made ${String(runs[file] ?? 0)} runs, and the log says ${String(logged.runs)}`,
    );
  if (!passed) faults.push(`${session}: failed\n${output}`);
  if (same.length === 0)
    faults.push(
      `${session}: every test file has changed since (npm run fuzz -- --minutes 1 --project ${project})`,
    );
  return faults;
}

if (import.meta.main) {
  const entries = newestThree(readLog());
  const faults: string[] = [];
  if (entries.length < 3) faults.push("the log holds fewer than three projects (npm run fuzz)");
  for (const entry of entries) {
    const { project, seed } = entry;
    // oxlint-disable-next-line no-await-in-loop -- one after another, as they were logged
    faults.push(...faultsOf(entry, await runRound({ project, seed, factor: 1 })));
  }
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
