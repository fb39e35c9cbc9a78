import { describe, expect, it } from "vitest";
import { andThen, Pending, pendingOf, type Soon } from "../src/pending.ts";

/** Subscribes and keeps a log of what came. */
function logged<T>(pending: Pending<T>): string[] {
  const log: string[] = [];
  pending.subscribe({
    onDone: (value) => log.push(`done ${String(value)}`),
    onFail: (error) => log.push(`fail ${String(error)}`),
  });
  return log;
}

describe("pending answers", () => {
  it("tell their one subscriber at once, and once", () => {
    const pending = new Pending<number>();
    const log = logged(pending);
    pending.done(1);
    pending.done(2);
    pending.fail("late");
    expect(log).toEqual(["done 1"]);
  });

  it("keep what comes before anybody waits", () => {
    const early = new Pending<number>();
    early.done(1);
    early.fail("late");
    expect(logged(early)).toEqual(["done 1"]);
    const failed = new Pending<number>();
    failed.fail("x");
    expect(logged(failed)).toEqual(["fail x"]);
  });

  it("chain values, errors, throws and further pendings, as promises do", () => {
    const further = new Pending<number>();
    const start = new Pending<number>();
    const chained = start
      .chain((value, by) => value + by, 10)
      .chain((value) => {
        if (value === 11) throw new Error("eleven");
        return value;
      }, undefined)
      .chain(
        (value): Soon<number> => value,
        "recovered",
        (error, by): Soon<number> => {
          expect([String(error), by]).toEqual(["Error: eleven", "recovered"]);
          return further;
        },
      );
    const log = logged(chained);
    start.done(1);
    expect(log).toEqual([]);
    further.done(7);
    expect(log).toEqual(["done 7"]);
  });

  it("pass an error on to who can recover, and a recovery's own throw to who comes after", () => {
    const start = new Pending<number>();
    const log = logged(
      start
        .chain((value) => value, undefined)
        .chain(
          (value) => value,
          undefined,
          (error) => {
            throw new Error(`again: ${String(error)}`);
          },
        ),
    );
    start.fail("x");
    expect(log).toEqual(["fail Error: again: x"]);
  });

  it("do not grow a stack however long a loop is", () => {
    const turns = 200_000;
    let next: Pending<void> | undefined;
    const loop = (left: number): Soon<number> => {
      if (left === 0) return 0;
      next = new Pending();
      return next.chain((_, rest) => loop(rest), left - 1);
    };
    const started = loop(turns);
    const log = started instanceof Pending ? logged(started) : [];
    for (let turn = 0; turn < turns; turn += 1) next?.done();
    expect(log).toEqual(["done 0"]);
  });

  it("hold nobody once they are let go", () => {
    const pending = new Pending<number>();
    const log = logged(pending);
    pending.letGo();
    pending.done(1);
    expect(log).toEqual([]);
  });

  it("become promises, and promises them", async () => {
    const pending = new Pending<number>();
    const promise = pending.promise();
    pending.done(3);
    await expect(promise).resolves.toBe(3);
    await expect(pendingOf(Promise.resolve(4)).promise()).resolves.toBe(4);
    await expect(pendingOf(Promise.reject(new Error("x"))).promise()).rejects.toThrow("x");
  });

  it("cost nothing where there is nothing to wait for", () => {
    expect(andThen(1, (value) => value + 1)).toBe(2);
    expect(andThen(1, (value, by) => value + by, 5)).toBe(6);
    const pending = new Pending<number>();
    const log = logged(andThen(pending, (value, by) => value + by, 5) as Pending<number>);
    pending.done(1);
    expect(log).toEqual(["done 6"]);
  });
});
