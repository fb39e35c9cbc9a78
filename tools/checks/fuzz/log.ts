import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Failure } from "./round.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const logFile = `${root}tests/fuzz-log.jsonl`;

/** One line of `tests/fuzz-log.jsonl`: what one session on one project really ran. */
export interface Entry {
  readonly commit: string;
  readonly project: string;
  /** Of the first round; each further round takes the next seed. */
  readonly seed: number;
  readonly minutes: number;
  readonly rounds: number;
  readonly runs: number;
  readonly failures: readonly Failure[];
  /** The first round, at the usual number of runs: what a replay must find again, where the file is still the same. */
  readonly first: Readonly<Record<string, { readonly blob: string; readonly runs: number }>>;
}

function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr}`);
  return stdout.trim();
}

export const head = (): string => git("rev-parse", "HEAD");

/** What git would call the file as it is now, or `undefined` when it is gone. */
export function blobOf(file: string): string | undefined {
  return existsSync(root + file) ? git("hash-object", "--", file).slice(0, 12) : undefined;
}

export function readLog(): readonly Entry[] {
  return readFileSync(logFile, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Entry);
}

export function appendToLog(entry: Entry): void {
  appendFileSync(logFile, `${JSON.stringify(entry)}\n`);
}
