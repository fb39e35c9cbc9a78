import { operationView } from "./callback-scope.ts";
import { isResourceFailure } from "./failure.ts";
import type { GatewayParts } from "./gateway-parts.ts";
import { askContext, awaitTurn, type Someone, takePlace } from "./operation-entry.ts";
import { OperationEvents } from "./operation-events.ts";
import type { OperationEnd, OperationKind } from "./operation-kind.ts";
import type { ContextSource } from "./operation.ts";
import { andThen, Pending, type Soon, type Subscriber } from "./pending.ts";
import type { RequestScope } from "./request-scope.ts";
import type { SlotTicket } from "./slots.ts";

/** Who asks: known already, or to be asked for inside the scope (SDK-6). */
export type Caller<C> = Someone<C> | { readonly source: ContextSource<C> };

/** The operation's own work, once it is known who asks and there is a slot. */
export type Work<C, R> = (context: C, events: OperationEvents<C> | undefined) => Soon<R>;

/**
 * One operation from its entry to its end, whatever kind it is: who asks, a place, its work, the last look at cancellation
 * and deadline (READ-1), and what the observer is told.
 */
export class OperationRun<C, I, R> implements Subscriber<R> {
  readonly #parts: GatewayParts<C>;
  readonly #scope: RequestScope;
  readonly #kind: OperationKind<I, R, R>;
  readonly #input: I;
  readonly #work: Work<C, R>;
  /** The scope ends with the operation; an adapter's stays open until it is closed. */
  readonly #closesScope: boolean;
  readonly #events: OperationEvents<C> | undefined;
  #ticket: SlotTicket | undefined;
  #resolve: ((result: R) => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;

  constructor(
    parts: GatewayParts<C>,
    scope: RequestScope,
    kind: OperationKind<I, R, R>,
    input: I,
    work: Work<C, R>,
    closesScope: boolean,
  ) {
    this.#parts = parts;
    this.#scope = scope;
    this.#kind = kind;
    this.#input = input;
    this.#work = work;
    this.#closesScope = closesScope;
    const { observer, scopes } = parts;
    if (observer !== undefined) {
      this.#events = new OperationEvents(observer, scope, scopes.elapsed);
    }
  }

  /** Runs it, once. */
  run(caller: Caller<C>): Promise<R> {
    let begun: Soon<R>;
    try {
      begun = this.#begin(caller);
      if (!(begun instanceof Pending)) this.#scope.check();
    } catch (error) {
      this.#end(undefined, error);
      return Promise.reject(error);
    }
    if (begun instanceof Pending) return this.#later(begun);
    this.#end(begun, undefined);
    return Promise.resolve(begun);
  }

  #later(begun: Pending<R>): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      begun.subscribe(this);
    });
  }

  onDone(result: R): void {
    try {
      this.#scope.check();
    } catch (error) {
      this.onFail(error);
      return;
    }
    this.#end(result, undefined);
    this.#resolve?.(result);
  }

  onFail(error: unknown): void {
    this.#end(undefined, error);
    this.#reject?.(error);
  }

  #end(result: R | undefined, failure: unknown): void {
    this.#ticket?.leave();
    const events = this.#events;
    if (events !== undefined) {
      events.start(this.#kind.startEvent(this.#input));
      const end = endOf(failure, events.elapsedMs());
      events.emit(this.#kind.endEvent(this.#input, result, end));
    }
    if (this.#closesScope) this.#scope.close();
  }

  /** Entry, then context, before anything else (READ-1, SDK-6). */
  #begin(caller: Caller<C>): Soon<R> {
    if ("context" in caller) {
      // Its scope has been opened just now, by a clock that has not moved: only a caller can have ended it.
      this.#scope.checkCancelled();
      return this.#enter(caller.context);
    }
    this.#scope.check();
    return andThen(askContext(caller.source, this.#scope), enterAs<C, R>, this);
  }

  enterAs(someone: Someone<C> | undefined): Soon<R> {
    return someone === undefined ? this.#kind.nobody(this.#scope) : this.#enter(someone.context);
  }

  #enter(context: C): Soon<R> {
    const events = this.#events;
    const scope = this.#scope;
    if (events !== undefined) {
      events.attribute(operationView(context, scope.operationId, scope));
      events.start(this.#kind.startEvent(this.#input));
    }
    const { slots, concurrencyKey } = this.#parts;
    this.#ticket = takePlace(slots, concurrencyKey, context, scope);
    const { turn } = this.#ticket;
    if (turn === undefined) return this.#work(context, events);
    events?.emit({ type: "queue", waiting: slots.waiting, running: slots.running });
    return workLater(awaitTurn(turn, scope), this.#work, context, events);
  }
}

function enterAs<C, R>(
  someone: Someone<C> | undefined,
  run: { readonly enterAs: (someone: Someone<C> | undefined) => Soon<R> },
): Soon<R> {
  return run.enterAs(someone);
}

/** By itself, like all that waits: so that what need not costs no closure. */
function workLater<C, R>(
  turn: Soon<void>,
  work: Work<C, R>,
  context: C,
  events: OperationEvents<C> | undefined,
): Soon<R> {
  return andThen(turn, () => work(context, events));
}

function endOf(failure: unknown, durationMs: number): OperationEnd {
  if (failure === undefined) return { outcome: "ok", durationMs };
  // What is no failure is a fault of core's own: the host should hear of it.
  if (!isResourceFailure(failure)) return { outcome: "resolve_failed", durationMs, cause: failure };
  const { code, cause } = failure;
  return cause === undefined ? { outcome: code, durationMs } : { outcome: code, durationMs, cause };
}
