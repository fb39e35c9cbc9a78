import type { Case, Outcome } from "./case.ts";
import { median } from "./statistics.ts";

/** A finished line of the table: the figure over all processes, and whether its target holds. */
export interface Row {
  readonly id: string;
  readonly what: string;
  readonly measured: number;
  /** Lowest and highest process. */
  readonly spread: readonly [number, number];
  readonly unit: string;
  readonly target?: number;
  readonly holds?: boolean;
}

/** Joins what the processes of one case found: each figure is the median over the processes. */
export function judge(subject: Case, outcomes: readonly Outcome[], slack: number): readonly Row[] {
  const [first] = outcomes;
  if (first === undefined) throw new RangeError(`${subject.id} ran in no process`);
  return first.figures.map(({ what, unit, atMost }, index) => {
    const values = outcomes.map(({ figures }) => figures[index]?.value ?? Number.NaN);
    const measured = median(values);
    const row = {
      id: subject.id,
      what,
      measured,
      spread: [Math.min(...values), Math.max(...values)] as const,
      unit,
    };
    if (atMost === undefined) return row;
    // Sizes and counts do not vary with the machine's mood: no slack for them.
    const limit = unit === "×" || unit === "ns/op" || unit === "ms" ? atMost * slack : atMost;
    return { ...row, target: atMost, holds: measured <= limit };
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
    row.holds === undefined ? "" : row.holds ? "holds" : "MISSED",
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

/** Three significant digits, never in exponent form. */
export function round(value: number): string {
  if (value === 0 || Number.isInteger(value)) return String(value);
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(digits, 8));
}
