/** The middle value; the mean of the two middle ones for an even count. Throws a `RangeError` on nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (upper === undefined || lower === undefined) throw new RangeError("median of no values");
  return (lower + upper) / 2;
}

/**
 * The median of the ratios taken round by round. Both sides of a ratio ran within the same few
 * milliseconds, so a slow spell of the machine slows both and the ratio stays; the ratio of two
 * medians does not have that property.
 */
export function medianRatio(of: readonly number[], over: readonly number[]): number {
  if (of.length !== over.length)
    throw new RangeError("the two sides ran a different number of rounds");
  return median(
    of.map((value, round) => {
      const base = over[round];
      if (base === undefined || base <= 0)
        throw new RangeError(`round ${round} has no base to divide by`);
      return value / base;
    }),
  );
}

/**
 * The order in which `count` sides take their turns in a round: rotated by one each round, and the
 * direction turned after each full rotation, so that no side always follows the same neighbour.
 */
export function turnOrder(count: number, round: number): readonly number[] {
  const order = Array.from({ length: count }, (_, turn) => (turn + round) % count);
  return Math.floor(round / count) % 2 === 0 ? order : order.toReversed();
}

/** How many batches make one turn of about `turnMs`, given what one warm batch took. At least one. */
export function batchesPerTurn(batchMs: number, turnMs: number): number {
  return Math.max(1, Math.ceil(turnMs / Math.max(batchMs, 1e-4)));
}
