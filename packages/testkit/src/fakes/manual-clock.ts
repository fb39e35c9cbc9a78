import type { Clock } from "@org/resources-core";

/** A clock that stands still until the test moves it. */
export interface ManualClock extends Clock {
  readonly elapsed: () => number;
  /** Moves time forward, running each timer that is due at its own instant, in order of time then of setting. */
  readonly advance: (ms: number) => void;
  /** How many timers are waiting: zero when nothing was left behind. */
  readonly pending: () => number;
}

/** What {@link manualClock} takes: the wall time it starts at, in epoch milliseconds. */
export interface ManualClockOptions {
  readonly now?: number | undefined;
}

/**
 * Makes a clock for a gateway's `clock` option that only the test moves (KIT-1).
 *
 * @example
 * const clock = manualClock();
 * const gateway = createResourceGateway({ policy, bindings, clock });
 * const reading = gateway.read("asset://p/hangs", { context, timeoutMs: 100 });
 * clock.advance(100); // rejects as "timeout"
 */
export function manualClock(options: ManualClockOptions = {}): ManualClock {
  const start = options.now ?? Date.UTC(2026, 0, 1);
  const timers = new Map<number, { readonly due: number; readonly fn: () => void }>();
  let elapsed = 0;
  let nextId = 0;

  return {
    now: () => start + elapsed,
    elapsed: () => elapsed,
    setTimer(ms, fn) {
      const id = nextId++;
      timers.set(id, { due: elapsed + Math.max(0, ms), fn });
      return () => {
        timers.delete(id);
      };
    },
    advance(ms) {
      if (!(ms >= 0)) throw new TypeError("a clock is moved forward, by milliseconds");
      const until = elapsed + ms;
      for (;;) {
        const due = [...timers].filter(([, timer]) => timer.due <= until);
        const [first] = due.toSorted(([a, x], [b, y]) => x.due - y.due || a - b);
        if (first === undefined) break;
        const [id, timer] = first;
        timers.delete(id);
        elapsed = Math.max(elapsed, timer.due);
        timer.fn();
      }
      elapsed = until;
    },
    pending: () => timers.size,
  };
}
