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
  #isGuarded = false;
  #waiter: Waiter | undefined;

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
   * Answers at once if the callback does; otherwise waits, but no longer than this lifetime: then the promise rejects, and
   * what comes later is dropped. A primitive or something constructed is an answer; any other object may turn out to be a
   * thenable, and whatever thenables do, they do it to a native `await`.
   */
  ask<A, B, S, R>(
    callback: (a: A, b: B) => unknown,
    a: A,
    b: B,
    accept: (answer: unknown, by: S) => R,
    refuse: (thrown: unknown, by: S) => R,
    by: S,
  ): Soon<R> {
    if (this.over !== undefined) throw this.endError();
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
    const waiting = this.#wait(answer, accept, refuse, by);
    // The callback itself may have ended it, with a guard on or off.
    this.guardOnce();
    if (this.over !== undefined) this.#letGo();
    return waiting;
  }

  #wait<S, R>(
    answer: unknown,
    accept: (answer: unknown, by: S) => R,
    refuse: (thrown: unknown, by: S) => R,
    by: S,
  ): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      const settle = (settled: unknown, isThrown: boolean): void => {
        this.#remove(waiter);
        try {
          this.checkCancelled();
          resolve(isThrown ? refuse(settled, by) : accept(settled, by));
        } catch (error) {
          // oxlint-disable-next-line promise/no-multiple-resolved -- nothing was resolved if this threw
          reject(error);
        }
      };
      const waiter = new Waiter(settle, reject);
      this.#add(waiter);
      void follow(answer, waiter);
    });
  }

  #add(waiter: Waiter): void {
    waiter.later = this.#waiter;
    if (this.#waiter !== undefined) this.#waiter.earlier = waiter;
    this.#waiter = waiter;
  }

  #letGo(): void {
    let waiter = this.#waiter;
    this.#waiter = undefined;
    while (waiter !== undefined) {
      const { later } = waiter;
      waiter.letGo(this.over === "settled" ? undefined : this.endError());
      waiter = later;
    }
  }

  #remove({ earlier, later }: Waiter): void {
    if (earlier === undefined) this.#waiter = later;
    else earlier.later = later;
    if (later !== undefined) later.earlier = earlier;
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
    this.#letGo();
    this.endInner(how);
    this.#controller?.abort(reasonOf(how));
  }
}

/**
 * One wait for a callback's answer. An answer that never comes may be held by the host for good: once let go, it holds
 * nothing of the read that waited for it.
 */
class Waiter {
  earlier: Waiter | undefined;
  later: Waiter | undefined;
  #settle: ((settled: unknown, isThrown: boolean) => void) | undefined;
  #reject: ((error: Error) => void) | undefined;

  constructor(
    settle: (settled: unknown, isThrown: boolean) => void,
    reject: (error: Error) => void,
  ) {
    this.#settle = settle;
    this.#reject = reject;
  }

  settle(settled: unknown, isThrown: boolean): void {
    this.#settle?.(settled, isThrown);
  }

  /** The lifetime is over: tells who waits, unless nobody does any more. */
  letGo(error: Error | undefined): void {
    if (error !== undefined) this.#reject?.(error);
    this.#settle = undefined;
    this.#reject = undefined;
    this.earlier = undefined;
    this.later = undefined;
  }
}

/** A native `await` reads a thenable once, whatever it is, and never throws. */
async function follow(answer: unknown, waiter: Waiter): Promise<void> {
  let settled: unknown;
  try {
    settled = await answer;
  } catch (thrown) {
    waiter.settle(thrown, true);
    return;
  }
  waiter.settle(settled, false);
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
