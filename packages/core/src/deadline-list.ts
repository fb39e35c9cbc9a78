import type { Clock } from "./clock.ts";
import type { Guarded } from "./guarded.ts";

/**
 * Many deadlines, one timer: entries in the order in which they expire, the host's timer set for the first.
 *
 * Most entries of one list last equally long, so that adding at the end is the rule and costs nothing. There is no timer
 * while the list is empty; removing the first of several leaves the timer as it is, to find nothing due.
 */
export class DeadlineList {
  readonly #elapsed: () => number;
  readonly #setTimer: Clock["setTimer"];
  #first: Guarded | undefined;
  #last: Guarded | undefined;
  #cancelTimer: (() => void) | undefined;
  #timerDueAt = Number.POSITIVE_INFINITY;

  constructor(elapsed: () => number, setTimer: Clock["setTimer"]) {
    this.#elapsed = elapsed;
    this.#setTimer = setTimer;
  }

  add(entry: Guarded): void {
    entry.isListed = true;
    let before = this.#last;
    while (before !== undefined && before.dueAt > entry.dueAt) before = before.earlier;
    const after = before === undefined ? this.#first : before.later;
    entry.earlier = before;
    entry.later = after;
    if (before === undefined) this.#first = entry;
    else before.later = entry;
    if (after === undefined) this.#last = entry;
    else after.earlier = entry;
    if (entry.dueAt < this.#timerDueAt) this.#arm(entry.dueAt);
  }

  /** Does nothing for an entry that has expired, or was removed before. */
  remove(entry: Guarded): void {
    if (!entry.isListed) return;
    entry.isListed = false;
    const { earlier, later } = entry;
    if (earlier === undefined) this.#first = later;
    else earlier.later = later;
    if (later === undefined) this.#last = earlier;
    else later.earlier = earlier;
    entry.earlier = undefined;
    entry.later = undefined;
    if (this.#first === undefined) this.#disarm();
  }

  #arm(dueAt: number): void {
    this.#disarm();
    this.#timerDueAt = dueAt;
    const ms = Math.max(0, Math.ceil(dueAt - this.#elapsed()));
    this.#cancelTimer = this.#setTimer(ms, () => {
      this.#cancelTimer = undefined;
      this.#timerDueAt = Number.POSITIVE_INFINITY;
      this.#expireDue();
    });
  }

  #disarm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#timerDueAt = Number.POSITIVE_INFINITY;
  }

  /** Timers may come a little early, or after removals: what is not due yet gets a timer again. */
  #expireDue(): void {
    const now = this.#elapsed();
    while (this.#first !== undefined && this.#first.dueAt <= now) {
      const due = this.#first;
      this.remove(due);
      due.expire();
    }
    if (this.#first !== undefined && this.#first.dueAt < this.#timerDueAt) {
      this.#arm(this.#first.dueAt);
    }
  }
}
