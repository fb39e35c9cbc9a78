import type { Row } from "./verdict.ts";
import { round, wordOf } from "./verdict.ts";

/** On what a run was made, as the page says it. */
export interface Circumstances {
  readonly node: string;
  readonly cpu: string;
  readonly processes: number;
  readonly commit: string;
}

const cell = (text: string): string => text.replaceAll("|", "\\|");

/** The page `docs/benchmarks.md`: every figure beside its target, below the picture of them. */
export function renderPage(
  rows: readonly Row[],
  { node, cpu, processes, commit }: Circumstances,
): string {
  const table = rows.map(({ id, what, measured, spread, unit, target, ...rest }) => {
    const range = `${round(spread[0])}–${round(spread[1])}`;
    const aim = target === undefined ? "" : `≤ ${round(target)}`;
    const cells = [id, what, `${round(measured)} ${unit}`, range, aim, wordOf(rest)];
    return `| ${cells.map(cell).join(" | ")} |`;
  });
  return `# Benchmarks

Written by \`npm run bench -- --docs\`: Node ${node}, ${cpu}, the median of ${String(processes)} processes, at commit
\`${commit}\`. Each ratio (×) is this project's time divided by that of what it stands beside, taken in turns within one
process: it says how the two compare on one machine, and holds across machines better than any time does. How it is
measured, and what each case does, is in [benchmarks/README.md](../benchmarks/README.md); why a miss is accepted, in its
decision in docs/decisions.

![Each figure as a share of its target](benchmarks.svg)

| case | what | measured | processes | target | verdict |
| ---- | ---- | -------- | --------- | ------ | ------- |
${table.join("\n")}
`;
}
