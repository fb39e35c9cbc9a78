/** Sees one permitted entry; `false` ends the walk. */
export type Visit<E> = (entry: E, index: number) => boolean;

/**
 * Asks about the entries of a list, some ahead of the one whose turn it is, and shows the permitted ones in the order of
 * the list, whatever the order of the answers.
 *
 * An answer that is there at once costs no promise, and nothing is asked ahead of it.
 */
export class InOrder<E> {
  readonly #entries: readonly E[];
  readonly #ahead: number;
  readonly #ask: (entry: E) => boolean | Promise<boolean>;
  readonly #visit: Visit<E>;
  readonly #answers = new Map<number, boolean>();
  /** Whose turn it is to be shown, and to be asked. */
  #turn: number;
  #next: number;
  #isOver = false;
  #resolve: () => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor(
    entries: readonly E[],
    from: number,
    ahead: number,
    ask: (entry: E) => boolean | Promise<boolean>,
    visit: Visit<E>,
  ) {
    this.#entries = entries;
    this.#turn = from;
    this.#next = from;
    this.#ahead = ahead;
    this.#ask = ask;
    this.#visit = visit;
  }

  /** Resolves when `visit` has seen enough or all; rejects at the first failure, whoever's turn it is. */
  async walk(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#askAhead();
    });
  }

  #askAhead(): void {
    try {
      while (!this.#isOver && this.#next - this.#turn < this.#ahead) {
        const index = this.#next;
        const entry = this.#entries[index];
        if (entry === undefined) break;
        this.#next += 1;
        const answer = this.#ask(entry);
        if (typeof answer === "boolean") this.#take(index, answer);
        else void this.#wait(index, answer);
      }
    } catch (error) {
      this.#fail(error);
    }
    if (this.#turn >= this.#entries.length) this.#end();
  }

  async #wait(index: number, answer: Promise<boolean>): Promise<void> {
    try {
      this.#take(index, await answer);
      this.#askAhead();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Shows every answer whose turn has come. */
  #take(index: number, answer: boolean): void {
    this.#answers.set(index, answer);
    while (!this.#isOver) {
      const permitted = this.#answers.get(this.#turn);
      const entry = this.#entries[this.#turn];
      if (permitted === undefined || entry === undefined) return;
      this.#answers.delete(this.#turn);
      if (permitted && !this.#visit(entry, this.#turn)) this.#end();
      this.#turn += 1;
    }
  }

  #end(): void {
    this.#isOver = true;
    this.#resolve();
  }

  #fail(error: unknown): void {
    this.#isOver = true;
    this.#reject(error);
  }
}
