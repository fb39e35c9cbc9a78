import { DEFAULT_LIMITS, type LimitOverrides } from "@org/resources-core";
import fc from "fast-check";
import { maybe, mostly } from "./arbitrary-answers.ts";
import { referenceRead, type Report, warningOf, wireItem } from "./reference-read.ts";
import type { World } from "./world.ts";

// Limits at, just under and just over what a world's bodies, URIs and issues come to: where off-by-ones live.

/** A world before its limits are known. */
export type Unlimited = Omit<World, "limits">;

/** The time limits of every world: short enough to be reached. */
export const ITEM_TIMEOUT_MS = 100;
export const READ_TIMEOUT_MS = 10_000;

/** At it, one under it or one over it; never under `min`. */
function near(sizes: fc.Arbitrary<number>, min = 1): fc.Arbitrary<number> {
  return fc
    .tuple(sizes, fc.constantFrom(-1, 0, 0, 1))
    .map(([size, delta]) => Math.max(min, size + delta));
}

/** The sum of some of the sizes: where a total may run out. */
function sumOf(sizes: readonly number[]): fc.Arbitrary<number> {
  return fc.subarray([...sizes]).map((some) => some.reduce((sum, size) => sum + size, 0));
}

/** Limits of sizes and counts, each set one time in three. */
export function sizeLimits(world: Unlimited): fc.Arbitrary<LimitOverrides> {
  const bodies = [...world.items, { ...world.requested, uri: world.uri }].flatMap(
    ({ uri, body: { value } }) =>
      value === undefined || "rubbish" in value ? [] : [{ uri, value }],
  );
  const payloads = bodies.map(({ value }) =>
    "text" in value ? Buffer.byteLength(value.text) : value.bytes.length,
  );
  const encoded = bodies.map(({ uri, value }) =>
    Buffer.byteLength(JSON.stringify(wireItem(uri, value))),
  );
  const count = world.items.length + (world.requestedAt === undefined ? 0 : 1);
  const uriLengths = world.items.map(({ uri }) => uri.length);
  return fc
    .record({
      reportPayloadBytes: fc.constantFrom(256, 4096),
      reportEncodedBytes: fc.constantFrom(1024, 16_384),
      payload: maybe(near(sumOf(payloads))),
      encoded: maybe(near(sumOf(encoded))),
      maxItemPayloadBytes: maybe(near(fc.constantFrom(1, ...payloads))),
      maxItemEncodedBytes: maybe(near(fc.constantFrom(1, ...encoded))),
      maxItems: maybe(fc.integer({ min: 1, max: count + 1 })),
      maxIssues: maybe(fc.integer({ min: 1, max: count + 1 })),
      maxPlanItems: mostly<number | undefined>(fc.constant(undefined), near(fc.constant(count)), 5),
      maxUriBytes: mostly<number | undefined>(
        fc.constant(undefined),
        near(fc.constantFrom(60, ...uriLengths), 51),
        5,
      ),
      policyConcurrency: maybe(fc.integer({ min: 1, max: 5 })),
    })
    .map(({ payload, encoded: wire, ...rest }) => ({
      ...rest,
      maxPayloadBytes: payload === undefined ? undefined : payload + rest.reportPayloadBytes,
      maxEncodedBytes:
        wire === undefined ? undefined : wire + rest.reportEncodedBytes + WIRE_RESERVE_BYTES,
    }));
}

const WIRE_RESERVE_BYTES = 8192 + 256;

/** Bounds of the report around the sizes that the world's own report can have. */
export function reportLimits(world: Unlimited): fc.Arbitrary<LimitOverrides> {
  const roomy = { ...DEFAULT_LIMITS, reportPayloadBytes: 64_000, reportEncodedBytes: 128_000 };
  const unlimited = { ...world, limits: {} };
  const { bundle, failure } = referenceRead(unlimited, { ...roomy, maxIssues: 999 }, new Map());
  const report = bundle?.report ?? failure?.report;
  const reports = report === undefined ? [] : prefixesOf(report);
  const texts = reports.map((one) => Buffer.byteLength(warningOf(one, HEX).text ?? ""));
  const wires = reports.map((one) => {
    const meta = { "go.phpboyscout.uk/mcp.resourceRead": one };
    return Buffer.byteLength(JSON.stringify(warningOf(one, HEX)) + JSON.stringify(meta));
  });
  const issues = report?.issues.length ?? 0;
  return fc.record({
    reportPayloadBytes: fc.oneof(near(fc.constantFrom(256, ...texts), 256), fc.constant(4096)),
    reportEncodedBytes: fc.oneof(near(fc.constantFrom(1024, ...wires), 1024), fc.constant(16_384)),
    maxIssues: maybe(near(fc.constant(issues))),
  });
}

const HEX = "0".repeat(32);

function prefixesOf(report: Report): Report[] {
  return [...report.issues, undefined].map((_, kept) => ({
    ...report,
    issues: report.issues.slice(0, kept),
    issuesOmitted: report.issues.length - kept,
  }));
}

export const timeLimits: fc.Arbitrary<LimitOverrides> = fc.record({
  itemTimeoutMs: fc.constant(ITEM_TIMEOUT_MS),
  readTimeoutMs: mostly(fc.constant(READ_TIMEOUT_MS), fc.integer({ min: 1, max: 500 }), 8),
});
