/**
 * Starts `start(0)`, `start(1)`, … in order, never more than `concurrency` unfinished at once, and is done when all are.
 *
 * The first that throws or rejects ends it at once: the rest is not started, and what still runs may end as it likes.
 * What finishes at once costs no promise; if all do, neither does the whole.
 */
export function eachWithin(
  concurrency: number,
  count: number,
  start: (index: number) => void | Promise<void>,
): void | Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const first = start(index);
    if (first !== undefined) return new Crowd(concurrency, count, start).from(index + 1, first);
  }
  return undefined;
}

/** Work that takes its time, several pieces at once. */
class Crowd {
  readonly #concurrency: number;
  readonly #count: number;
  readonly #start: (index: number) => void | Promise<void>;
  #next = 0;
  #running = 0;
  #isOver = false;
  #resolve: () => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor(concurrency: number, count: number, start: (index: number) => void | Promise<void>) {
    this.#concurrency = concurrency;
    this.#count = count;
    this.#start = start;
  }

  from(next: number, first: Promise<void>): Promise<void> {
    this.#next = next;
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#watch(first);
      this.#fill();
    });
  }

  #watch(work: Promise<void>): void {
    this.#running += 1;
    work.then(this.#finish, this.#fail);
  }

  #fill(): void {
    try {
      while (!this.#isOver && this.#running < this.#concurrency && this.#next < this.#count) {
        const work = this.#start(this.#next);
        this.#next += 1;
        if (work !== undefined) this.#watch(work);
      }
    } catch (error) {
      this.#fail(error);
    }
    if (!this.#isOver && this.#running === 0) this.#resolve();
  }

  readonly #finish = (): void => {
    this.#running -= 1;
    this.#fill();
  };

  readonly #fail = (error: unknown): void => {
    this.#isOver = true;
    this.#reject(error);
  };
}
