import type { ReadIssue } from "./issue.ts";
import { makeReport, type ReadReport, RESOURCE_READ_META_KEY } from "./report.ts";

/** What a result or an error says about missing items: nothing, something this revision cannot read, or a report. */
export type ReportReading =
  | { readonly status: "absent" }
  | { readonly status: "unrecognized"; readonly version?: number }
  | { readonly status: "ok"; readonly report: ReadReport };

/** No report within 64 KiB of metadata has as many; an array that claims to be longer is not walked. */
export const MAX_READABLE_ISSUES = 65_536;

/**
 * Finds and checks the report of a read (RPT-7): in a result's `_meta`, in an error, or in an error's `data`.
 *
 * `absent`: there is none (another server, or a failure without one). `unrecognized`: something is there, but it is
 * malformed or of another `version`. `ok`: a detached, frozen copy; issue codes unknown here are kept as strings, unknown
 * keys are dropped. Takes anything and never throws.
 *
 * @example
 * const reading = readReport(await client.readResource({ uri }));
 * if (reading.status === "ok" && reading.report.partial) showWhatIsMissing(reading.report.issues);
 */
export function readReport(resultOrErrorData: unknown): ReportReading {
  for (const path of PATHS) {
    const found = follow(resultOrErrorData, path);
    if (found !== undefined) return recognize(found);
  }
  return { status: "absent" };
}

/** A result's metadata; an error object with its `data`; the `data` alone. */
const PATHS: readonly (readonly string[])[] = [
  ["_meta", RESOURCE_READ_META_KEY],
  ["data", "report"],
  ["report"],
];

function follow(value: unknown, path: readonly string[]): unknown {
  try {
    return path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value);
  } catch {
    return undefined;
  }
}

function recognize(found: unknown): ReportReading {
  let version: unknown;
  try {
    if (!isObject(found)) return { status: "unrecognized" };
    version = found["version"];
    const report = version === 1 ? copyOf(found) : undefined;
    if (report !== undefined) return { status: "ok", report };
  } catch {
    // A host object that throws when it is looked at is malformed.
  }
  return typeof version === "number"
    ? { status: "unrecognized", version }
    : { status: "unrecognized" };
}

/** Every property is read once: what was checked is what is returned. */
function copyOf(found: Record<string, unknown>): ReadReport | undefined {
  const { partial, issues, issuesOmitted } = found;
  if (typeof partial !== "boolean" || !isCount(issuesOmitted) || !Array.isArray(issues))
    return undefined;
  const length: unknown = issues.length;
  if (!isCount(length) || length > MAX_READABLE_ISSUES) return undefined;
  const copies: ReadIssue[] = [];
  for (let index = 0; index < length; index++) {
    const copy = issueOf(issues[index]);
    if (copy === undefined) return undefined;
    copies.push(copy);
  }
  return makeReport(partial, copies, issuesOmitted);
}

function issueOf(found: unknown): ReadIssue | undefined {
  if (!isObject(found)) return undefined;
  const { code, message, retryable, uri } = found;
  if (typeof code !== "string" || typeof message !== "string" || typeof retryable !== "boolean") {
    return undefined;
  }
  if (uri === undefined) return Object.freeze({ code, message, retryable });
  return typeof uri === "string" ? Object.freeze({ code, message, retryable, uri }) : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
