import type { IssueCode, ReadItem } from "@org/resources-reporting";
import type { CacheHint } from "../definition/definition.ts";
import { type Payload, payloadByteLength, takePayloadBytes } from "../identity/payload.ts";
import type { ReadPlan } from "../identity/plan.ts";
import type { ResourceTarget } from "../identity/target.ts";
import type { BudgetDetail } from "../observer.ts";
import { callAndForget } from "../operation-events.ts";
import type { Decision } from "../policy/answers.ts";
import { type Admission, Budget } from "./budget.ts";
import { readBody } from "./read-body.ts";
import type { MatchedRead, ReadCall, ReadGateway } from "./read-request.ts";
import { SizerError } from "./result-sizer.ts";

/** What the body phase made of one item that the first round permitted. */
export type BodyOutcome =
  | {
      readonly item: ReadItem;
      readonly cache: CacheHint | undefined;
      readonly payloadBytes: number;
      readonly code?: undefined;
      readonly cause?: undefined;
    }
  | { readonly item?: undefined; readonly code: IssueCode; readonly cause: unknown };

const DID_NOT_FIT: BodyOutcome = Object.freeze({ code: "budget_exceeded", cause: undefined });

/**
 * Reads the permitted items' bodies, one after another, in plan order, and admits what fits (READ-6, LIM-4). An item that
 * fails, or is too large by itself, is an issue; once one does not fit into what is left, nothing more is read.
 * Answers one outcome an item of the plan, `undefined` for those that were not permitted.
 */
export async function admitBodies<C>(
  gateway: ReadGateway<C>,
  call: ReadCall<C>,
  matched: MatchedRead<C>,
  plan: ReadPlan,
  decisions: readonly Decision[],
): Promise<readonly (BodyOutcome | undefined)[]> {
  const { limits } = gateway;
  const { scope, events, onProgress } = call;
  const total = decisions.filter((decision) => decision.readable).length;
  const budget = new Budget(limits, call.sizer, events !== undefined);
  const outcomes: (BodyOutcome | undefined)[] = [];
  let completed = 0;
  let admitted = 0;
  let isStopped = false;

  for (const [index, target] of plan.items.entries()) {
    if (decisions[index]?.readable !== true) {
      outcomes.push(undefined);
      continue;
    }
    const from = events?.elapsedMs() ?? 0;
    let outcome: BodyOutcome = DID_NOT_FIT;
    let encodedBytes: number | undefined;
    const onOver = (admission: Admission & { readonly fits: false }) => {
      isStopped ||= admission.over === "rest";
      reportOver(call, index, target, admission.detail, isStopped);
    };
    if (!isStopped && admitted >= limits.maxItems) {
      onOver({
        fits: false,
        over: "rest",
        detail: { limit: "maxItems", bytes: admitted + 1, allowed: limits.maxItems },
      });
    }
    if (isStopped) {
      scope.check();
    } else {
      // oxlint-disable-next-line no-await-in-loop -- one after another (READ-6)
      const body = await readBody(call, matched, target, budget.maxBytes, limits.itemTimeoutMs);
      if (body.payload === undefined) {
        outcome = body;
        const cut = body.code === "budget_exceeded" ? budget.cutShort() : undefined;
        if (cut?.fits === false) onOver(cut);
      } else {
        const admission = admitPayload(call, budget, wireUri(plan, matched, target), body.payload);
        if (admission.fits) {
          outcome = admission.outcome;
          ({ encodedBytes } = admission);
          admitted += 1;
        } else {
          onOver(admission);
        }
      }
    }
    outcomes.push(outcome);
    reportItem(call, index, target, outcome, encodedBytes, from);
    completed += 1;
    if (onProgress !== undefined) {
      const progress = Object.freeze({ completed, total });
      callAndForget(() => onProgress(progress));
    }
  }
  return outcomes;
}

type PayloadAdmission =
  | {
      readonly fits: true;
      readonly outcome: BodyOutcome;
      readonly encodedBytes: number | undefined;
    }
  | (Admission & { readonly fits: false });

function admitPayload<C>(
  call: ReadCall<C>,
  budget: Budget,
  uri: string,
  payload: Payload,
): PayloadAdmission {
  const payloadBytes = payloadByteLength(payload);
  const fit = budget.payload(payloadBytes);
  if (!fit.fits) return fit;
  const item = itemOf(uri, payload);
  try {
    const admission = budget.admit(item, payloadBytes);
    if (!admission.fits) return admission;
    const { encodedBytes } = admission;
    return { fits: true, outcome: { item, cache: payload.cache, payloadBytes }, encodedBytes };
  } catch (error) {
    if (!(error instanceof SizerError)) throw error;
    throw call.scope.failure("response_too_large", { cause: error });
  }
}

/** The item as it will be returned, the only one of its kind: sizers may know it again. */
function itemOf(uri: string, payload: Payload): ReadItem {
  const { mimeType, _meta: meta } = payload;
  const head = meta === undefined ? { uri, mimeType } : { uri, mimeType, _meta: meta };
  const bytes = takePayloadBytes(payload);
  return Object.freeze(
    bytes === undefined ? { ...head, text: payload.text ?? "" } : { ...head, bytes },
  );
}

/** The requested target travels under the very bytes that were asked for, every other item under its own URI (READ-9). */
export function wireUri<C>(
  plan: ReadPlan,
  { match }: MatchedRead<C>,
  target: ResourceTarget,
): string {
  return target === plan.requested ? match.requestUri : target.uri;
}

function reportOver<C>(
  { events }: ReadCall<C>,
  index: number,
  { uri }: ResourceTarget,
  budget: BudgetDetail,
  isStopped: boolean,
): void {
  events?.emit({
    type: "budget",
    index,
    uri,
    budget: Object.freeze({ ...budget }),
    stopped: isStopped,
  });
}

function reportItem<C>(
  { events }: ReadCall<C>,
  index: number,
  { uri }: ResourceTarget,
  outcome: BodyOutcome,
  encodedBytes: number | undefined,
  from: number,
): void {
  if (events === undefined) return;
  const durationMs = events.elapsedMs() - from;
  if (outcome.item !== undefined) {
    const { payloadBytes } = outcome;
    const sizes = { payloadBytes, encodedBytes };
    events.emit({ type: "item", index, uri, outcome: "read", ...sizes, durationMs });
  } else {
    const { code, cause } = outcome;
    events.emit({ type: "item", index, uri, outcome: code, durationMs, cause });
  }
}
