import type { CallerSignals, Cancellable } from "./caller-signals.ts";
import type { DeadlineList } from "./deadline-list.ts";
import { type FailureCode, type FailureDetails, ResourceFailure } from "./failure.ts";
import { type End, Lifetime } from "./lifetime.ts";
import type { NextTurn } from "./next-turn.ts";

/** What all scopes of one gateway share: time, and who watches it. */
export interface ScopeHost {
  readonly now: () => number;
  readonly elapsed: () => number;
  readonly requests: DeadlineList;
  readonly items: DeadlineList;
  readonly callerSignals: CallerSignals;
  readonly turns: NextTurn;
}

/** Thrown inside a read when an item's own time is up and the request's is not (READ-6). */
export const ITEM_EXPIRED: Error = new Error("the item's time is up");

/** The lifetime of one request: from its entry until it settles, or an adapter closes it (READ-1). */
export class RequestScope extends Lifetime implements Cancellable {
  readonly operationId: string;
  /** The request's URI, once it is known to be one: failures echo it. */
  uri: string | undefined;
  readonly #host: ScopeHost;
  readonly #callerSignal: AbortSignal | undefined;
  #deadline: number | undefined;
  #failure: ResourceFailure | undefined;
  #item: ItemScope | undefined;

  constructor(
    host: ScopeHost,
    operationId: string,
    timeoutMs: number,
    callerSignal: AbortSignal | undefined,
  ) {
    super(host.elapsed() + timeoutMs);
    this.#host = host;
    this.operationId = operationId;
    this.#callerSignal = callerSignal;
  }

  /** Fixed when somebody first looks at it: it may not wander with the wall clock. */
  get deadline(): number {
    this.#deadline ??= this.#host.now() + (this.dueAt - this.#host.elapsed());
    return this.#deadline;
  }

  /** Throws the `cancelled` or `timeout` failure if it is time for it, in this order (READ-1). */
  check(): void {
    this.checkAt(this.#host.elapsed());
  }

  checkCancelled(): void {
    if (this.over !== undefined || this.#callerSignal?.aborted === true) this.check();
  }

  /** {@link check}, with the clock read already. */
  checkAt(elapsed: number): void {
    if (this.over === undefined) this.#endIfDue(elapsed);
    if (this.over !== undefined) throw this.endError();
  }

  /** Makes this operation's failure. Throws that of cancellation or deadline instead, if it is time for it (READ-10). */
  failure(
    code: FailureCode,
    details?: Omit<FailureDetails, "operationId" | "uri">,
  ): ResourceFailure {
    this.check();
    return this.#make(code, details);
  }

  #make(code: FailureCode, details?: Omit<FailureDetails, "operationId" | "uri">): ResourceFailure {
    return new ResourceFailure(code, { ...details, operationId: this.operationId, uri: this.uri });
  }

  /** Opens the lifetime of one body inside this one; one at a time. */
  openItem(timeoutMs: number): ItemScope {
    const dueAt = Math.min(this.#host.elapsed() + timeoutMs, this.dueAt);
    this.#item = new ItemScope(this, this.#host, dueAt);
    return this.#item;
  }

  /** Ends it for good; every signal of it aborts. */
  close(): void {
    this.end("settled");
  }

  cancel(): void {
    this.end("cancelled");
  }

  expire(): void {
    this.#endIfDue(this.#host.elapsed());
  }

  endError(): ResourceFailure {
    this.#failure ??= this.#make(this.over === "timeout" ? "timeout" : "cancelled");
    return this.#failure;
  }

  #endIfDue(elapsed: number): void {
    if (this.#callerSignal?.aborted === true) this.end("cancelled");
    else if (elapsed >= this.dueAt) this.end("timeout");
  }

  protected get turns(): NextTurn {
    return this.#host.turns;
  }

  protected guard(): void {
    // An abort that has happened is not told to new listeners, and time may have passed as well.
    this.#endIfDue(this.#host.elapsed());
    if (this.over !== undefined) return;
    this.#host.requests.add(this);
    const signal = this.#callerSignal;
    if (signal !== undefined) this.#host.callerSignals.watch(signal, this);
  }

  protected unguard(): void {
    this.#host.requests.remove(this);
    const signal = this.#callerSignal;
    if (signal !== undefined) this.#host.callerSignals.unwatch(signal, this);
  }

  protected endInner(how: End): void {
    this.#item?.endWithRequest(how);
    this.#item = undefined;
  }
}

/** The lifetime of one body inside a request's: shorter, if the item's own timeout says so (READ-6). */
export class ItemScope extends Lifetime {
  readonly #request: RequestScope;
  readonly #host: ScopeHost;
  #isEndedByRequest = false;

  constructor(request: RequestScope, host: ScopeHost, dueAt: number) {
    super(dueAt);
    this.#request = request;
    this.#host = host;
  }

  get deadline(): number {
    return this.#request.deadline - (this.#request.dueAt - this.dueAt);
  }

  /** Throws the request's failure if that is over, {@link ITEM_EXPIRED} if this item alone is. */
  check(): void {
    const elapsed = this.#host.elapsed();
    this.#request.checkAt(elapsed);
    if (this.over === undefined && elapsed >= this.dueAt) this.end("timeout");
    if (this.over !== undefined) throw this.endError();
  }

  checkCancelled(): void {
    this.#request.checkCancelled();
    if (this.over !== undefined) throw this.endError();
  }

  /** The body is there, or never will be: the signal aborts. */
  close(): void {
    this.end("settled");
  }

  endWithRequest(how: End): void {
    this.#isEndedByRequest = true;
    this.end(how);
  }

  expire(): void {
    this.end("timeout");
  }

  endError(): Error {
    return this.#isEndedByRequest ? this.#request.endError() : ITEM_EXPIRED;
  }

  protected get turns(): NextTurn {
    return this.#host.turns;
  }

  protected guard(): void {
    // The request ends its item: it has to end by itself as soon as the item has to.
    this.#request.guardNow();
    if (this.over !== undefined || this.dueAt === this.#request.dueAt) return;
    if (this.#host.elapsed() >= this.dueAt) this.end("timeout");
    else this.#host.items.add(this);
  }

  protected unguard(): void {
    this.#host.items.remove(this);
  }

  protected endInner(): void {}
}
