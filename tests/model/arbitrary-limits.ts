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

/** What each body of a world takes, by itself and on the wire. */
function sizesOf(world: Unlimited): { payloads: number[]; encoded: number[] } {
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
  return { payloads, encoded };
}

/** Limits of plans, as seldom as a world of its kind asks for. */
function planLimits(world: Unlimited, seldom: number): fc.Arbitrary<LimitOverrides> {
  const count = world.items.length + (world.requestedAt === undefined ? 0 : 1);
  const lengths = world.items.map(({ uri }) => uri.length);
  const none = fc.constant<number | undefined>(undefined);
  return fc.record({
    maxPlanItems: mostly(none, near(fc.constant(count)), seldom),
    maxUriBytes: mostly(none, near(fc.constant(Math.max(51, ...lengths)), 51), seldom),
  });
}

export function strictPlans(world: Unlimited): fc.Arbitrary<LimitOverrides> {
  return planLimits(world, 4);
}

/** Limits of sizes and counts, each set one time in three; those of all bodies together as seldom as is asked for. */
export function sizeLimits(world: Unlimited, seldom = 2): fc.Arbitrary<LimitOverrides> {
  const none = fc.constant<number | undefined>(undefined);
  const { payloads, encoded } = sizesOf(world);
  const count = world.items.length + (world.requestedAt === undefined ? 0 : 1);
  const sizes = fc.record({
    reportPayloadBytes: fc.constantFrom(256, 4096),
    reportEncodedBytes: fc.constantFrom(1024, 16_384),
    payload: mostly(none, near(sumOf(payloads)), seldom),
    encoded: mostly(none, near(sumOf(encoded)), seldom),
    maxItemPayloadBytes: maybe(near(fc.constantFrom(1, ...payloads))),
    maxItemEncodedBytes: maybe(near(fc.constantFrom(1, ...encoded))),
    maxItems: maybe(fc.integer({ min: 1, max: count + 1 })),
    maxIssues: maybe(fc.integer({ min: 1, max: count + 1 })),
    policyConcurrency: maybe(fc.integer({ min: 1, max: 5 })),
  });
  return fc
    .tuple(sizes, planLimits(world, 6))
    .map(([{ payload, encoded: wire, ...rest }, plan]) => ({
      ...plan,
      ...rest,
      maxPayloadBytes: payload === undefined ? undefined : payload + rest.reportPayloadBytes,
      maxEncodedBytes:
        wire === undefined ? undefined : wire + rest.reportEncodedBytes + WIRE_RESERVE_BYTES,
    }));
}

/** All bodies together and each by itself at their limits at once, as payloads or on the wire. */
export function tightLimits(world: Unlimited): fc.Arbitrary<LimitOverrides> {
  const { payloads, encoded } = sizesOf(world);
  const bodies = fc.record({
    reportPayloadBytes: fc.constant(256),
    maxPayloadBytes: near(sumOf(payloads).map((sum) => sum + 256)),
    maxItemEncodedBytes: near(fc.constantFrom(200, ...encoded)),
  });
  const reserved = 1024 + WIRE_RESERVE_BYTES;
  const wire = fc.record({
    reportEncodedBytes: fc.constant(1024),
    maxEncodedBytes: near(sumOf(encoded).map((sum) => sum + reserved)),
    maxItemPayloadBytes: maybe(near(fc.constantFrom(1, ...payloads))),
  });
  return fc.oneof(bodies, wire).map((limits) => atLeastReserves(limits));
}

/** Limits that a gateway can be made with: totals have room for the report. */
function atLeastReserves(limits: LimitOverrides): LimitOverrides {
  const { maxPayloadBytes, maxEncodedBytes } = limits;
  return {
    ...limits,
    ...(maxPayloadBytes === undefined ? {} : { maxPayloadBytes: Math.max(257, maxPayloadBytes) }),
    ...(maxEncodedBytes === undefined
      ? {}
      : { maxEncodedBytes: Math.max(1025 + WIRE_RESERVE_BYTES, maxEncodedBytes) }),
  };
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
  const payload = near(fc.constantFrom(256, ...texts.filter((bytes) => bytes >= 256)), 256);
  const encoded = near(fc.constantFrom(1024, ...wires.filter((bytes) => bytes >= 1024)), 1024);
  const some = fc.oneof(near(fc.constant(issues)), fc.integer({ min: 1, max: issues + 1 }));
  return fc
    .tuple(
      payload,
      encoded,
      mostly<number | undefined>(fc.constant(undefined), some, 1),
      fc.boolean(),
    )
    .map(([reportPayloadBytes, reportEncodedBytes, maxIssues, isPayloadTight]) => ({
      maxIssues,
      ...(isPayloadTight ? { reportPayloadBytes } : { reportEncodedBytes }),
    }));
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
