/** What a case is made of. A case declares; `measure.ts` runs it and `verdict.ts` judges it. */

/** A contestant that is timed: the harness repeats `batch` and divides by `operations`. */
export interface TimedSide {
  readonly name: string;
  /**
   * Runs before any timing and says in words what this side answered on the case's input
   * ("950 accepted, 64 refused"). Throws when the answers are not the ones this side owes, so that a
   * side which skips the work is never timed.
   */
  readonly answers: () => string | Promise<string>;
  /**
   * Runs before each turn, untimed: {@link collectGarbage}, where what one side leaves behind would be
   * cleaned up in the turn of another. Only where all leave the same: otherwise cleaning up is part of the
   * price. The case then needs `--expose-gc`.
   */
  readonly before?: () => void;
  /** How many operations one batch makes. */
  readonly operations: number;
  /**
   * Does the work and returns a number that depends on every answer. The harness sums it up and
   * compares it from batch to batch: the optimizer cannot drop the work, and nobody can answer less
   * once the clock runs.
   */
  readonly batch: () => number | Promise<number>;
}

export function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error("the case needs --expose-gc");
  globalThis.gc();
}

/** A contestant that measures itself: time inside a fresh process, peak memory, bytes. */
export interface SampledSide {
  readonly name: string;
  readonly answers: () => string | Promise<string>;
  readonly unit: string;
  readonly sample: () => number | Promise<number>;
}

export type Side = TimedSide | SampledSide;

/** What the table shows of a figure besides its value. */
export interface Aim {
  readonly what: string;
  /** The target. Without one, the figure only informs. */
  readonly atMost?: number;
  /** A miss that was thought through: how far it may go, and the number of the decision that says why. */
  readonly accepted?: { readonly atMost: number; readonly decision: string };
}

/** A line of the table. */
export type Figure = Aim &
  (
    | { /** `of` divided by `over`, round by round. */ readonly of: string; readonly over: string }
    | { /** The side's own level: nanoseconds an operation, or its unit. */ readonly level: string }
    | { /** Known once prepared: a count, a size. */ readonly fact: number; readonly unit: string }
  );

export interface Prepared {
  readonly sides: readonly Side[];
  readonly figures: readonly Figure[];
  /** Ends what `prepare` started: servers, child processes. */
  readonly dispose?: () => Promise<void>;
}

export interface Case {
  readonly id: string;
  readonly title: string;
  /** Extra flags for the process that runs the case, such as `--expose-gc` for memory. */
  readonly nodeFlags?: readonly string[];
  /** Fewer rounds where a turn is slow by nature (a process start, 10 000 regular expressions). */
  readonly rounds?: number;
  /** `warmUpMs` is what a timed side gets: one that measures itself settles here, for as long as it thinks fit. */
  readonly prepare: (effort: { readonly warmUpMs: number }) => Prepared | Promise<Prepared>;
}

/** What one process found out about a case. */
export interface Outcome {
  readonly answers: readonly { readonly side: string; readonly answer: string }[];
  /** Per side, the median of its rounds. */
  readonly levels: readonly {
    readonly side: string;
    readonly median: number;
    readonly unit: string;
  }[];
  readonly figures: readonly (Aim & { readonly value: number; readonly unit: string })[];
}
