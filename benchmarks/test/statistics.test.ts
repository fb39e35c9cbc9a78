import { describe, expect, test } from "vitest";

import { batchesPerTurn, median, medianRatio, turnOrder } from "../src/statistics.ts";

describe("median", () => {
  test("takes the middle of an odd count, whatever the order", () => {
    expect(median([9, 1, 5])).toBe(5);
  });
  test("takes the mean of the two middle ones of an even count", () => {
    expect(median([10, 1, 2, 4])).toBe(3);
  });
  test("sorts by number, not by text", () => {
    expect(median([100, 9, 20])).toBe(20);
  });
  test("refuses an empty list", () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

describe("medianRatio", () => {
  test("a slow spell that hits both sides of a round leaves the ratio alone", () => {
    // Half as slow in every round, while the machine slows down tenfold in most of them.
    expect(medianRatio([1, 10, 10, 1, 10], [2, 20, 20, 2, 20])).toBe(0.5);
  });
  test("is not the ratio of the medians", () => {
    const of = [1, 2, 9];
    const over = [1, 4, 3];
    expect(medianRatio(of, over)).toBe(1);
    expect(median(of) / median(over)).not.toBe(1);
  });
  test("refuses sides that ran a different number of rounds, and a base of nothing", () => {
    expect(() => medianRatio([1, 2], [1])).toThrow(RangeError);
    expect(() => medianRatio([1], [0])).toThrow(RangeError);
  });
});

describe("turnOrder", () => {
  test("every round lets every side take one turn", () => {
    for (let round = 0; round < 12; round++) {
      expect(turnOrder(5, round).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
    }
  });
  test("over two full rotations every side stands in every place equally often", () => {
    const places = Array.from({ length: 4 }, () => [0, 0, 0, 0]);
    for (let round = 0; round < 8; round++) {
      for (const [place, side] of turnOrder(4, round).entries()) {
        const row = places[side] ?? [];
        row[place] = (row[place] ?? 0) + 1;
      }
    }
    expect(places).toEqual(Array.from({ length: 4 }, () => [2, 2, 2, 2]));
  });
  test("a side follows different neighbours", () => {
    const before = new Set(
      Array.from({ length: 8 }, (_, round) => turnOrder(4, round)).map(
        (order) => order[order.indexOf(0) - 1],
      ),
    );
    expect(before.has(1) && before.has(3)).toBe(true);
  });
});

describe("batchesPerTurn", () => {
  test("fills the turn, and is one where a batch is longer than a turn", () => {
    expect(batchesPerTurn(0.5, 4)).toBe(8);
    expect(batchesPerTurn(30, 4)).toBe(1);
  });
  test("stays finite where the clock saw nothing", () => {
    expect(Number.isFinite(batchesPerTurn(0, 4))).toBe(true);
  });
});
