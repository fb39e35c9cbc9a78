import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createIssue,
  fitReport,
  type IssueCode,
  readReport,
  RESOURCE_READ_META_KEY,
} from "../src/index.ts";
import { readReportSchema } from "../src/schema.ts";
import { anyString, jsonValue, runs } from "./arbitraries.ts";

const issue = fc.record(
  {
    code: fc.oneof(anyString, fc.constant("timeout"), jsonValue),
    message: fc.oneof({ weight: 9, arbitrary: anyString }, jsonValue),
    retryable: fc.oneof({ weight: 9, arbitrary: fc.boolean() }, jsonValue),
    uri: fc.oneof({ weight: 9, arbitrary: anyString }, jsonValue),
    extra: jsonValue,
  },
  { requiredKeys: ["code", "message", "retryable"] },
);
const nearlyReport = fc.record(
  {
    version: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.nat(3), jsonValue),
    partial: fc.oneof({ weight: 9, arbitrary: fc.boolean() }, jsonValue),
    issues: fc.oneof({ weight: 9, arbitrary: fc.array(issue, { maxLength: 4 }) }, jsonValue),
    issuesOmitted: fc.oneof(
      { weight: 9, arbitrary: fc.nat() },
      fc.integer(),
      fc.double(),
      jsonValue,
    ),
    extra: jsonValue,
  },
  { requiredKeys: ["version", "partial", "issues", "issuesOmitted"] },
);
const found = fc.oneof({ weight: 9, arbitrary: nearlyReport }, jsonValue);

describe("reading", () => {
  test("[RPT-7] takes any JSON without throwing", () => {
    fc.assert(
      fc.property(jsonValue, found, (anything, value) => {
        expect(["absent", "unrecognized", "ok"]).toContain(readReport(anything).status);
        const reading = readReport({ _meta: { [RESOURCE_READ_META_KEY]: value } });
        expect(["unrecognized", "ok"]).toContain(reading.status);
      }),
      runs(500),
    );
  });

  test("[RPT-7] the schema accepts what readReport calls ok, and gives the same", () => {
    let accepted = 0;
    fc.assert(
      fc.property(found, (value) => {
        const reading = readReport({ _meta: { [RESOURCE_READ_META_KEY]: value } });
        const parsed = readReportSchema.safeParse(value);
        expect(parsed.success).toBe(reading.status === "ok");
        if (reading.status !== "ok") return;
        accepted++;
        expect(JSON.stringify(parsed.data)).toBe(JSON.stringify(reading.report));
        expect(parsed.data).toStrictEqual(reading.report);
      }),
      runs(1000),
    );
    expect(accepted).toBeGreaterThan(50);
  });

  test("[RPT-7] every fitted report is read back the same after the wire", () => {
    const issues = fc.array(
      fc
        .tuple(
          fc.constantFrom<IssueCode>("unavailable", "read_failed", "timeout", "invalid_content"),
          fc.option(fc.webUrl(), { nil: undefined }),
        )
        .map(([code, uri]) => createIssue(code, { uri })),
      { maxLength: 10 },
    );
    fc.assert(
      fc.property(issues, fc.nat(), fc.boolean(), (list, issuesOmitted, partial) => {
        const bounds = { maxPayloadBytes: 4096, maxEncodedBytes: 16_384 };
        const report = fitReport({ issues: list, issuesOmitted, partial, bounds });
        const wire: unknown = JSON.parse(
          JSON.stringify({ contents: [], _meta: { [RESOURCE_READ_META_KEY]: report } }),
        );
        expect(readReport(wire)).toStrictEqual({ status: "ok", report });
      }),
      runs(200),
    );
  });
});
