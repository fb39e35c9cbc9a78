import { describe, expect, test } from "vitest";
import {
  createIssue,
  fitReport,
  type ReadIssue,
  type ReadItem,
  type ReportBounds,
  type ReportMetadata,
  ReportSizeError,
  RESOURCE_READ_META_KEY,
  utf8ByteLength,
} from "../src/index.ts";

const ROOMY = { maxPayloadBytes: 1 << 20, maxEncodedBytes: 1 << 20 };
const MINIMAL = '{"version":1,"partial":true,"issues":[],"issuesOmitted":0}';
const MINIMAL_TEXT_BYTES = "Incomplete bundle.\n".length + MINIMAL.length;

/** The error that these bounds give with no issue at all. */
function errorOf(bounds: ReportBounds): unknown {
  try {
    return fitReport({ issues: [], issuesOmitted: 0, partial: true, bounds });
  } catch (error) {
    return error;
  }
}

describe("a fitted report", () => {
  test("[RPT-1] of a complete read, byte for byte", () => {
    const report = fitReport({ issues: [], issuesOmitted: 0, partial: false, bounds: ROOMY });
    expect(JSON.stringify(report)).toBe(
      '{"version":1,"partial":false,"issues":[],"issuesOmitted":0}',
    );
  });

  test("[RPT-1] of a partial read, byte for byte", () => {
    const report = fitReport({
      issues: [createIssue("read_failed", { uri: "asset://a/1" }), createIssue("budget_exceeded")],
      issuesOmitted: 3,
      partial: true,
      bounds: ROOMY,
    });
    expect(JSON.stringify(report)).toBe(
      '{"version":1,"partial":true,"issues":[' +
        '{"code":"read_failed","message":"This item could not be read.","retryable":true,"uri":"asset://a/1"},' +
        '{"code":"budget_exceeded","message":"This item did not fit into the response.","retryable":false}' +
        '],"issuesOmitted":3}',
    );
  });

  test("[RPT-5] the payload bound holds for the warning's text, to the byte", () => {
    const bounds = { ...ROOMY, maxPayloadBytes: MINIMAL_TEXT_BYTES };
    const input = { issues: [], issuesOmitted: 0, partial: true };
    expect(JSON.stringify(fitReport({ ...input, bounds }))).toBe(MINIMAL);
    const tight = { ...bounds, maxPayloadBytes: MINIMAL_TEXT_BYTES - 1 };
    expect(() => fitReport({ ...input, bounds: tight })).toThrow(ReportSizeError);
  });

  test("[RPT-5] metadata has 64 KiB unless told otherwise", () => {
    const issues = Array.from({ length: 400 }, () =>
      createIssue("timeout", { uri: `asset://${"a".repeat(248)}` }),
    );
    const report = fitReport({ issues, issuesOmitted: 0, partial: true, bounds: ROOMY });
    const bytes = utf8ByteLength(JSON.stringify({ [RESOURCE_READ_META_KEY]: report }));
    expect(bytes).toBeLessThanOrEqual(65_536);
    expect(bytes).toBeGreaterThan(65_536 - 400);
    expect(report.issues.length + report.issuesOmitted).toBe(400);

    const wide = fitReport({
      issues,
      issuesOmitted: 0,
      partial: true,
      bounds: { ...ROOMY, maxMetadataBytes: 1 << 20 },
    });
    expect(wide.issues).toHaveLength(400);
  });

  test("[RPT-5] an integrator's sizer decides the encoded bound, and sees the warning and the metadata", () => {
    const seen: [readonly ReadItem[], ReportMetadata][] = [];
    const report = fitReport({
      issues: [createIssue("timeout"), createIssue("timeout"), createIssue("timeout")],
      issuesOmitted: 0,
      partial: true,
      bounds: {
        ...ROOMY,
        maxEncodedBytes: 2,
        sizer: (items, meta) => {
          seen.push([items, meta]);
          return meta[RESOURCE_READ_META_KEY].issues.length;
        },
      },
    });
    expect(report.issues).toHaveLength(2);
    expect(report.issuesOmitted).toBe(1);
    for (const [items, meta] of seen) {
      expect(items).toHaveLength(1);
      expect(items[0]?.uri).toHaveLength(51);
      expect(items[0]?.text).toBe(
        `Incomplete bundle.\n${JSON.stringify(meta[RESOURCE_READ_META_KEY])}`,
      );
    }
  });

  test("[RPT-5] a sizer that gives no number fits nothing", () => {
    const bounds = { ...ROOMY, sizer: () => Number.NaN };
    const fit = (): unknown => fitReport({ issues: [], issuesOmitted: 0, partial: true, bounds });
    expect(fit).toThrow(ReportSizeError);
  });

  test("[RPT-5] the error names the bound, what is needed and what is there", () => {
    expect(errorOf({ maxPayloadBytes: 10, maxEncodedBytes: 1024 })).toMatchObject({
      name: "ReportSizeError",
      message: "The smallest report takes 77 bytes; maxPayloadBytes allows 10.",
      limit: "maxPayloadBytes",
      bytes: 77,
      allowed: 10,
    });
    expect(errorOf({ maxPayloadBytes: 256, maxEncodedBytes: 10 })).toMatchObject({
      limit: "maxEncodedBytes",
      allowed: 10,
    });
    expect(errorOf({ ...ROOMY, maxMetadataBytes: 10 })).toMatchObject({
      limit: "maxMetadataBytes",
      bytes: 97,
      allowed: 10,
    });
  });

  test("[RPT-5] the smallest legal bounds always hold a report", () => {
    const report = fitReport({
      issues: [createIssue("unavailable")],
      issuesOmitted: Number.MAX_SAFE_INTEGER - 1,
      partial: false,
      bounds: { maxPayloadBytes: 256, maxEncodedBytes: 1024 },
    });
    expect(report.issues.length + report.issuesOmitted).toBe(Number.MAX_SAFE_INTEGER);
  });

  test("[RPT-2] messages and retryability come from the code, whatever the issue given says", () => {
    const forged = { code: "timeout", message: "/etc/passwd", retryable: true, secret: 1 };
    const { issues } = fitReport({
      issues: [forged],
      issuesOmitted: 0,
      partial: true,
      bounds: ROOMY,
    });
    expect(issues).toEqual([createIssue("timeout")]);
  });

  test("[RPT-3] an over-long URI in an issue given is left out whole", () => {
    const long = { ...createIssue("timeout"), uri: `a:${"b".repeat(255)}` };
    const { issues } = fitReport({
      issues: [long],
      issuesOmitted: 0,
      partial: true,
      bounds: ROOMY,
    });
    expect(issues).toEqual([createIssue("timeout")]);
  });

  test("caller mistakes are TypeErrors", () => {
    const fit = (change: object): (() => unknown) => {
      const input = { issues: [], issuesOmitted: 0, partial: true, bounds: ROOMY, ...change };
      return () => fitReport(input);
    };
    expect(fit({ issuesOmitted: -1 })).toThrow(TypeError);
    expect(fit({ issuesOmitted: 1.5 })).toThrow(TypeError);
    expect(
      fit({ issuesOmitted: Number.MAX_SAFE_INTEGER, issues: [createIssue("timeout")] }),
    ).toThrow(TypeError);
    expect(fit({ issues: [{ ...createIssue("timeout"), code: "later_code" }] })).toThrow(TypeError);
    expect(fit({ bounds: { ...ROOMY, maxPayloadBytes: Number.NaN } })).toThrow(TypeError);
    expect(fit({ bounds: { ...ROOMY, maxEncodedBytes: 0.5 } })).toThrow(TypeError);
    expect(fit({ bounds: { ...ROOMY, maxMetadataBytes: -1 } })).toThrow(TypeError);
  });

  test("nothing passed in or got back can change the report", () => {
    const issue: { -readonly [K in keyof ReadIssue]: ReadIssue[K] } = { ...createIssue("timeout") };
    const issues: ReadIssue[] = [issue];
    const report = fitReport({ issues, issuesOmitted: 0, partial: true, bounds: ROOMY });
    issue.uri = "asset://late";
    issues.push(issue);
    expect(report.issues).toEqual([createIssue("timeout")]);
    expect(Object.isFrozen(report)).toBe(true);
    expect(Object.isFrozen(report.issues)).toBe(true);
    expect(Object.isFrozen(report.issues[0])).toBe(true);
  });

  test("many issues take few sizings: the search halves", () => {
    let calls = 0;
    const sizer = (): number => {
      calls++;
      return 0;
    };
    const issues = Array.from({ length: 10_000 }, () => createIssue("unavailable"));
    fitReport({
      issues,
      issuesOmitted: 0,
      partial: true,
      bounds: { ...ROOMY, maxMetadataBytes: 1 << 20, sizer },
    });
    expect(calls).toBeLessThan(20);
  });
});
