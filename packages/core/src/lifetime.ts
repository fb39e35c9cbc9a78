import type { DeadlineEntry } from "./deadline-list.ts";
import { Constructed } from "./identity/construction.ts";

/** How a lifetime can end. */
export type End = "cancelled" | "timeout" | "settled";

/**
 * A stretch of time in which callbacks are asked: it hands out a signal, waits for answers, and is over at a deadline
 * or when somebody says so, whatever the callbacks do (READ-10).
 *
 * All of it is lazy. A signal exists once somebody looks at it; timer and listener exist once there is something that
 * could outlast them: a callback that did not answer at once, or a signal in somebody's hands.
 */
export abstract class Lifetime implements DeadlineEntry {
  /** Monotonic milliseconds. */
  readonly dueAt: number;
  /** The same instant in epoch milliseconds. */
  readonly deadline: number;
  listed = false;
  earlier: DeadlineEntry | undefined;
  later: DeadlineEntry | undefined;
  protected over: End | undefined;
  #controller: AbortController | undefined;
  #waiters: Set<Waiter> | undefined;
  #guarded = false;

  constructor(dueAt: number, deadline: number) {
    this.dueAt = dueAt;
    this.deadline = deadline;
  }

  /** Throws if this lifetime is over by now: cancellation is told before deadlines (READ-10). */
  abstract check(): void;
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
   * Answers at once if the callback does. Otherwise waits, but no longer than this lifetime: then the promise rejects
   * and whatever comes later is dropped. A primitive or something constructed is an answer; any other object may turn out
   * to be a thenable, and whatever thenables do, they do it to a native promise.
   */
  ask<A, B, S, R>(
    callback: (a: A, b: B) => unknown,
    a: A,
    b: B,
    accept: (answer: unknown, by: S) => R,
    refuse: (thrown: unknown, by: S) => R,
    by: S,
  ): R | Promise<R> {
    let answer: unknown;
    try {
      answer = callback(a, b);
    } catch (thrown) {
      this.check();
      return refuse(thrown, by);
    }
    if (isAnswer(answer)) {
      this.check();
      return accept(answer, by);
    }
    return this.#wait(answer, accept, refuse, by);
  }

  #wait<S, R>(
    answer: unknown,
    accept: (answer: unknown, by: S) => R,
    refuse: (thrown: unknown, by: S) => R,
    by: S,
  ): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      const waiter: Waiter = { reject };
      this.#waiters ??= new Set();
      this.#waiters.add(waiter);
      void this.#follow(answer, waiter, (settled, thrown) => {
        resolve(thrown ? refuse(settled, by) : accept(settled, by));
      });
      this.guardOnce();
    });
  }

  async #follow(
    answer: unknown,
    waiter: Waiter,
    settle: (settled: unknown, thrown: boolean) => void,
  ): Promise<void> {
    let settled: unknown;
    let isThrown = false;
    try {
      settled = await answer;
    } catch (thrown) {
      settled = thrown;
      isThrown = true;
    }
    // Gone: the lifetime ended first, and nobody waits any more.
    if (this.#waiters?.delete(waiter) !== true) return;
    try {
      this.check();
      settle(settled, isThrown);
    } catch (error) {
      waiter.reject(error);
    }
  }

  /** From here on the lifetime ends by itself. */
  guardOnce(): void {
    if (this.#guarded || this.over !== undefined) return;
    this.#guarded = true;
    this.guard();
  }

  /** Ends it: who waits is told at once, then the signal aborts. Only the first end counts. */
  protected end(how: End): void {
    if (this.over !== undefined) return;
    this.over = how;
    if (this.#guarded) this.unguard();
    const waiters = this.#waiters;
    this.#waiters = undefined;
    if (waiters !== undefined && how !== "settled") {
      const error = this.endError();
      for (const waiter of waiters) waiter.reject(error);
    }
    this.endInner(how);
    this.#controller?.abort(reasonOf(how));
  }
}

interface Waiter {
  readonly reject: (error: unknown) => void;
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
