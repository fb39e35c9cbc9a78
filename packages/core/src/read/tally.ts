/**
 * A sum of sizes under a total, of which some are known only by a bound that is never below them. A size costs a look at
 * every character, so it is taken only when the bounds are not enough.
 */
export class Tally<T> {
  readonly total: number;
  readonly #sizeOf: (part: T) => number;
  #sized = 0;
  #bounds = 0;
  #unsized: T[] | undefined;

  constructor(total: number, sizeOf: (part: T) => number) {
    this.total = total;
    this.#sizeOf = sizeOf;
  }

  /** What the parts take together, or more. */
  get atMost(): number {
    return this.#sized + this.#bounds;
  }

  /** What there is left. */
  left(): number {
    this.#sizeAll();
    return this.total - this.#sized;
  }

  /** Whether so much is left: exact, though it may not have to look. */
  hasRoomFor(bytes: number): boolean {
    return this.atMost + bytes <= this.total || bytes <= this.left();
  }

  add(size: number): void {
    this.#sized += size;
  }

  addBounded(part: T, bound: number): void {
    this.#bounds += bound;
    if (this.#unsized === undefined) this.#unsized = [part];
    else this.#unsized.push(part);
  }

  #sizeAll(): void {
    const unsized = this.#unsized;
    if (unsized === undefined) return;
    this.#unsized = undefined;
    this.#bounds = 0;
    for (const part of unsized) this.#sized += this.#sizeOf(part);
  }
}
