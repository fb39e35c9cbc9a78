import { Pending, type Soon, type Subscriber } from "../pending.ts";

/**
 * Starts `start(0)`, `start(1)`, … in order, never more than `concurrency` unfinished at once, and is done when all are.
 *
 * The first that throws or rejects ends it at once: the rest is not started, and what still runs may end as it likes.
 * What finishes at once costs no promise; if all do, neither does the whole.
 */
export function eachWithin(
  concurrency: number,
  count: number,
  start: (index: number) => Soon<void>,
): Soon<void> {
  for (let index = 0; index < count; index += 1) {
    const first = start(index);
    if (first instanceof Pending) return new Crowd(concurrency, count, start, index + 1, first);
  }
  return undefined;
}

/** Work that takes its time, several pieces at once. */
class Crowd extends Pending<void> implements Subscriber<void> {
  readonly #concurrency: number;
  readonly #count: number;
  readonly #start: (index: number) => Soon<void>;
  #next: number;
  #running = 0;
  #isOver = false;

  constructor(
    concurrency: number,
    count: number,
    start: (index: number) => Soon<void>,
    next: number,
    first: Pending<void>,
  ) {
    super();
    this.#concurrency = concurrency;
    this.#count = count;
    this.#start = start;
    this.#next = next;
    this.#watch(first);
    this.#fill();
  }

  onDone(): void {
    this.#running -= 1;
    this.#fill();
  }

  onFail(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.fail(error);
  }

  #watch(work: Pending<void>): void {
    this.#running += 1;
    work.subscribe(this);
  }

  #fill(): void {
    try {
      while (!this.#isOver && this.#running < this.#concurrency && this.#next < this.#count) {
        const work = this.#start(this.#next);
        this.#next += 1;
        if (work instanceof Pending) this.#watch(work);
      }
    } catch (error) {
      this.onFail(error);
    }
    if (this.#isOver || this.#running > 0 || this.#next < this.#count) return;
    this.#isOver = true;
    this.done(undefined);
  }
}
