import type { Clock } from "@org/resources-core";
import { manualClock } from "@org/resources-testkit";

/**
 * A manual clock that can also stall: time that passes while JavaScript is busy is seen by whoever looks, but no timer
 * fires until the loop turns again.
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

export function stageClock(): StageClock {
  const clock = manualClock();
  const dues = new Set<{ readonly at: number }>();
  let stalled = 0;
  const elapsed = (): number => clock.elapsed() + stalled;
  return {
    now: () => clock.now() + stalled,
    elapsed,
    setTimer(ms, fn) {
      const due = { at: elapsed() + ms };
      dues.add(due);
      const cancel = clock.setTimer(ms + stalled, () => {
        dues.delete(due);
        fn();
      });
      return () => {
        dues.delete(due);
        cancel();
      };
    },
    advance(ms) {
      const total = ms + stalled;
      stalled = 0;
      clock.advance(total);
    },
    stall(ms) {
      stalled += ms;
    },
    isStalled: () => stalled > 0,
    pending: clock.pending,
    nextDue: () => (dues.size === 0 ? undefined : Math.min(...[...dues].map(({ at }) => at))),
  };
}
