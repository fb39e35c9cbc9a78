import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";

import type { Outcome } from "./case.ts";
import { renderPage } from "./page.ts";
import { renderPlot } from "./plot.ts";
import type { Row } from "./verdict.ts";

const results = new URL("../../.results/", import.meta.url);
const docs = new URL("../../docs/", import.meta.url);

/** All that a run found out. */
export interface Run {
  readonly mode: "quick" | "full";
  readonly processes: number;
  readonly rows: readonly Row[];
  readonly failed: readonly { readonly id: string; readonly reason: string }[];
  readonly outcomes: readonly { readonly id: string; readonly processes: readonly Outcome[] }[];
}

const cpu = (): string => cpus()[0]?.model ?? "an unknown processor";

/** Writes `.results/bench.json` (everything, round medians included) and `.results/bench.svg`. */
export function writeResults(run: Run): void {
  mkdirSync(results, { recursive: true });
  const { mode, processes, ...found } = run;
  const document = { mode, processes, node: process.version, cpu: cpu(), ...found };
  writeFileSync(new URL("bench.json", results), `${JSON.stringify(document, null, 2)}\n`);
  writeFileSync(new URL("bench.svg", results), renderPlot(run.rows));
}

/** Writes the page, the picture and the bare figures that the documentation shows. */
export function writeDocs({ processes, rows }: Run): void {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const circumstances = { node: process.version, cpu: cpu(), processes, commit };
  writeFileSync(new URL("benchmarks.md", docs), renderPage(rows, circumstances));
  writeFileSync(new URL("benchmarks.svg", docs), renderPlot(rows));
  const document = { ...circumstances, rows };
  writeFileSync(new URL("benchmarks.json", docs), `${JSON.stringify(document, null, 2)}\n`);
}
