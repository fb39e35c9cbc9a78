import { expect, it } from "vitest";
import { manualClock } from "../../src/index.ts";

it("[KIT-1] a manual clock stands still until it is moved", () => {
  const clock = manualClock({ now: 5000 });
  expect([clock.now(), clock.elapsed()]).toEqual([5000, 0]);
  clock.advance(20);
  expect([clock.now(), clock.elapsed()]).toEqual([5020, 20]);
});

it("[KIT-1] a manual clock runs each timer at its own instant, by time and then by age", () => {
  const clock = manualClock();
  const ran: string[] = [];
  const note = (name: string) => () => void ran.push(`${name} at ${clock.elapsed()}`);
  clock.setTimer(30, note("late"));
  clock.setTimer(10, note("first"));
  clock.setTimer(10, note("second"));
  clock.setTimer(31, note("never"));
  clock.setTimer(-5, note("overdue"));
  clock.advance(30);
  expect(ran).toEqual(["overdue at 0", "first at 10", "second at 10", "late at 30"]);
  expect(clock.pending()).toBe(1);
});

it("[KIT-1] a timer that a manual clock's timer sets runs in the same advance, if it is due by then", () => {
  const clock = manualClock();
  const ran: number[] = [];
  clock.setTimer(10, () => {
    ran.push(clock.elapsed());
    clock.setTimer(5, () => ran.push(clock.elapsed()));
    clock.setTimer(50, () => ran.push(clock.elapsed()));
  });
  clock.advance(20);
  expect(ran).toEqual([10, 15]);
  clock.advance(40);
  expect(ran).toEqual([10, 15, 60]);
});

it("[KIT-1] a manual clock forgets what was cancelled", () => {
  const clock = manualClock();
  let ran = 0;
  const cancel = clock.setTimer(10, () => (ran += 1));
  clock.setTimer(5, cancel);
  clock.advance(100);
  cancel();
  expect([ran, clock.pending()]).toEqual([0, 0]);
});

it("[KIT-1] a manual clock goes forward alone", () => {
  const clock = manualClock();
  expect(() => clock.advance(-1)).toThrow(TypeError);
  expect(() => clock.advance(Number.NaN)).toThrow(TypeError);
});
