import { contentsByteLength, type ReadItem } from "./contents.ts";
import { createIssue, isIssueCode, type ReadIssue } from "./issue.ts";
import { jsonByteLength } from "./json-byte-length.ts";
import {
  makeReport,
  type ReadReport,
  type ReportMetadata,
  RESOURCE_READ_META_KEY,
} from "./report.ts";
import { utf8ByteLength } from "./utf8-byte-length.ts";
import { unnamedWarning } from "./warning.ts";

/** The space a report has to fit into (RPT-5), in bytes. */
export interface ReportBounds {
  /** For the warning's text. */
  readonly maxPayloadBytes: number;
  /** For the warning item and the result's `_meta` together, as `sizer` counts them. */
  readonly maxEncodedBytes: number;
  /** For the result's `_meta`; default 64 KiB. */
  readonly maxMetadataBytes?: number | undefined;
  /**
   * How many bytes these items and this `_meta` add to a result on the wire. It is pure, and never smaller for a longer
   * report. Default: the exact JSON of the items (`contentsByteLength`) and of `_meta` (`jsonByteLength`).
   */
  readonly sizer?: ReportSizer | undefined;
}

/** See {@link ReportBounds}: `items` is the warning alone. */
export type ReportSizer = (items: readonly ReadItem[], meta: ReportMetadata) => number;

/** The bounds leave no room even for a report that names no issue (RPT-5). */
export class ReportSizeError extends Error {
  override readonly name: string = "ReportSizeError";
  /** Which bound. */
  readonly limit: "maxPayloadBytes" | "maxEncodedBytes" | "maxMetadataBytes";
  /** How many bytes the smallest report takes there. */
  readonly bytes: number;
  /** How many there are. */
  readonly allowed: number;

  constructor(limit: ReportSizeError["limit"], bytes: number, allowed: number) {
    super(`The smallest report takes ${bytes} bytes; ${limit} allows ${allowed}.`);
    this.limit = limit;
    this.bytes = bytes;
    this.allowed = allowed;
  }
}

/**
 * Makes the report that tells as many issues, from the first on, as the bounds have room for (RPT-5).
 *
 * What is cut is counted in `issuesOmitted`, on top of the `issuesOmitted` given; `partial` stays. A report of a read
 * that returned nothing (`partial: false`) has no warning but is held to the same bounds. The result is frozen, and its
 * issues are made anew from code and URI (RPT-2, RPT-3).
 *
 * @throws ReportSizeError if not even the report without issues fits.
 * @throws TypeError for an unknown issue code, a count or a bound that is no non-negative safe integer.
 * @example
 * const report = fitReport({
 *   issues: [createIssue("timeout")],
 *   issuesOmitted: 0,
 *   partial: true,
 *   bounds: { maxPayloadBytes: 4096, maxEncodedBytes: 16_384 },
 * });
 */
export function fitReport(options: {
  readonly issues: readonly ReadIssue[];
  readonly issuesOmitted: number;
  readonly partial: boolean;
  readonly bounds: ReportBounds;
}): ReadReport {
  const { partial, issuesOmitted } = options;
  const issues = options.issues.map(issueOf);
  requireCount("issuesOmitted", issuesOmitted);
  requireCount("issues + issuesOmitted", issues.length + issuesOmitted);
  const measures = measuresOf(options.bounds);

  const reportOf = (kept: number): ReadReport =>
    makeReport(partial, issues.slice(0, kept), issuesOmitted + issues.length - kept);
  const fits = (kept: number): boolean => {
    const report = reportOf(kept);
    return measures.every(({ bytes, allowed }) => bytes(report) <= allowed);
  };

  if (!fits(0)) throw sizeError(measures, reportOf(0));
  // The size grows with every issue kept (each is longer than the digit its count may save), so halving finds the edge.
  let kept = 0;
  for (let tooMany = issues.length + 1; tooMany - kept > 1;) {
    const middle = Math.floor((kept + tooMany) / 2);
    if (fits(middle)) kept = middle;
    else tooMany = middle;
  }
  return reportOf(kept);
}

function issueOf({ code, uri }: ReadIssue): ReadIssue {
  if (!isIssueCode(code)) throw new TypeError("Not an issue code.");
  return createIssue(code, { uri });
}

interface Measure {
  readonly limit: ReportSizeError["limit"];
  readonly allowed: number;
  readonly bytes: (report: ReadReport) => number;
}

const DEFAULT_MAX_METADATA_BYTES = 65_536;

function measuresOf(bounds: ReportBounds): readonly Measure[] {
  const { maxPayloadBytes, maxEncodedBytes, sizer = exactSize } = bounds;
  const maxMetadataBytes = bounds.maxMetadataBytes ?? DEFAULT_MAX_METADATA_BYTES;
  const measures: Measure[] = [
    {
      limit: "maxPayloadBytes",
      allowed: maxPayloadBytes,
      bytes: (report) => utf8ByteLength(unnamedWarning(report).text ?? ""),
    },
    {
      limit: "maxMetadataBytes",
      allowed: maxMetadataBytes,
      bytes: (report) => jsonByteLength(metadataOf(report)),
    },
    {
      limit: "maxEncodedBytes",
      allowed: maxEncodedBytes,
      bytes: (report) => sizer([unnamedWarning(report)], metadataOf(report)),
    },
  ];
  for (const { limit, allowed } of measures) requireCount(limit, allowed);
  return measures;
}

function exactSize(items: readonly ReadItem[], meta: ReportMetadata): number {
  return items.reduce((sum, item) => sum + contentsByteLength(item), jsonByteLength(meta));
}

function metadataOf(report: ReadReport): ReportMetadata {
  return { [RESOURCE_READ_META_KEY]: report };
}

function sizeError(measures: readonly Measure[], smallest: ReadReport): ReportSizeError {
  for (const { limit, allowed, bytes } of measures) {
    const taken = bytes(smallest);
    if (!(taken <= allowed)) return new ReportSizeError(limit, taken, allowed);
  }
  throw new TypeError("The sizer is not pure.");
}

function requireCount(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new TypeError(`${name} must be a non-negative safe integer.`);
  }
}
