import type { Soon } from "./awaitable.ts";
import type { DeadlineEntry } from "./deadline-list.ts";
import { Constructed } from "./identity/construction.ts";

/** How a lifetime can end. */
export type End = "cancelled" | "timeout" | "settled";

/**
 * A stretch of time in which callbacks are asked: it hands out a signal, and is over at a deadline or when somebody says
 * so, whatever the callbacks do (READ-10).
 *
 * All of it is lazy. A signal exists once somebody looks at it; timer and listener exist once there is something that
 * could outlast them: a callback that did not answer at once, or a signal in somebody's hands.
 */
export abstract class Lifetime implements DeadlineEntry {
  /** Monotonic milliseconds. */
  readonly dueAt: number;
  listed = false;
  earlier: DeadlineEntry | undefined;
  later: DeadlineEntry | undefined;
  protected over: End | undefined;
  #controller: AbortController | undefined;
  #onEnd: ((error: Error) => void) | undefined;
  #isGuarded = false;

  constructor(dueAt: number) {
    this.dueAt = dueAt;
  }

  /** `dueAt` in epoch milliseconds. */
  abstract get deadline(): number;

  /** Throws if this lifetime is over by now: cancellation is told before deadlines (READ-10). */
  abstract check(): void;
  /** Throws if it is over, or cancelled by now: a check without a look at the clock. */
  abstract checkCancelled(): void;
  /** Makes what is thrown when it is over. */
  abstract endError(): Error;
  abstract expire(): void;
  /** Starts, and stops, what ends this lifetime from outside: timer, listener. */
  protected abstract guard(): void;
  protected abstract unguard(): void;
  /** Ends what lives inside this one. */
  protected abstract endInner(how: End): void;

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.over === undefined) this.guardOnce();
      else this.#controller.abort(reasonOf(this.over));
    }
    return this.#controller.signal;
  }

  /**
   * Asks a callback and makes of its answer what `accept` makes of it, or of its throw what `refuse` does; both get `by`.
   *
   * Answers at once if the callback does. A primitive or something constructed is an answer; any other object may turn
   * out to be a thenable, and whatever thenables do, they do it to a native promise. What comes when this lifetime is over
   * is dropped, and the promise rejects.
   */
  ask<A, B, S, R>(
    callback: (a: A, b: B) => unknown,
    a: A,
    b: B,
    accept: (answer: unknown, by: S) => R,
    refuse: (thrown: unknown, by: S) => R,
    by: S,
  ): Soon<R> {
    let answer: unknown;
    try {
      answer = callback(a, b);
    } catch (thrown) {
      this.checkCancelled();
      return refuse(thrown, by);
    }
    if (isAnswer(answer)) {
      this.checkCancelled();
      return accept(answer, by);
    }
    this.guardOnce();
    return this.#settle(answer, accept, refuse, by);
  }

  async #settle<S, R>(
    answer: unknown,
    accept: (answer: unknown, by: S) => R,
    refuse: (thrown: unknown, by: S) => R,
    by: S,
  ): Promise<R> {
    let settled: unknown;
    try {
      settled = await answer;
    } catch (thrown) {
      this.checkCancelled();
      return refuse(thrown, by);
    }
    this.checkCancelled();
    return accept(settled, by);
  }

  /**
   * Gives what `work` comes to, or rejects as soon as this lifetime is over: the one place where anybody waits. Work that
   * is left behind is stopped by the next answer that it gets, and what it throws then is dropped.
   */
  outlive<R>(work: Promise<R>): Promise<R> {
    return new Promise((resolve, reject) => {
      work.then(resolve, reject);
      if (this.over === undefined) this.#onEnd = reject;
      else reject(this.endError());
    });
  }

  /** From here on the lifetime ends by itself. */
  guardOnce(): void {
    if (this.#isGuarded || this.over !== undefined) return;
    this.#isGuarded = true;
    this.guard();
  }

  /** Ends it: who waits is told at once, then the signal aborts. Only the first end counts. */
  protected end(how: End): void {
    if (this.over !== undefined) return;
    this.over = how;
    if (this.#isGuarded) this.unguard();
    if (how !== "settled") this.#onEnd?.(this.endError());
    this.#onEnd = undefined;
    this.endInner(how);
    this.#controller?.abort(reasonOf(how));
  }
}

function isAnswer(value: unknown): boolean {
  if (value === null) return true;
  return (typeof value !== "object" && typeof value !== "function") || Constructed.is(value);
}

let settledReason: DOMException | undefined;

/** What a signal's `reason` says. The common one is made once: it costs more than all the rest of an end. */
function reasonOf(how: End): DOMException {
  if (how === "timeout") return new DOMException("The operation timed out", "TimeoutError");
  if (how === "cancelled") return new DOMException("The operation was cancelled", "AbortError");
  settledReason ??= new DOMException("The operation is over", "AbortError");
  return settledReason;
}
