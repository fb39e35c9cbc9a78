import {
  createWarning,
  fitReport,
  jsonByteLength,
  RESOURCE_READ_META_KEY,
  type ReadItem,
  type ReadReport,
  ReportSizeError,
} from "@org/resources-reporting";
import type { JsonObject } from "../definition/definition.ts";
import type { GatewayLimits } from "../limits.ts";
import { type Failures, remainderOf, type Survivor } from "./issues.ts";
import { jsonResultByteLength, jsonSizer } from "./json-sizer.ts";
import type { ReadBundle } from "./read-bundle-result.ts";
import { strictestCache, UNCACHED } from "./result-cache.ts";
import { SizerError, sizeOfResult } from "./result-sizer.ts";
import type { Read, RecheckedRead } from "./stages.ts";

/** The last station: what is returned, or why nothing is (READ-8, READ-9). */
export function assemble<C>(rechecked: RecheckedRead<C>): ReadBundle {
  const { read } = rechecked;
  const { survivors, failures } = remainderOf(rechecked);
  try {
    if (failures === undefined) return wholeBundle(rechecked, survivors);
    if (survivors.length === 0) throw nothingLeft(read, failures);
    return partialBundle(read, survivors, failures);
  } catch (error) {
    if (!(error instanceof SizerError || error instanceof ReportSizeError)) throw error;
    throw read.scope.failure("response_too_large", { cause: error });
  }
}

/** Nothing is missing that the caller could know of: no warning. */
function wholeBundle<C>(
  { read, admitted }: RecheckedRead<C>,
  survivors: readonly Survivor[],
): ReadBundle {
  const { matched, plan } = admitted.decided.planned;
  const items = Object.freeze(survivors.map(({ item }) => item));
  // The sizer of core's own has said already what the items take at most: that mostly decides.
  const { encodedAtMost } = admitted.bodies;
  const atMost = jsonResultByteLength(encodedAtMost, items.length, NOTHING_MISSING_BYTES);
  const fits = read.sizer === jsonSizer && atMost <= read.gateway.limits.maxEncodedBytes;
  if (!fits && !resultFits(read, items, NOTHING_MISSING)) throw tooLarge(read);
  const { binding, definition } = matched.entry;
  return Object.freeze({
    items,
    contents: items,
    partial: false,
    issues: NO_ISSUES,
    issuesOmitted: 0,
    _meta: NOTHING_MISSING,
    cache: strictestCache(binding, definition, plan, survivors),
    operationId: read.scope.operationId,
  });
}

/** Something is missing, and the warning comes first. If the sizer finds it too large, the report says only how much. */
function partialBundle<C>(
  read: Read<C>,
  survivors: readonly Survivor[],
  { issues, issuesOmitted }: Failures,
): ReadBundle {
  const { limits, random } = read.gateway;
  const items = Object.freeze(survivors.map(({ item }) => item));
  const full = fitReport({ issues, issuesOmitted, partial: true, bounds: reportBounds(limits) });
  for (const report of [full, minimalReport(full, limits)]) {
    const warning = createWarning(report, random);
    const contents = Object.freeze([warning, ...items]);
    const meta = metaOf(report);
    if (!resultFits(read, contents, meta)) continue;
    return Object.freeze({
      items,
      warning,
      contents,
      partial: true,
      issues: report.issues,
      issuesOmitted: report.issuesOmitted,
      _meta: meta,
      cache: UNCACHED,
      operationId: read.scope.operationId,
    });
  }
  throw tooLarge(read);
}

/** Every visible item failed: no bundle, and only `no_items` says why (READ-9). */
function nothingLeft<C>(
  read: Read<C>,
  { issues, issuesOmitted, allUnavailable, someRetryable, causes }: Failures,
): Error {
  const [first] = causes;
  const cause = causes.length === 1 ? first : new AggregateError(causes, "no item could be read");
  if (allUnavailable) return read.scope.failure("unavailable", { cause });
  const bounds = reportBounds(read.gateway.limits);
  const report = fitReport({ issues, issuesOmitted, partial: false, bounds });
  return read.scope.failure("no_items", { report, retryable: someRetryable, cause });
}

function tooLarge<C>(read: Read<C>): Error {
  const cause = new SizerError("the result is over maxEncodedBytes with the smallest report");
  return read.scope.failure("response_too_large", { cause });
}

/** The assembled result is sized once more, as a whole (LIM-5). */
function resultFits<C>(
  { sizer, gateway }: Read<C>,
  contents: readonly ReadItem[],
  meta: JsonObject,
): boolean {
  const { resultBound, result } = sizer;
  const { maxEncodedBytes } = gateway.limits;
  return (
    (resultBound !== undefined && sizeOfResult(resultBound, contents, meta) <= maxEncodedBytes) ||
    sizeOfResult(result, contents, meta) <= maxEncodedBytes
  );
}

function reportBounds(limits: GatewayLimits) {
  return { maxPayloadBytes: limits.reportPayloadBytes, maxEncodedBytes: limits.reportEncodedBytes };
}

function minimalReport(report: ReadReport, limits: GatewayLimits): ReadReport {
  return fitReport({
    issues: [],
    issuesOmitted: report.issues.length + report.issuesOmitted,
    partial: report.partial,
    bounds: reportBounds(limits),
  });
}

function metaOf(report: ReadReport): JsonObject {
  return Object.freeze({ [RESOURCE_READ_META_KEY]: report });
}

/** Most results carry this very report: it is made once. */
const NOTHING_MISSING: JsonObject = metaOf(
  fitReport({
    issues: [],
    issuesOmitted: 0,
    partial: false,
    bounds: { maxPayloadBytes: 256, maxEncodedBytes: 1024 },
  }),
);
const NOTHING_MISSING_BYTES = jsonByteLength(NOTHING_MISSING);
const NO_ISSUES: ReadBundle["issues"] = Object.freeze([]);
