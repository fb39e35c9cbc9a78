import {
  type GatewayEvent,
  isResourceFailure,
  type ReadBundle,
  type ResourceFailure,
} from "@org/resources-core";
import {
  contentsByteLength,
  jsonByteLength,
  RESOURCE_READ_META_KEY,
  toContents,
} from "@org/resources-reporting";
import assert from "node:assert/strict";
import { inspect } from "node:util";
import { SECRET } from "./answering.ts";
import type { Performance } from "./perform.ts";
import { type Expected, referenceRead, warningOf } from "./reference-read.ts";
import { compareCalls } from "./compare-calls.ts";
import type { Stage } from "./stage.ts";
import type { World } from "./world.ts";

const MESSAGES: Record<string, string> = {
  unavailable: "Resource not found",
  invalid_uri: "Invalid resource URI",
  invalid_capture: "Invalid value in resource URI",
  ambiguous: "Ambiguous resource URI",
  invalid_plan: "Resource could not be planned",
  response_too_large: "Resource does not fit into a response",
  cancelled: "Request cancelled",
  resolve_failed: "Resource could not be resolved",
  policy_failed: "Access could not be decided",
  no_items: "No item could be read",
  timeout: "Request took too long",
};

/** Holds a performance to the reference: result, failure, progress and calls, to the byte. */
export function compare(stage: Stage, world: World, seen: Performance): void {
  assert.deepEqual(seen.faults, []);
  for (const event of stage.events) {
    const { cause: _private, ...told } = { cause: undefined, ...event };
    assert.doesNotMatch(JSON.stringify(told), SECRETS);
    assert.ok(Object.isFrozen(event));
  }
  const expected = referenceRead(world, stage.gateway.limits, seen.took);
  compareProgress(seen, expected);
  if (seen.interrupted !== undefined) {
    assert.equal(seen.bundle, undefined);
    assert.equal(seen.failure?.code, seen.interrupted);
    compareFailure(seen);
    return;
  }
  if (expected.bundle === undefined) {
    assert.equal(seen.bundle, undefined);
    const { code, retryable, report, variable } = compareFailure(seen);
    assert.deepEqual({ code, retryable }, pick(expected.failure));
    assert.equal(JSON.stringify(report), JSON.stringify(expected.failure?.report));
    assert.equal(seen.failure?.uri, code === "invalid_uri" ? undefined : world.uri);
    if (expected.failure?.variable !== undefined) assert.equal(variable, expected.failure.variable);
    compareCalls(stage, world, expected);
    return;
  }
  if (seen.failure !== undefined) assert.deepEqual(seen.failure.toJSON(), expected.bundle);
  assert.ok(seen.bundle);
  compareBundle(seen.bundle, expected.bundle, stage);
  compareCalls(stage, world, expected);
}

function pick(failure: Expected["failure"]): object {
  return { code: failure?.code, retryable: failure?.retryable };
}

function compareBundle(
  bundle: ReadBundle,
  expected: NonNullable<Expected["bundle"]>,
  { gateway: { limits }, events }: Stage,
): void {
  const { report } = expected;
  const items = bundle.items.map(toContents);
  assert.deepEqual(asJson(items), asJson(expected.items));
  assert.equal(bundle.partial, report.partial);
  assert.equal(JSON.stringify(bundle.issues), JSON.stringify(report.issues));
  assert.equal(bundle.issuesOmitted, report.issuesOmitted);
  assert.equal(JSON.stringify(bundle._meta), JSON.stringify({ [RESOURCE_READ_META_KEY]: report }));
  assert.deepEqual({ ...bundle.cache }, expected.cache);
  const warning = report.partial ? [warningOf(report, "ab".repeat(16))] : [];
  const told = bundle.warning === undefined ? [] : [toContents(bundle.warning)];
  assert.equal(JSON.stringify(told), JSON.stringify(warning));
  const contents = bundle.contents.map(toContents);
  assert.deepEqual(asJson(contents), asJson([...warning, ...expected.items]));
  // LIM-5, RPT-6: sizes are those of the wire, item by item and in total.
  for (const [i, item] of bundle.contents.entries()) {
    assert.equal(contentsByteLength(item), Buffer.byteLength(JSON.stringify(contents[i])));
  }
  const result = { contents, _meta: bundle._meta };
  const bytes = Buffer.byteLength(JSON.stringify(result));
  assert.equal(jsonByteLength(result), bytes);
  assert.ok(bytes <= limits.maxEncodedBytes, `${bytes} bytes are over ${limits.maxEncodedBytes}`);
  compareEnd(events, bundle, bytes);
  assert.doesNotMatch(JSON.stringify(bundle), SECRETS);
  assert.doesNotMatch(inspect(bundle, { depth: 9, showHidden: true, getters: true }), SECRETS);
}

/** OBS-1: what the observer is told at the end is what there is. */
function compareEnd(events: readonly GatewayEvent[], bundle: ReadBundle, bytes: number): void {
  const end = events.find((event) => event.type === "read.end");
  assert.ok(end);
  const { outcome, items, partial, encodedBytes, payloadBytes, operationId } = end;
  const bodies = bundle.contents.map(({ text, bytes: blob }) =>
    text === undefined ? blob.byteLength : Buffer.byteLength(text),
  );
  assert.deepEqual(
    { outcome, items, partial, encodedBytes, payloadBytes, operationId },
    {
      outcome: "ok",
      items: bundle.items.length,
      partial: bundle.partial,
      encodedBytes: bytes,
      payloadBytes: bodies.reduce((sum, size) => sum + size, 0),
      operationId: bundle.operationId,
    },
  );
}

const SECRETS = new RegExp(SECRET);

/** What a client parses: minus zero is zero, and prototypes are gone. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** READ-13, READ-14: one kind of error, fixed words, and nothing private in any way of looking at it. */
function compareFailure({ failure }: Performance): ResourceFailure {
  assert.ok(isResourceFailure(failure));
  assert.equal(failure.message, MESSAGES[failure.code]);
  const told = [
    JSON.stringify(failure),
    String(failure),
    failure.message,
    failure.stack ?? "",
    inspect(failure, { depth: 9, showHidden: true }),
    inspect({ failure }, { depth: 9, showHidden: true, getters: false }),
    JSON.stringify(Object.entries(failure)),
  ];
  for (const text of told) assert.doesNotMatch(text, SECRETS);
  assert.equal(failure.report === undefined, failure.code !== "no_items");
  return failure;
}

/** READ-11: one by one, of those that the first round permitted, and none for what was never reached. */
function compareProgress(seen: Performance, { permitted }: Expected): void {
  const { progress, bundle } = seen;
  const counted = progress.map((_, i) => ({ completed: i + 1, total: permitted }));
  assert.deepEqual(
    progress.map((told) => ({ ...told })),
    counted,
  );
  if (bundle === undefined) assert.ok(progress.length <= permitted);
  else assert.equal(progress.length, permitted);
}
