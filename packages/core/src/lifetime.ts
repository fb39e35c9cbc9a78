import type { Guarded } from "./guarded.ts";
import type { NextTurn } from "./next-turn.ts";
import { Constructed } from "./identity/construction.ts";
import { Pending, type Soon } from "./pending.ts";

/** How a lifetime can end. */
export type End = "cancelled" | "timeout" | "settled";

/**
 * A stretch of time in which callbacks are asked: it hands out a signal, and is over at a deadline or when somebody says
 * so, whatever the callbacks do (READ-10).
 *
 * All of it is lazy. A signal exists once somebody looks at it; timer and listener exist once a turn of the loop has come
 * while there was something that could outlast them: a callback that did not answer, or a signal in somebody's hands.
 */
export abstract class Lifetime implements Guarded {
  /** Monotonic milliseconds. */
  readonly dueAt: number;
  isListed = false;
  earlier: Guarded | undefined;
  later: Guarded | undefined;
  protected over: End | undefined;
  #controller: AbortController | undefined;
  #guard: "none" | "ordered" | "on" = "none";
  #waiter: AnyWaiter | undefined;
  #alone: AnyWaiter | undefined;
  #listener: Listener | undefined;

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
  protected abstract get turns(): NextTurn;
  /** Ends what lives inside this one. */
  protected abstract endInner(how: End): void;

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.over === undefined) this.guardSoon();
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
  askSoon<A, B, S, R>(
    callback: (a: A, b: B) => unknown,
    a: A,
    b: B,
    accept: (answer: unknown, by: S) => R,
    refuse: (thrown: unknown, by: S) => R,
    by: S,
  ): Soon<R> {
    // A sibling that was asked in this very turn may have cancelled it: then nobody else is asked.
    this.checkCancelled();
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
    const waiter = new Waiter(this, accept, refuse, by);
    this.#add(waiter);
    this.#follow(answer, waiter);
    // The callback itself may have ended it, with a guard on or off.
    this.guardSoon();
    if (this.over !== undefined) this.#letGo();
    return waiter;
  }

  /** {@link askSoon} for those who use `await`. */
  ask<A, B, S, R>(
    callback: (a: A, b: B) => unknown,
    a: A,
    b: B,
    accept: (answer: unknown, by: S) => R,
    refuse: (thrown: unknown, by: S) => R,
    by: S,
  ): R | Promise<R> {
    const answer = this.askSoon(callback, a, b, accept, refuse, by);
    return answer instanceof Pending ? answer.promise() : answer;
  }

  /**
   * Mostly one callback is asked at a time, and answers with a plain promise: then the two functions that hear of it are
   * made once for all such answers. The lifetime's end forgets who was meant, so that a late one is told to nobody.
   */
  #follow(answer: unknown, waiter: AnyWaiter): void {
    if (this.#alone !== undefined || !isPlainPromise(answer)) {
      void follow(answer, waiter);
      return;
    }
    this.#alone = waiter;
    this.#listener ??= {
      onAnswer: (answered) => {
        this.#tellAlone(answered, false);
      },
      onThrow: (thrown) => {
        this.#tellAlone(thrown, true);
      },
    };
    subscribe(answer, this.#listener);
  }

  #tellAlone(settled: unknown, isThrown: boolean): void {
    const alone = this.#alone;
    this.#alone = undefined;
    alone?.settle(settled, isThrown);
  }

  #add(waiter: AnyWaiter): void {
    waiter.later = this.#waiter;
    if (this.#waiter !== undefined) this.#waiter.earlier = waiter;
    this.#waiter = waiter;
  }

  #letGo(): void {
    let waiter = this.#waiter;
    this.#waiter = undefined;
    while (waiter !== undefined) {
      const { later } = waiter;
      waiter.dismiss(this.over === "settled" ? undefined : this.endError());
      waiter = later;
    }
  }

  /** A waiter has its answer. */
  leave({ earlier, later }: AnyWaiter): void {
    if (earlier === undefined) this.#waiter = later;
    else earlier.later = later;
    if (later !== undefined) later.earlier = earlier;
  }

  /** From the next turn of the loop on, the lifetime ends by itself; until then nothing can have ended it but a callback. */
  guardSoon(): void {
    if (this.#guard !== "none" || this.over !== undefined) return;
    this.#guard = "ordered";
    this.turns.add(this);
  }

  /** From here on the lifetime ends by itself. */
  guardNow(): void {
    if (this.#guard === "on" || this.over !== undefined) return;
    this.turns.remove(this);
    this.#guard = "on";
    this.guard();
  }

  onTurn(): void {
    this.guardNow();
  }

  /** Ends it: who waits is told at once, then the signal aborts. Only the first end counts. */
  protected end(how: End): void {
    if (this.over !== undefined) return;
    this.over = how;
    if (this.#guard === "ordered") this.turns.remove(this);
    if (this.#guard === "on") this.unguard();
    this.#alone = undefined;
    this.endInner(how);
    this.#letGo();
    this.#controller?.abort(reasonOf(how));
  }
}

/** A {@link Waiter}, whatever it waits for. A link of its lifetime's list. */
interface AnyWaiter {
  earlier: AnyWaiter | undefined;
  later: AnyWaiter | undefined;
  readonly settle: (settled: unknown, isThrown: boolean) => void;
  readonly dismiss: (error: Error | undefined) => void;
}

/**
 * One wait for a callback's answer. An answer that never comes may be held by the host for good: once dismissed, it holds
 * nothing of the read that waited for it.
 */
class Waiter<S, R> extends Pending<R> implements AnyWaiter {
  earlier: AnyWaiter | undefined;
  later: AnyWaiter | undefined;
  #lifetime: Lifetime | undefined;
  #accept: ((answer: unknown, by: S) => R) | undefined;
  #refuse: ((thrown: unknown, by: S) => R) | undefined;
  #by: S;

  constructor(
    lifetime: Lifetime,
    accept: (answer: unknown, by: S) => R,
    refuse: (thrown: unknown, by: S) => R,
    by: S,
  ) {
    super();
    this.#lifetime = lifetime;
    this.#accept = accept;
    this.#refuse = refuse;
    this.#by = by;
  }

  settle(settled: unknown, isThrown: boolean): void {
    const lifetime = this.#lifetime;
    const treat = isThrown ? this.#refuse : this.#accept;
    if (lifetime === undefined || treat === undefined) return;
    lifetime.leave(this);
    let result: R;
    try {
      lifetime.checkCancelled();
      result = treat(settled, this.#by);
    } catch (error) {
      this.fail(error);
      return;
    }
    this.done(result);
  }

  /** The lifetime is over: tells who waits, unless nobody does any more. */
  dismiss(error: Error | undefined): void {
    this.#lifetime = undefined;
    this.#accept = undefined;
    this.#refuse = undefined;
    this.earlier = undefined;
    this.later = undefined;
    if (error === undefined) this.letGo();
    else this.fail(error);
  }
}

/** A native `await` reads a thenable once, whatever it is, and never throws. */
async function follow(answer: unknown, waiter: AnyWaiter): Promise<void> {
  let settled: unknown;
  try {
    settled = await answer;
  } catch (thrown) {
    waiter.settle(thrown, true);
    return;
  }
  waiter.settle(settled, false);
}

/** Hears of one promise after another. */
interface Listener {
  readonly onAnswer: (answered: unknown) => void;
  readonly onThrow: (thrown: unknown) => void;
}

/** `await` looks at no promise's own `then` either. */
function subscribe(promise: Promise<unknown>, { onAnswer, onThrow }: Listener): void {
  // oxlint-disable-next-line promise/prefer-await-to-then -- it is `await`, without a function of its own
  void Promise.prototype.then.call(promise, onAnswer, onThrow);
}

/** A promise of this realm, and of no subclass: `await` subscribes to these directly. */
function isPlainPromise(value: unknown): value is Promise<unknown> {
  try {
    return value instanceof Promise && value.constructor === Promise;
  } catch {
    return false;
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
