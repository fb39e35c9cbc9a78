import { isWarningContents, readReport, type ReadReport } from "@org/resources-reporting";

/** What is missing of a bundle, said by kind and number only: never by name. */
export interface Missing {
  /** How many, if the server says so. */
  readonly count: number | undefined;
  readonly kinds: readonly string[];
  /** Whether reading again may bring some of it. */
  readonly retryable: boolean;
}

/** Whether all is there. `unknown`: the server does not say. */
export type Completeness = "complete" | "partial" | "unknown";

/** What a result says about what it lacks, in its report or by a warning among its contents. */
export function missingFrom(
  result: unknown,
  contents: readonly unknown[],
): { readonly completeness: Completeness; readonly missing: Missing | undefined } {
  const reading = readReport(result);
  const warned = contents.some(isWarningContents);
  if (reading.status === "ok") {
    const missing = missingOf(reading.report);
    if (missing !== undefined) return { completeness: "partial", missing };
    if (!reading.report.partial && !warned) return { completeness: "complete", missing: undefined };
  }
  if (reading.status !== "absent" || warned) {
    return {
      completeness: "partial",
      missing: { count: undefined, kinds: [], retryable: true },
    };
  }
  return { completeness: "unknown", missing: undefined };
}

/** What a report says is missing; nothing, if it names no issue. */
export function missingOf(report: ReadReport): Missing | undefined {
  const counts = new Map<Kind, number>();
  for (const { code } of report.issues) {
    const kind = KINDS.get(code) ?? OTHER;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  if (report.issuesOmitted > 0) {
    counts.set(UNTOLD, report.issuesOmitted);
  }
  if (counts.size === 0) return undefined;
  return {
    count: report.issues.length + report.issuesOmitted,
    kinds: [...counts]
      .toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b))
      .map(([say, count]) => say(count)),
    retryable: report.issues.some(({ retryable }) => retryable),
  };
}

type Kind = (count: number) => string;

/** `1 item is`, `12 items are`. */
function are(count: number, one: string, more: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : more}`;
}

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["unavailable", (n) => `${are(n, "item is", "items are")} not open to you.`],
  [
    "read_failed",
    (n) => `${are(n, "item", "items")} could not be read just now. Reading again may help.`,
  ],
  ["timeout", (n) => `${are(n, "item", "items")} took too long to arrive.`],
  [
    "invalid_content",
    (n) => `${are(n, "item", "items")} could not be used: the stored content is faulty.`,
  ],
  ["budget_exceeded", (n) => `${are(n, "item", "items")} did not fit into one preview.`],
]);
const OTHER: Kind = (n) => `${are(n, "item is", "items are")} missing for another reason.`;
const UNTOLD: Kind = (n) => `${are(n, "more item is", "more items are")} missing.`;
const ORDER: readonly Kind[] = [...KINDS.values(), OTHER, UNTOLD];
