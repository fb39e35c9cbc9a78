/** Something that ends when its caller's signal aborts. */
export interface Cancellable {
  readonly cancel: () => void;
}

/**
 * Watches callers' signals with one listener each, however many operations share one (a server's shutdown signal, say),
 * and none once the last of them is over. Nothing holds a signal alive.
 */
export class CallerSignals {
  readonly #watches = new WeakMap<AbortSignal, Watch>();

  /** The caller looks at `signal.aborted` itself: an abort that has happened is not told again. */
  watch(signal: AbortSignal, operation: Cancellable): void {
    let watch = this.#watches.get(signal);
    if (watch === undefined) {
      watch = new Watch();
      this.#watches.set(signal, watch);
    }
    if (watch.operations.size === 0) signal.addEventListener("abort", watch.onAbort);
    watch.operations.add(operation);
  }

  unwatch(signal: AbortSignal, operation: Cancellable): void {
    const watch = this.#watches.get(signal);
    if (watch === undefined || !watch.operations.delete(operation)) return;
    if (watch.operations.size === 0) signal.removeEventListener("abort", watch.onAbort);
  }
}

class Watch {
  readonly operations: Set<Cancellable> = new Set();
  readonly onAbort: () => void = () => {
    // Each leaves the set as it ends.
    for (const operation of this.operations) operation.cancel();
  };
}
