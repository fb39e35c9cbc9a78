/**
 * The slow reference of a fitted report. Frozen: do not improve, do not share code with src.
 *
 * It builds every report from the longest down, as text, and takes the first that fits.
 */

export interface ReferenceIssue {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly uri?: string | undefined;
}

export interface ReferenceInput {
  readonly issues: readonly ReferenceIssue[];
  readonly issuesOmitted: number;
  readonly partial: boolean;
  readonly payload: number;
  readonly encoded: number;
  readonly metadata: number;
  /** Bytes on top of the exact JSON, for each of items and `_meta`, as a conservative sizer counts. */
  readonly surcharge: number;
}

const KEY = "go.phpboyscout.uk/mcp.resourceRead";

/** The JSON of the longest report that fits, or `undefined` if none does. */
export function referenceFit(input: ReferenceInput): string | undefined {
  const { issues, issuesOmitted, partial, payload, encoded, metadata, surcharge } = input;
  for (let kept = issues.length; kept >= 0; kept--) {
    const listed = issues
      .slice(0, kept)
      .map(
        ({ code, message, retryable, uri }) =>
          `{"code":${JSON.stringify(code)},"message":${JSON.stringify(message)},"retryable":${retryable}` +
          (uri === undefined ? "}" : `,"uri":${JSON.stringify(uri)}}`),
      );
    const omitted = issuesOmitted + issues.length - kept;
    const report = `{"version":1,"partial":${partial},"issues":[${listed.join(",")}],"issuesOmitted":${omitted}}`;
    const text = `Incomplete bundle.\n${report}`;
    const warning =
      `{"uri":"mcp-warning://read/0123456789abcdef0123456789abcdef","mimeType":"text/plain",` +
      `"text":${JSON.stringify(text)},"_meta":{"${KEY}":{"diagnostic":true,"inlineOnly":true}}}`;
    const meta = `{"${KEY}":${report}}`;
    if (bytes(text) > payload) continue;
    if (bytes(meta) > metadata) continue;
    if (bytes(warning) + bytes(meta) + 2 * surcharge > encoded) continue;
    return report;
  }
  return undefined;
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
