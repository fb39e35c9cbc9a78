import type { FailureCode, GatewayLimits, IssueCode } from "@org/resources-core";
import { createResourceSelector, validateResourceUri } from "@org/resources-uri";
import type { Answer, Body, CacheSay, ItemWorld, Say, World } from "./world.ts";

// FROZEN: do not improve. What a read must come to, written from the rules and apart from the gateway, slow and plain.
// It knows no time but how long each body took, and no order but the plan's: decisions that settle in time have one outcome.

export interface WireItem {
  readonly uri: string;
  readonly mimeType: string;
  readonly text?: string;
  readonly blob?: string;
  readonly _meta?: Record<string, unknown>;
}

export interface Issue {
  readonly code: IssueCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly uri?: string;
}

export interface Report {
  readonly version: 1;
  readonly partial: boolean;
  readonly issues: readonly Issue[];
  readonly issuesOmitted: number;
}

export interface Expected {
  readonly failure?: {
    readonly code: FailureCode;
    readonly retryable: boolean;
    readonly report?: Report;
    readonly variable?: string;
  };
  readonly bundle?: {
    readonly items: readonly WireItem[];
    readonly report: Report;
    readonly cache: { readonly ttlMs: number; readonly cacheScope: "public" | "private" };
  };
  /** Which bodies were asked for, by the item's place in the plan, and how large each might be. */
  readonly reads: readonly { readonly index: number; readonly maxBytes: number }[];
  /** How many items the first round permitted: the total of progress. */
  readonly permitted: number;
  /** The patterns that are asked for whether they may be known. */
  readonly candidates: readonly string[];
  /** The last station that was entered. */
  readonly reached: Station;
  /** Items were not decided, in a batch either: the plan as a whole is wrong. */
  readonly overLimits: boolean;
}

/** The walk of a read; what is asked at each, policy and bindings say. */
export type Station =
  | "entry"
  | "discover"
  | "resolve"
  | "requested"
  | "items"
  | "bodies"
  | "items again"
  | "requested again"
  | "discover again";

const MESSAGES: Record<IssueCode, string> = {
  unavailable: "This item is not available.",
  read_failed: "This item could not be read.",
  timeout: "Reading this item took too long.",
  invalid_content: "This item returned invalid content.",
  budget_exceeded: "This item did not fit into the response.",
};
const RETRYABLE: ReadonlySet<FailureCode> = new Set<FailureCode>([
  "resolve_failed",
  "policy_failed",
  "timeout",
  "overloaded",
]);
const KEY = "go.phpboyscout.uk/mcp.resourceRead";

class Fail extends Error {
  readonly expected: NonNullable<Expected["failure"]>;
  constructor(code: FailureCode, more: Partial<NonNullable<Expected["failure"]>> = {}) {
    super(code);
    this.expected = { code, retryable: RETRYABLE.has(code), ...more };
  }
}

/** `took`: how long the body of each item took, in ms, by its place in the plan. */
export function referenceRead(
  world: World,
  limits: GatewayLimits,
  took: ReadonlyMap<number, number>,
): Expected {
  const trail: Trail = {
    reads: [],
    permitted: 0,
    candidates: [],
    reached: "entry",
    overLimits: false,
  };
  try {
    const bundle = readSlowly(world, limits, took, trail);
    return { bundle, ...trail };
  } catch (error) {
    if (!(error instanceof Fail)) throw error;
    return { failure: error.expected, ...trail };
  }
}

type Trail = {
  -readonly [K in Exclude<keyof Expected, "bundle" | "failure" | "reads">]: Expected[K];
} & {
  readonly reads: { index: number; maxBytes: number }[];
};

interface Item extends Omit<ItemWorld, "uri"> {
  readonly uri: string;
  readonly requested: boolean;
}

function readSlowly(
  world: World,
  limits: GatewayLimits,
  took: ReadonlyMap<number, number>,
  trail: Trail,
): NonNullable<Expected["bundle"]> {
  // READ-2: valid, known, discoverable; only then may a fault of the match be told.
  if (!validateResourceUri(world.uri, { maxBytes: limits.maxUriBytes }).ok)
    throw new Fail("invalid_uri");
  const selector = createResourceSelector(
    world.bindings.map((binding) =>
      binding.pattern.includes("{")
        ? { uriTemplate: binding.pattern, binding }
        : { uri: binding.pattern, binding },
    ),
    { maxBytes: limits.maxUriBytes },
  );
  const candidates = selector.candidates(world.uri);
  trail.reached = "discover";
  trail.candidates = candidates.map(({ binding }) => binding.pattern);
  const discoverable = new Set(candidates.map(({ binding }) => answerOf(binding.discover[0])));
  if (discoverable.has("broken")) throw new Fail("policy_failed");
  if (candidates.length === 0 || discoverable.has("no")) throw new Fail("unavailable");
  const selected = attempt(() => selector.select(world.uri));
  if (selected === "AmbiguousResourceError") throw new Fail("ambiguous");
  if (typeof selected === "string") throw new Fail("invalid_capture");
  if (selected === undefined) throw new Fail("unavailable");

  // READ-3
  trail.reached = "resolve";
  const { thrown } = world.resolve;
  if (thrown === "unavailable") throw new Fail("unavailable");
  if (thrown === "invalidVariable") throw new Fail("invalid_capture", { variable: "id" });
  if (thrown === "target fault" || thrown === "plan fault") throw new Fail("invalid_plan");
  if (thrown !== undefined) throw new Fail("resolve_failed");
  if (world.resolve.value !== "plan") throw new Fail("invalid_plan");
  const items: Item[] = world.items.map((item) => ({ ...item, requested: false }));
  const requested: Item = { ...world.requested, uri: selected.canonicalUri, requested: true };
  if (world.requestedAt !== undefined) items.splice(world.requestedAt, 0, requested);
  const folded = items.map(({ uri }) => uri.replace(/^[^:]*/, (scheme) => scheme.toLowerCase()));
  if (new Set(folded).size < folded.length) throw new Fail("invalid_plan"); // TGT-2
  const foldedRequested = requested.uri.replace(/^[^:]*/, (scheme) => scheme.toLowerCase());
  if (items.some((item, i) => !item.requested && folded[i] === foldedRequested))
    throw new Fail("invalid_plan");
  const isAlias = ({ uri }: Item): boolean => {
    const hit = attempt(() => selector.select(uri));
    return hit === "ResourceCaptureError" || (typeof hit === "object" && hit.canonicalUri !== uri);
  };

  // READ-4, READ-5. What is wrong with the items is told to those alone who may read what they asked for.
  const over =
    items.length > limits.maxPlanItems ||
    items.some((item) => bytesOf(item.uri) > limits.maxUriBytes || isAlias(item));
  trail.reached = "requested";
  trail.overLimits = over;
  const first = world.batch?.fault[0];
  if (first !== undefined) throw new Fail("policy_failed");
  const gate = decide(requested.rounds[0]);
  if (gate === "broken") throw new Fail("policy_failed");
  if (gate !== "allowed") throw new Fail("unavailable");
  if (over) throw new Fail("invalid_plan");
  trail.reached = "items";
  const decided = items.map((item) => decide(item.rounds[0]));
  if (decided.includes("broken")) throw new Fail("policy_failed");

  trail.reached = "bodies";
  const isTemplate = "uriTemplate" in selected.entry;
  const bodies = readBodies(world, limits, took, trail, items, decided, isTemplate);

  // READ-7
  trail.reached = "items again";
  if (world.batch?.fault[1] !== undefined) throw new Fail("policy_failed");
  const again = items.map((item) => decide(item.rounds[1]));
  if (items.some((item, i) => !item.requested && again[i] === "broken"))
    throw new Fail("policy_failed");
  trail.reached = "requested again";
  const stillRequested = decide(requested.rounds[1]);
  if (stillRequested === "broken") throw new Fail("policy_failed");
  if (stillRequested !== "allowed") throw new Fail("unavailable");
  trail.reached = "discover again";
  const stillDiscoverable = answerOf(selected.entry.binding.discover[1]);
  if (stillDiscoverable === "broken") throw new Fail("policy_failed");
  if (stillDiscoverable === "no") throw new Fail("unavailable");

  // READ-8
  const survivors: Extract<BodyOutcome, { item: WireItem }>[] = [];
  const issues: Issue[] = [];
  items.forEach((item, i) => {
    const body = bodies[i];
    if (again[i] === "hidden") return;
    if (decided[i] !== "allowed" || again[i] !== "allowed") issues.push(issue("unavailable"));
    else if (body !== undefined && "item" in body) survivors.push(body);
    else if (body !== undefined) issues.push(issue(body.code));
    function issue(code: IssueCode): Issue {
      const uri = item.requested ? world.uri : item.uri;
      const line = { code, message: MESSAGES[code], retryable: code === "read_failed" };
      return discloses(item.rounds[1]) && bytesOf(uri) <= 256 ? { ...line, uri } : line;
    }
  });

  // READ-9
  const partial = issues.length > 0 && survivors.length > 0;
  const report = fit(issues, partial, limits);
  if (issues.length > 0 && survivors.length === 0) {
    if (issues.every(({ code }) => code === "unavailable")) throw new Fail("unavailable");
    throw new Fail("no_items", { report, retryable: issues.some(({ retryable }) => retryable) });
  }
  // READ-16, and READ-15: that nothing was hidden may be told only of a plan that cannot have had more items.
  const says = [
    selected.entry.binding.cache,
    world.planCache,
    ...survivors.map(({ cache }) => cache),
  ];
  const cache = partial ? NOT_CACHED : strictest(says, world.functionBacked);
  return { items: survivors.map(({ item }) => item), report, cache };
}

type BodyOutcome = { code: IssueCode } | { item: WireItem; cache: CacheSay };

/** READ-6 and LIM-3, LIM-4: one after another, in plan order. */
function readBodies(
  world: World,
  limits: GatewayLimits,
  took: ReadonlyMap<number, number>,
  trail: Trail,
  items: readonly Item[],
  decided: readonly Decision[],
  isTemplate: boolean,
): (BodyOutcome | undefined)[] {
  const allPayload = limits.maxPayloadBytes - limits.reportPayloadBytes;
  const allEncoded = limits.maxEncodedBytes - limits.reportEncodedBytes - 8192 - 256;
  const ownPayload = Math.min(limits.maxItemPayloadBytes, allPayload);
  const ownEncoded = Math.min(limits.maxItemEncodedBytes, allEncoded);
  let usedPayload = 0;
  let usedEncoded = 0;
  let admitted = 0;
  let stopped = false;
  trail.permitted = decided.filter((decision) => decision === "allowed").length;
  return items.map((item, index) => {
    if (decided[index] !== "allowed") return undefined;
    if (admitted === limits.maxItems) stopped = true;
    if (stopped) return { code: "budget_exceeded" };
    const maxBytes = Math.min(ownPayload, allPayload - usedPayload);
    trail.reads.push({ index, maxBytes });
    if ((took.get(index) ?? 0) >= limits.itemTimeoutMs) return { code: "timeout" };
    const { thrown, value } = item.body;
    if (thrown === "unavailable") return { code: "unavailable" };
    if (thrown === "payload fault") return { code: "invalid_content" };
    if (thrown === "tooLarge") {
      stopped = maxBytes < ownPayload;
      return { code: "budget_exceeded" };
    }
    if (thrown === "invalidVariable" && world.functionBacked && isTemplate) {
      throw new Fail("invalid_capture", { variable: "id" });
    }
    if (value === undefined) return { code: "read_failed" };
    if ("rubbish" in value) return { code: "invalid_content" };
    const wire = wireItem(item.requested ? world.uri : item.uri, value);
    const payload = "text" in value ? bytesOf(value.text) : value.bytes.length;
    const encoded = bytesOf(JSON.stringify(wire));
    if (payload > ownPayload || encoded > ownEncoded) return { code: "budget_exceeded" };
    if (usedPayload + payload > allPayload || usedEncoded + encoded > allEncoded) {
      stopped = true;
      return { code: "budget_exceeded" };
    }
    usedPayload += payload;
    usedEncoded += encoded;
    admitted += 1;
    return { item: wire, cache: value.cache };
  });
}

export function wireItem(uri: string, body: Exclude<Body, { rubbish: unknown }>): WireItem {
  const content =
    "text" in body ? { text: body.text } : { blob: Buffer.from(body.bytes).toString("base64") };
  const head = { uri, mimeType: body.mimeType, ...content };
  return body.meta === undefined ? head : { ...head, _meta: body.meta };
}

type Decision = "hidden" | "denied" | "allowed" | "broken";

/** READ-4: an unavailable() denies reading, never visibility. */
function decide({ visible, read }: Say): Decision {
  const { value } = visible;
  const shown = isVisibleObject(value) ? value.visible : value;
  if (visible.thrown !== undefined || typeof shown !== "boolean") return "broken";
  if (!shown) return "hidden";
  const may = answerOf(read);
  return may === "broken" ? "broken" : may === "yes" ? "allowed" : "denied";
}

function discloses({ visible: { value } }: Say): boolean {
  return isVisibleObject(value) && value.discloseIssueUri === true;
}

function isVisibleObject(
  value: unknown,
): value is { visible: unknown; discloseIssueUri?: unknown } {
  if (typeof value !== "object" || value === null) return false;
  const { discloseIssueUri } = value as { discloseIssueUri?: unknown };
  return "visible" in value && ["boolean", "undefined"].includes(typeof discloseIssueUri);
}

function answerOf({ thrown, value }: Answer<unknown>): "yes" | "no" | "broken" {
  if (thrown === "unavailable") return "no";
  if (thrown !== undefined || typeof value !== "boolean") return "broken";
  return value ? "yes" : "no";
}

/** READ-8, RPT-5: maxIssues cuts, then the longest prefix that fits. */
function fit(all: readonly Issue[], partial: boolean, limits: GatewayLimits): Report {
  for (let kept = Math.min(all.length, limits.maxIssues); ; kept--) {
    const report: Report = {
      version: 1,
      partial,
      issues: all.slice(0, kept),
      issuesOmitted: all.length - kept,
    };
    const warning = warningOf(report, "0".repeat(32));
    const meta = bytesOf(JSON.stringify({ [KEY]: report }));
    const fits =
      bytesOf(warning.text ?? "") <= limits.reportPayloadBytes &&
      bytesOf(JSON.stringify(warning)) + meta <= limits.reportEncodedBytes &&
      meta <= 65_536;
    if (fits || kept === 0) return report;
  }
}

/** RPT-4 */
export function warningOf(report: Report, hex: string): WireItem {
  return {
    uri: `mcp-warning://read/${hex}`,
    mimeType: "text/plain",
    text: `Incomplete bundle.\n${JSON.stringify(report)}`,
    _meta: { [KEY]: { diagnostic: true, inlineOnly: true } },
  };
}

const NOT_CACHED = { ttlMs: 0, cacheScope: "private" } as const;

/** READ-16 */
function strictest(
  says: readonly CacheSay[],
  mayBePublic: boolean,
): NonNullable<Expected["bundle"]>["cache"] {
  const ttls = says.flatMap((say) => say?.ttlMs ?? []);
  const scopes = says.flatMap((say) => say?.cacheScope ?? []);
  const isPublic = mayBePublic && scopes.length > 0 && !scopes.includes("private");
  return {
    ttlMs: ttls.length === 0 ? 0 : Math.min(...ttls),
    cacheScope: isPublic ? "public" : "private",
  };
}

function attempt<T>(run: () => T): T | string {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? error.name : "thrown";
  }
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
