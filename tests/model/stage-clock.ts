import type { Clock } from "@org/resources-core";

/**
 * A clock that the test moves, as a busy loop sees time: all of it has passed by the time that the first timer fires, and
 * what passes while JavaScript is busy is seen by whoever looks, but fires no timer until the loop turns again.
 */
export interface StageClock extends Clock {
  readonly elapsed: () => number;
  readonly advance: (ms: number) => void;
  readonly stall: (ms: number) => void;
  readonly isStalled: () => boolean;
  readonly pending: () => number;
  /** When the next timer is due, on `elapsed`'s scale. */
  readonly nextDue: () => number | undefined;
}

interface Timer {
  readonly due: number;
  readonly fn: () => void;
}

export function stageClock(): StageClock {
  const start = Date.UTC(2026, 0, 1);
  const timers = new Set<Timer>();
  let elapsed = 0;
  let isStalled = false;
  const next = (): Timer | undefined => {
    const [first] = [...timers].toSorted((a, b) => a.due - b.due);
    return first;
  };
  return {
    now: () => start + elapsed,
    elapsed: () => elapsed,
    setTimer(ms, fn) {
      const timer = { due: elapsed + Math.max(0, ms), fn };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    advance(ms) {
      elapsed += ms;
      isStalled = false;
      for (let timer = next(); timer !== undefined && timer.due <= elapsed; timer = next()) {
        timers.delete(timer);
        timer.fn();
      }
    },
    stall(ms) {
      elapsed += ms;
      isStalled ||= ms > 0;
    },
    isStalled: () => isStalled,
    pending: () => timers.size,
    nextDue: () => next()?.due,
  };
}
