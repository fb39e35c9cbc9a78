/** A promise and the means to settle it: how a test holds a callback where it wants it. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T | PromiseLike<T>) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Makes a promise that the test settles (KIT-1). A rejection that nobody awaits is no unhandled rejection.
 *
 * @example
 * const body = deferred<string>();
 * const reading = gateway.read("asset://p/slow", { context });
 * policy.deny("asset://p/slow");
 * body.resolve("too late: the re-check refuses it");
 */
export function deferred<T>(): Deferred<T> {
  let resolve!: (value: T | PromiseLike<T>) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
