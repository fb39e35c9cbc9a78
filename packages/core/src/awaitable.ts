/** A value or the promise of one: what every callback of the gateway may return. */
export type Awaitable<T> = T | PromiseLike<T>;
