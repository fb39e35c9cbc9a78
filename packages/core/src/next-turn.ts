import type { Guarded } from "./guarded.ts";

/** Node, Bun, and whoever else has it; kept, so that a test's fake timers change nothing here. */
const schedule: ((run: () => void) => unknown) | undefined = (
  globalThis as { readonly setImmediate?: ((run: () => void) => unknown) | undefined }
).setImmediate;

/**
 * What is to be looked at in the next turn of the loop. One turn is ordered for all, and most leave before it comes: so
 * whoever waits for microtasks alone pays nothing for what only longer waits need.
 */
export class NextTurn {
  #first: Guarded | undefined;
  #isOrdered = false;

  /** Where there are no such turns, now is the time. */
  add(entry: Guarded): void {
    if (schedule === undefined) {
      entry.onTurn();
      return;
    }
    entry.isListed = true;
    entry.earlier = undefined;
    entry.later = this.#first;
    if (this.#first !== undefined) this.#first.earlier = entry;
    this.#first = entry;
    if (this.#isOrdered) return;
    this.#isOrdered = true;
    schedule(this.#turn);
  }

  /** Does nothing for an entry that is not here. */
  remove(entry: Guarded): void {
    if (!entry.isListed) return;
    entry.isListed = false;
    const { earlier, later } = entry;
    if (earlier === undefined) this.#first = later;
    else earlier.later = later;
    if (later !== undefined) later.earlier = earlier;
    entry.earlier = undefined;
    entry.later = undefined;
  }

  readonly #turn = (): void => {
    this.#isOrdered = false;
    while (this.#first !== undefined) {
      const entry = this.#first;
      this.remove(entry);
      entry.onTurn();
    }
  };
}
