/** Lays rows out in columns; the first row is the heading. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => width(row[column] ?? ""))),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - width(cell)))
      .join("  ")
      .trimEnd();
  const rule = widths.map((columns) => "-".repeat(columns)).join("  ");
  return rows.flatMap((row, index) => (index === 0 ? [line(row), rule] : [line(row)]));
}

/** In characters as Unicode counts them; good enough for a Latin table. */
function width(text: string): number {
  return Array.from(text).length;
}
