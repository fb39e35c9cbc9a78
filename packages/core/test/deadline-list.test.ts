import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DeadlineList } from "../src/deadline-list.ts";
import type { Guarded } from "../src/guarded.ts";
import { manualClock } from "./manual-clock.ts";

function entry(dueAt: number, expired: () => void = () => {}): Guarded {
  return {
    dueAt,
    expire: expired,
    onTurn: () => {},
    isListed: false,
    earlier: undefined,
    later: undefined,
  };
}

describe("a deadline list", () => {
  it("[READ-1] sets one timer for many deadlines, and none while there is none", async () => {
    const clock = manualClock();
    const list = new DeadlineList(clock.elapsed, clock.setTimer);
    const entries = [30, 10, 20, 10].map((dueAt) => entry(dueAt));
    expect(clock.timers()).toBe(0);
    for (const one of entries) list.add(one);
    expect(clock.timers()).toBe(1);
    for (const one of entries) list.remove(one);
    expect(clock.timers()).toBe(0);
    await clock.advance(100);
  });

  it("[READ-1] takes a timer that comes early, or for something removed, as no reason to expire", async () => {
    const fired: (() => void)[] = [];
    let time = 0;
    const list = new DeadlineList(
      () => time,
      (_, fn) => {
        fired.push(fn);
        return () => {};
      },
    );
    let expired = 0;
    const first = entry(10);
    list.add(first);
    list.add(
      entry(20.5, () => {
        expired += 1;
      }),
    );
    list.remove(first);
    time = 10;
    fired.shift()?.();
    time = 20.4;
    fired.shift()?.();
    expect(expired).toBe(0);
    time = 20.5;
    fired.shift()?.();
    expect(expired).toBe(1);
    expect(fired).toEqual([]);
  });

  it("[READ-1] expires what is due, in order, and each entry once, whatever comes and goes", async () => {
    const plan = fc.array(
      fc.record({ after: fc.nat(50), lasts: fc.nat(50), removed: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(plan, async (steps) => {
        const clock = manualClock();
        const list = new DeadlineList(clock.elapsed, clock.setTimer);
        const expired: number[] = [];
        const due: number[] = [];
        const removed: Guarded[] = [];
        for (const { lasts, removed: isRemoved } of steps) {
          const one = entry(lasts, () => expired.push(one.dueAt));
          list.add(one);
          if (isRemoved) removed.push(one);
          else due.push(lasts);
        }
        for (const one of removed) {
          list.remove(one);
          list.remove(one);
        }
        await clock.advance(50);
        expect(expired).toEqual(due.toSorted((a, b) => a - b));
        expect(clock.timers()).toBe(0);
      }),
      { numRuns: 50 },
    );
  });
});
