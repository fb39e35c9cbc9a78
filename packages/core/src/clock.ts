/**
 * Time as the gateway sees it: injected, so that tests decide when it passes.
 *
 * `now` is wall time in epoch milliseconds (what a scope's `deadline` is expressed in and what a cursor's expiry is
 * made of); `elapsed` is monotonic milliseconds from any origin (what deadlines are enforced by, READ-1) and falls
 * back to `now`; `setTimer` runs `fn` once after `ms` milliseconds (at most 2 147 483 647) and returns its canceller.
 */
export interface Clock {
  readonly now: () => number;
  readonly elapsed?: (() => number) | undefined;
  readonly setTimer: (ms: number, fn: () => void) => () => void;
}

/** `n` random bytes; the default is WebCrypto's. Cursor salts and nonces never use an injected source (LST-3). */
export type Random = (n: number) => Uint8Array;

/** The host's own time: wall clock, monotonic clock and timers. */
export const systemClock: Clock = Object.freeze({
  now: Date.now,
  elapsed: performance.now.bind(performance),
  setTimer: (ms: number, fn: () => void) => {
    const timer = setTimeout(fn, ms);
    return () => {
      clearTimeout(timer);
    };
  },
});
