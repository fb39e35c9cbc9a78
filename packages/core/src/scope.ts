import type { ResourceMatch } from "./definition/match.ts";

/**
 * One request as callbacks see it: who asks, and until when.
 *
 * `deadline` is an instant (epoch ms). `signal` aborts on cancellation, on the deadline, and when the operation
 * settles (READ-1). `operationId` is the same in events and failures.
 */
export interface Scope<out C> {
  readonly context: C;
  readonly signal: AbortSignal;
  readonly deadline: number;
  readonly operationId: string;
}

/** A {@link Scope} inside a read: the match that is being decided. */
export interface PolicyScope<out C> extends Scope<C> {
  readonly match: ResourceMatch;
}

/**
 * A {@link Scope} for one body: `signal` and `deadline` are the item's own (READ-6), `maxBytes` is what this body may
 * still be (LIM-5). `T` is the template, which types `match.variables`.
 */
export interface ReadScope<out C, T extends string = string> extends Scope<C> {
  readonly match: ResourceMatch<T>;
  readonly maxBytes: number;
}

/** What a function-backed reader is given: its {@link ReadScope} and the canonical URI that it stands for (FN-1). */
export interface ReaderRequest<out C, T extends string = string> extends ReadScope<C, T> {
  readonly uri: string;
}
