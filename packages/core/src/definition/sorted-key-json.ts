/**
 * Writes JSON with every object's keys in code-unit order: the same text for the same data, however it was built.
 * Takes plain JSON data (host-json.ts copies) that nests at most 64 levels.
 */
export function sortedKeyJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(sortedKeyJson).join(",")}]`;
  const members = Object.entries(value)
    .toSorted(([a], [b]) => byCodeUnit(a, b))
    .map(([key, member]) => `${JSON.stringify(key)}:${sortedKeyJson(member)}`);
  return `{${members.join(",")}}`;
}

/** Orders strings by UTF-16 code unit, whatever the locale. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
