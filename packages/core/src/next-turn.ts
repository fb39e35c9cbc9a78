/** Something to be done with in the next turn of the loop, unless it leaves before. A link of one list. */
export interface TurnEntry {
  readonly onTurn: () => void;
  isListed: boolean;
  before: TurnEntry | undefined;
  after: TurnEntry | undefined;
}

/** Node, Bun, and whoever else has it; kept, so that a test's fake timers change nothing here. */
const schedule: ((run: () => void) => unknown) | undefined = (
  globalThis as { readonly setImmediate?: ((run: () => void) => unknown) | undefined }
).setImmediate;

/**
 * What is to be looked at in the next turn of the loop. One turn is ordered for all, and most leave before it comes: so
 * whoever waits for microtasks alone pays nothing for what only longer waits need.
 */
export class NextTurn {
  #first: TurnEntry | undefined;
  #isOrdered = false;

  /** Where there are no such turns, now is the time. */
  add(entry: TurnEntry): void {
    if (schedule === undefined) {
      entry.onTurn();
      return;
    }
    entry.isListed = true;
    entry.before = undefined;
    entry.after = this.#first;
    if (this.#first !== undefined) this.#first.before = entry;
    this.#first = entry;
    if (this.#isOrdered) return;
    this.#isOrdered = true;
    schedule(this.#turn);
  }

  /** Does nothing for an entry that is not here. */
  remove(entry: TurnEntry): void {
    if (!entry.isListed) return;
    entry.isListed = false;
    const { before, after } = entry;
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after !== undefined) after.before = before;
    entry.before = undefined;
    entry.after = undefined;
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
