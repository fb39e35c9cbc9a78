import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  contentsByteLength,
  createIssue,
  createWarning,
  fitReport,
  type IssueCode,
  jsonByteLength,
  type ReadIssue,
  type ReadReport,
  type ReportBounds,
  ReportSizeError,
  RESOURCE_READ_META_KEY,
} from "../src/index.ts";
import { anyString, runs } from "./arbitraries.ts";
import { referenceFit } from "./reference/fit-report.ts";

const code = fc.constantFrom<IssueCode>(
  "unavailable",
  "read_failed",
  "timeout",
  "invalid_content",
  "budget_exceeded",
);
const uri = fc.option(fc.oneof(fc.webUrl(), anyString), { nil: undefined });
const issue: fc.Arbitrary<ReadIssue> = fc
  .tuple(code, uri)
  .map(([which, disclosed]) => createIssue(which, { uri: disclosed }));
const issues = fc.array(issue, { maxLength: 40 });
const omitted = fc.oneof(fc.constantFrom(0, 9, 99), fc.nat(), fc.constant(2 ** 52));
const near = (least: number, most: number): fc.Arbitrary<number> =>
  fc.oneof(fc.integer({ min: 0, max: least }), fc.integer({ min: least, max: most }));
const surcharge = fc.constantFrom(0, 0, 7, 1000);
const input = fc.record({
  issues,
  issuesOmitted: omitted,
  partial: fc.boolean(),
  payload: near(256, 8192),
  encoded: near(1024, 20_000),
  metadata: fc.oneof(near(128, 8192), fc.constant(65_536)),
  surcharge,
});

function boundsOf(given: {
  payload: number;
  encoded: number;
  metadata: number;
  surcharge: number;
}): ReportBounds {
  const bounds = {
    maxPayloadBytes: given.payload,
    maxEncodedBytes: given.encoded,
    maxMetadataBytes: given.metadata,
  };
  if (given.surcharge === 0) return bounds;
  return {
    ...bounds,
    sizer: (items, meta) =>
      items.reduce((sum, item) => sum + contentsByteLength(item) + given.surcharge, 0) +
      jsonByteLength(meta) +
      given.surcharge,
  };
}

function tryFit(...options: Parameters<typeof fitReport>): ReadReport | undefined {
  try {
    return fitReport(...options);
  } catch (error) {
    if (error instanceof ReportSizeError) return undefined;
    throw error;
  }
}

describe("fitReport", () => {
  test("[RPT-5] agrees with the slow reference, its error included", () => {
    fc.assert(
      fc.property(input, (given) => {
        const report = tryFit({ ...given, bounds: boundsOf(given) });
        expect(report === undefined ? undefined : JSON.stringify(report)).toBe(referenceFit(given));
      }),
      runs(1500),
    );
  });

  test("[RPT-5] always fits: the real warning and metadata keep every bound", () => {
    fc.assert(
      fc.property(input, fc.uint8Array({ minLength: 16, maxLength: 16 }), (given, random) => {
        const report = tryFit({ ...given, bounds: boundsOf(given) });
        if (report === undefined) return;
        const warning = createWarning(report, () => random);
        const meta = jsonByteLength({ [RESOURCE_READ_META_KEY]: report });
        expect(new TextEncoder().encode(warning.text).length).toBeLessThanOrEqual(given.payload);
        expect(meta).toBeLessThanOrEqual(given.metadata);
        expect(contentsByteLength(warning) + meta + 2 * given.surcharge).toBeLessThanOrEqual(
          given.encoded,
        );
      }),
      runs(500),
    );
  });

  test("[RPT-5] keeps a prefix; `partial` and the total never change", () => {
    fc.assert(
      fc.property(input, (given) => {
        const report = tryFit({ ...given, bounds: boundsOf(given) });
        if (report === undefined) return;
        expect(report.issues).toEqual(given.issues.slice(0, report.issues.length));
        expect(report.issues.length + report.issuesOmitted).toBe(
          given.issues.length + given.issuesOmitted,
        );
        expect(report.partial).toBe(given.partial);
        expect(report.version).toBe(1);
      }),
      runs(500),
    );
  });

  test("[RPT-5] is monotone: more room never tells less", () => {
    fc.assert(
      fc.property(input, fc.nat(2000), fc.nat(2000), fc.nat(2000), (given, p, e, m) => {
        const tight = tryFit({ ...given, bounds: boundsOf(given) });
        const roomy = tryFit({
          ...given,
          bounds: boundsOf({
            ...given,
            payload: given.payload + p,
            encoded: given.encoded + e,
            metadata: given.metadata + m,
          }),
        });
        if (tight === undefined) return;
        expect(roomy?.issues.length).toBeGreaterThanOrEqual(tight.issues.length);
      }),
      runs(500),
    );
  });

  test("[RPT-5] any issues fit into any legal bounds", () => {
    fc.assert(
      fc.property(
        issues,
        omitted,
        fc.integer({ min: 256, max: 8192 }),
        fc.integer({ min: 1024, max: 20_000 }),
        (list, issuesOmitted, maxPayloadBytes, maxEncodedBytes) => {
          const bounds = { maxPayloadBytes, maxEncodedBytes };
          const report = fitReport({ issues: list, issuesOmitted, partial: true, bounds });
          expect(report.issues.length + report.issuesOmitted).toBe(list.length + issuesOmitted);
        },
      ),
      runs(500),
    );
  });
});
