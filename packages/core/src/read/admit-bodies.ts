import type { IssueCode, ReadItem } from "@org/resources-reporting";
import { Pending, type Soon } from "../pending.ts";
import type { CacheHint } from "../definition/definition.ts";
import type { Payload } from "../identity/payload.ts";
import type { ResourceTarget } from "../identity/target.ts";
import type { BudgetDetail } from "../observer.ts";
import { callAndForget } from "../operation-events.ts";
import type { Decision } from "../policy/answers.ts";
import { Budget, type Over } from "./budget.ts";
import { type BodyResult, readBody } from "./read-body.ts";
import { SizerError } from "./result-sizer.ts";
import { bodyByteLength } from "./result-sizes.ts";
import type { AdmittedRead, DecidedRead, PlannedRead, Read } from "./stages.ts";

/** What the body phase made of one item that the first round permitted. */
export type BodyOutcome =
  | {
      readonly item: ReadItem;
      readonly cache: CacheHint | undefined;
      readonly code?: undefined;
      readonly cause?: undefined;
    }
  | { readonly item?: undefined; readonly code: IssueCode; readonly cause: unknown };

/** What the body phase leaves behind. */
export interface Bodies {
  /** One an item of the plan, `undefined` where the first round permitted none. */
  readonly outcomes: readonly (BodyOutcome | undefined)[];
  /** What the admitted items take on the wire together, or more. */
  readonly encodedAtMost: number;
}

const DID_NOT_FIT: BodyOutcome = Object.freeze<BodyOutcome>({
  code: "budget_exceeded",
  cause: undefined,
});

/**
 * Reads the permitted items' bodies, one after another, in plan order, and admits what fits (READ-6, LIM-4). An item that
 * fails, or is too large by itself, is an issue; once one does not fit into what is left, nothing more is read.
 */
export function admitBodies<C>(decided: DecidedRead<C>): Soon<AdmittedRead<C>> {
  return new BodyPhase(decided).run();
}

class BodyPhase<C> {
  readonly #read: Read<C>;
  readonly #decided: DecidedRead<C>;
  readonly #planned: PlannedRead<C>;
  readonly #first: readonly Decision[];
  readonly #budget: Budget;
  readonly #outcomes: (BodyOutcome | undefined)[] = [];
  #admitted = 0;
  #completed = 0;
  #isStopped = false;
  #next = 0;
  #permitted: number | undefined;

  constructor(decided: DecidedRead<C>) {
    const { read, planned, first } = decided;
    this.#read = read;
    this.#decided = decided;
    this.#planned = planned;
    this.#first = first;
    this.#budget = new Budget(read.gateway.allowances, read.sizer);
  }

  /** Goes on with the next item. A chain of waits does not grow with their number. */
  run(): Soon<AdmittedRead<C>> {
    while (this.#next < this.#planned.plan.items.length) {
      const index = this.#next;
      this.#next += 1;
      const rest = this.#item(index);
      if (rest !== undefined) return rest;
    }
    const bodies = { outcomes: this.#outcomes, encodedAtMost: this.#budget.encodedAtMost };
    return { read: this.#read, decided: this.#decided, bodies };
  }

  /** Deals with one item. Where its body has to be waited for, answers with what the rest of the phase comes to. */
  #item(index: number): Pending<AdmittedRead<C>> | undefined {
    const target = this.#planned.plan.items[index];
    if (target === undefined || this.#first[index]?.readable !== true) {
      this.#outcomes.push(undefined);
      return undefined;
    }
    const { limits } = this.#read.gateway;
    if (!this.#isStopped && this.#admitted >= limits.maxItems) {
      const detail: BudgetDetail = {
        limit: "maxItems",
        bytes: this.#admitted + 1,
        allowed: limits.maxItems,
      };
      this.#noteOver(index, target, { over: "rest", detail });
    }
    const from = this.#read.events?.elapsedMs() ?? 0;
    if (this.#isStopped) {
      this.#read.scope.check();
      this.#conclude(index, target, DID_NOT_FIT, from);
      return undefined;
    }
    const body = readBody(this.#planned.matched, target, this.#budget.maxBytes);
    if (body instanceof Pending) return this.#itemLater(index, target, body, from);
    this.#conclude(index, target, this.#admit(index, target, body), from);
    return undefined;
  }

  #itemLater(
    index: number,
    target: ResourceTarget,
    body: Pending<BodyResult>,
    from: number,
  ): Pending<AdmittedRead<C>> {
    return body.chain((result) => {
      this.#conclude(index, target, this.#admit(index, target, result), from);
      return this.run();
    }, undefined);
  }

  #admit(index: number, target: ResourceTarget, body: BodyResult): BodyOutcome {
    if (body.payload === undefined) {
      if (body.code === "budget_exceeded") {
        this.#noteOver(index, target, this.#budget.overCutShort());
      }
      return body;
    }
    const { payload } = body;
    const admitted = this.#admitPayload(target, payload);
    if ("over" in admitted) {
      this.#noteOver(index, target, admitted);
      return DID_NOT_FIT;
    }
    this.#admitted += 1;
    return { item: admitted, cache: payload.cache };
  }

  #admitPayload(target: ResourceTarget, payload: Payload): ReadItem | Over {
    const uri = wireUri(this.#planned, target);
    try {
      return this.#budget.admit(uri, payload);
    } catch (error) {
      if (!(error instanceof SizerError)) throw error;
      throw this.#read.scope.failure("response_too_large", { cause: error });
    }
  }

  /** Counted once, for who wants to know. */
  #total(): number {
    this.#permitted ??= this.#first.filter((decision) => decision.readable).length;
    return this.#permitted;
  }

  #noteOver(index: number, { uri }: ResourceTarget, { over, detail }: Over): void {
    this.#isStopped ||= over === "rest";
    const { events } = this.#read;
    const budget = Object.freeze(detail);
    events?.emit({ type: "budget", index, uri, budget, stopped: this.#isStopped });
  }

  #conclude(index: number, target: ResourceTarget, outcome: BodyOutcome, from: number): void {
    this.#outcomes.push(outcome);
    this.#completed += 1;
    const { events, onProgress, sizer } = this.#read;
    if (events !== undefined) {
      const { uri } = target;
      const durationMs = events.elapsedMs() - from;
      if (outcome.item === undefined) {
        const { code, cause } = outcome;
        events.emit({ type: "item", index, uri, outcome: code, durationMs, cause });
      } else {
        const { item } = outcome;
        const sizes = { payloadBytes: bodyByteLength(item), encodedBytes: sizer.item(item) };
        events.emit({ type: "item", index, uri, outcome: "read", ...sizes, durationMs });
      }
    }
    if (onProgress !== undefined) {
      const progress = Object.freeze({ completed: this.#completed, total: this.#total() });
      callAndForget(() => onProgress(progress));
    }
  }
}

/** The requested target travels under the very bytes that were asked for, every other item under its own URI (READ-9). */
export function wireUri<C>({ plan, matched }: PlannedRead<C>, target: ResourceTarget): string {
  return target === plan.requested ? matched.match.requestUri : target.uri;
}
