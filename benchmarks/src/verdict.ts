import type { Case, Outcome } from "./case.ts";
import { median } from "./statistics.ts";

/**
 * Whether the target holds. `accepted` is a miss within what a decision allows: it does not fail the run, and growing
 * beyond it does.
 */
export type Verdict = "holds" | "accepted" | "missed";

/** A finished line of the table: the figure over all processes. */
export interface Row {
  readonly id: string;
  readonly what: string;
  readonly measured: number;
  /** Lowest and highest process. */
  readonly spread: readonly [number, number];
  readonly unit: string;
  readonly target?: number;
  readonly verdict?: Verdict;
  readonly decision?: string;
}

/** Joins what the processes of one case found: each figure is the median over the processes. */
export function judge(subject: Case, outcomes: readonly Outcome[], slack: number): readonly Row[] {
  const [first] = outcomes;
  if (first === undefined) throw new RangeError(`${subject.id} ran in no process`);
  return first.figures.map(({ what, unit, atMost, accepted }, index) => {
    const values = outcomes.map(({ figures }) => figures[index]?.value ?? Number.NaN);
    const measured = median(values);
    const spread = [Math.min(...values), Math.max(...values)] as const;
    const row = { id: subject.id, what, measured, spread, unit };
    if (atMost === undefined) return row;
    // Sizes and counts do not vary with the machine's mood: no slack for them.
    const factor = unit === "×" || unit === "ns/op" || unit === "ms" ? slack : 1;
    if (measured <= atMost * factor) return { ...row, target: atMost, verdict: "holds" };
    if (accepted === undefined || !(measured <= accepted.atMost * factor)) {
      return { ...row, target: atMost, verdict: "missed" };
    }
    return { ...row, target: atMost, verdict: "accepted", decision: accepted.decision };
  });
}

/** The table, one line a figure, as plain text. */
export function renderTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => [
    row.id,
    row.what,
    `${round(row.measured)} ${row.unit}`,
    `${round(row.spread[0])}–${round(row.spread[1])}`,
    row.target === undefined ? "" : `≤ ${round(row.target)}`,
    wordOf(row),
  ]);
  const table = [["id", "what", "measured", "processes", "target", "verdict"], ...lines];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
  return table
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** The verdict in the words of the table; nothing for a figure without a target. */
export function wordOf({ verdict, decision }: Pick<Row, "verdict" | "decision">): string {
  if (verdict === "missed") return "MISSED";
  return verdict === "accepted" ? `missed (decision ${decision})` : (verdict ?? "");
}

/** Three significant digits, never in exponent form. */
export function round(value: number): string {
  if (value === 0 || Number.isInteger(value)) return String(value);
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(digits, 8));
}
