import type { Clock } from "../src/clock.ts";

/** Time that passes when a test says so, and knows which timers are set. */
export interface ManualClock extends Clock {
  readonly elapsed: () => number;
  /** Lets time pass, firing timers in order, each in a turn of its own. */
  readonly advance: (ms: number) => Promise<void>;
  /** Lets time pass without firing anything, as while the loop is blocked. */
  readonly block: (ms: number) => void;
  readonly timers: () => number;
}

const EPOCH = 1_700_000_000_000;

export function manualClock(): ManualClock {
  let time = 0;
  const timers = new Set<{ readonly at: number; readonly fn: () => void }>();
  return {
    now: () => EPOCH + time,
    elapsed: () => time,
    setTimer: (ms, fn) => {
      const timer = { at: time + ms, fn };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    timers: () => timers.size,
    block: (ms) => {
      time += ms;
    },
    advance: async (ms) => {
      const end = time + ms;
      await turn();
      for (;;) {
        const [due] = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (due === undefined) break;
        timers.delete(due);
        time = Math.max(time, due.at);
        due.fn();
        // oxlint-disable-next-line no-await-in-loop -- time passes in steps
        await turn();
      }
      time = end;
      await turn();
    },
  };
}

/** Lets everything run that is ready to. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
