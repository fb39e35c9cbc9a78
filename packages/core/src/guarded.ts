/**
 * What a gateway's lists hold: of those who are looked at in the next turn of the loop, and of deadlines. It stands in one
 * of them at most, so that its links serve all.
 */
export interface Guarded {
  /** Monotonic milliseconds. */
  readonly dueAt: number;
  readonly expire: () => void;
  readonly onTurn: () => void;
  isListed: boolean;
  earlier: Guarded | undefined;
  later: Guarded | undefined;
}
