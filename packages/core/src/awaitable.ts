/** A value or the promise of one: what every callback of the gateway may return. */
export type Awaitable<T> = T | PromiseLike<T>;

/** What a station answers: at once, or by a promise that core made itself. A station that need not wait costs no turn. */
export type Soon<T> = T | Promise<T>;

/** Goes on at once with what is there, or when it is; `next` gets `by` as well, so that it need be no closure. */
export function andThen<T, R>(value: Soon<T>, next: (value: T) => Soon<R>): Soon<R>;
export function andThen<T, S, R>(
  value: Soon<T>,
  next: (value: T, by: S) => Soon<R>,
  by: S,
): Soon<R>;
export function andThen<T, S, R>(
  value: Soon<T>,
  next: (value: T, by?: S) => Soon<R>,
  by?: S,
): Soon<R> {
  return value instanceof Promise ? later(value, next, by) : next(value, by);
}

/** By itself, so that what is there already costs no closure. */
function later<T, S, R>(
  value: Promise<T>,
  next: (value: T, by?: S) => Soon<R>,
  by?: S,
): Promise<R> {
  // oxlint-disable-next-line promise/no-callback-in-promise -- that is what it is for
  return value.then((settled) => next(settled, by));
}
