import type { ReadIssue } from "./issue.ts";

/**
 * Where a report lives in a result's `_meta`, and where a warning carries its mark.
 * The name is the wire format that other gateways already emit.
 */
export const RESOURCE_READ_META_KEY = "go.phpboyscout.uk/mcp.resourceRead";

/** What a read says about the items it could not return (RPT-1); `partial` means that some others were returned. */
export type ReadReport = {
  readonly version: 1;
  readonly partial: boolean;
  readonly issues: readonly ReadIssue[];
  /** How many more issues there are than `issues` lists. */
  readonly issuesOmitted: number;
};

/** A report where it travels: the `_meta` of a result. */
export type ReportMetadata = { readonly [RESOURCE_READ_META_KEY]: ReadReport };

/** The report with its keys in wire order, whatever order they come in; frozen, as are its issues. */
export function makeReport(
  partial: boolean,
  issues: readonly ReadIssue[],
  issuesOmitted: number,
): ReadReport {
  return Object.freeze({ version: 1, partial, issues: Object.freeze([...issues]), issuesOmitted });
}

/** The report as JSON, byte for byte as RPT-1 writes it. */
export function reportJson(report: ReadReport): string {
  const issues = report.issues.map(({ code, message, retryable, uri }) =>
    uri === undefined ? { code, message, retryable } : { code, message, retryable, uri },
  );
  return JSON.stringify(makeReport(report.partial, issues, report.issuesOmitted));
}
