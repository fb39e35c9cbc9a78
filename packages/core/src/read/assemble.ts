import {
  createWarning,
  fitReport,
  RESOURCE_READ_META_KEY,
  type ReadItem,
  type ReadReport,
  ReportSizeError,
} from "@org/resources-reporting";
import type { JsonObject } from "../definition/definition.ts";
import { isFunctionBacked } from "../definition/function-backed.ts";
import type { ReadPlan } from "../identity/plan.ts";
import type { GatewayLimits } from "../limits.ts";
import { type ItemHistories, type Remainder, remainderOf } from "./issues.ts";
import type { ReadBundle } from "./read-bundle-result.ts";
import type { MatchedRead, ReadCall, ReadGateway } from "./read-request.ts";
import { strictestCache, UNCACHED } from "./result-cache.ts";
import { SizerError, sizeOf } from "./result-sizer.ts";

/** The last station: what is returned, or why nothing is (READ-8, READ-9). */
export function assemble<C>(
  gateway: ReadGateway<C>,
  call: ReadCall<C>,
  matched: MatchedRead<C>,
  plan: ReadPlan,
  histories: ItemHistories,
): ReadBundle {
  const remainder = remainderOf(call, matched, plan, histories, gateway.limits.maxIssues);
  try {
    if (remainder.issues.length === 0) return wholeBundle(gateway, call, matched, plan, remainder);
    if (remainder.survivors.length === 0) throw nothingLeft(gateway, call, remainder);
    return partialBundle(gateway, call, remainder);
  } catch (error) {
    if (!(error instanceof SizerError || error instanceof ReportSizeError)) throw error;
    throw call.scope.failure("response_too_large", { cause: error });
  }
}

/** Nothing is missing that the caller could know of: no warning. */
function wholeBundle<C>(
  gateway: ReadGateway<C>,
  call: ReadCall<C>,
  matched: MatchedRead<C>,
  plan: ReadPlan,
  { survivors }: Remainder,
): ReadBundle {
  const items = Object.freeze(survivors.map(({ item }) => item));
  if (!resultFits(gateway.limits, call, items, NOTHING_MISSING)) throw tooLarge(call);
  const hints = survivors.map(({ cache }) => cache);
  // Only of a plan that core made itself is it no secret that there was nothing to hide.
  const mayBePublic = isFunctionBacked(matched.entry.binding);
  return Object.freeze({
    items,
    contents: items,
    partial: false,
    issues: NO_ISSUES,
    issuesOmitted: 0,
    _meta: NOTHING_MISSING,
    cache: strictestCache([matched.entry.definition.cache, plan.cache, ...hints], mayBePublic),
    operationId: call.scope.operationId,
  });
}

/** Something is missing, and the warning comes first. If the sizer finds it too large, the report says only how much. */
function partialBundle<C>(
  gateway: ReadGateway<C>,
  call: ReadCall<C>,
  { survivors, issues, issuesOmitted }: Remainder,
): ReadBundle {
  const { limits, random } = gateway;
  const items = Object.freeze(survivors.map(({ item }) => item));
  const full = fitReport({ issues, issuesOmitted, partial: true, bounds: reportBounds(limits) });
  for (const report of [full, minimalReport(full, limits)]) {
    const warning = createWarning(report, random);
    const contents = Object.freeze([warning, ...items]);
    const meta = metaOf(report);
    if (!resultFits(limits, call, contents, meta)) continue;
    return Object.freeze({
      items,
      warning,
      contents,
      partial: true,
      issues: report.issues,
      issuesOmitted: report.issuesOmitted,
      _meta: meta,
      cache: UNCACHED,
      operationId: call.scope.operationId,
    });
  }
  throw tooLarge(call);
}

/** Every visible item failed: no bundle, and only `no_items` says why (READ-9). */
function nothingLeft<C>(
  { limits }: ReadGateway<C>,
  call: ReadCall<C>,
  { issues, issuesOmitted, allUnavailable, someRetryable, causes }: Remainder,
): Error {
  const [first] = causes;
  const cause = causes.length === 1 ? first : new AggregateError(causes, "no item could be read");
  if (allUnavailable) return call.scope.failure("unavailable", { cause });
  const bounds = reportBounds(limits);
  const report = fitReport({ issues, issuesOmitted, partial: false, bounds });
  return call.scope.failure("no_items", { report, retryable: someRetryable, cause });
}

function tooLarge<C>(call: ReadCall<C>): Error {
  const cause = new SizerError("the result is over maxEncodedBytes with the smallest report");
  return call.scope.failure("response_too_large", { cause });
}

/** The assembled result is sized once more, as a whole (LIM-5). */
function resultFits<C>(
  { maxEncodedBytes }: GatewayLimits,
  { sizer }: ReadCall<C>,
  contents: readonly ReadItem[],
  meta: JsonObject,
): boolean {
  const { resultBound } = sizer;
  if (resultBound !== undefined && sizeOf(() => resultBound(contents, meta)) <= maxEncodedBytes) {
    return true;
  }
  return sizeOf(() => sizer.result(contents, meta)) <= maxEncodedBytes;
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
const NO_ISSUES: ReadBundle["issues"] = Object.freeze([]);
