import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** What `setup.ts` writes down about one `fc.assert`. */
export interface Assertion {
  readonly file: string;
  readonly test: string;
  readonly runs: number;
  /** Where the assertion failed: what `fc.assert` takes to go there at once. */
  readonly seed?: number;
  readonly path?: string | null;
}

export interface Failure {
  readonly test: string;
  readonly seed: number;
  readonly path: string;
}

/** One pass through a project's property suites. */
export interface Round {
  /** Runs that were executed, by test file (from the repository's root). */
  readonly runs: Readonly<Record<string, number>>;
  readonly failures: readonly Failure[];
  /** Whether vitest ended well, and what it printed. */
  readonly passed: boolean;
  readonly output: string;
}

export interface RoundOptions {
  readonly project: string;
  readonly seed: number;
  /** How many times its usual number of runs each property makes. */
  readonly factor: number;
  readonly signal?: AbortSignal | undefined;
}

/** Sums up what a round wrote down. */
export function readRecord(lines: string): Pick<Round, "runs" | "failures"> {
  const runs: Record<string, number> = {};
  const failures: Failure[] = [];
  for (const line of lines.split("\n")) {
    if (line === "") continue;
    const assertion = JSON.parse(line) as Assertion;
    const file = relative(root, assertion.file);
    runs[file] = (runs[file] ?? 0) + assertion.runs;
    const { test, seed, path } = assertion;
    if (seed !== undefined) failures.push({ test, seed, path: path ?? "" });
  }
  return {
    runs: Object.fromEntries(Object.entries(runs).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    failures,
  };
}

/** Runs every `*.property.test.ts` of a project once, from one seed; rejects when the signal ends it. */
export async function runRound({ project, seed, factor, signal }: RoundOptions): Promise<Round> {
  const folder = mkdtempSync(join(tmpdir(), "fuzz-"));
  const record = join(folder, "assertions");
  try {
    const child = spawn(
      "vitest",
      [
        "run",
        "--project",
        project,
        "--reporter=dot",
        "--typecheck.enabled=false",
        "--testTimeout=0",
        ".property.test.ts",
      ],
      {
        cwd: root,
        stdio: ["ignore", "pipe", "pipe"],
        signal,
        env: {
          ...process.env,
          NO_COLOR: "1",
          FUZZ_SEED: String(seed),
          FUZZ_FACTOR: String(factor),
          FUZZ_RECORD: record,
        },
      },
    );
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    const [code] = (await once(child, "close")) as [number | null];
    signal?.throwIfAborted();
    const lines = existsSync(record) ? readFileSync(record, "utf8") : "";
    return { ...readRecord(lines), passed: code === 0, output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
