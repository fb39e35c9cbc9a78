import { describe, expect, test } from "vitest";

import type { Case, Outcome } from "../src/case.ts";
import { judge, renderTable, round } from "../src/verdict.ts";

const subject: Case = {
  id: "T1",
  title: "a case for the test",
  prepare: () => ({ sides: [], figures: [] }),
};

function outcome(value: number, unit: string): Outcome {
  return { answers: [], levels: [], figures: [{ what: "figure", value, unit, atMost: 1 }] };
}

describe("judge", () => {
  test("takes the median over the processes, so that one bad process decides nothing", () => {
    const [row] = judge(subject, [outcome(0.9, "×"), outcome(7, "×"), outcome(0.8, "×")], 1);
    expect(row).toMatchObject({ measured: 0.9, spread: [0.8, 7], target: 1, verdict: "holds" });
  });
  test("a figure above its target is missed", () => {
    expect(judge(subject, [outcome(1.01, "×")], 1)[0]?.verdict).toBe("missed");
  });
  test("slack is for times, not for counts and sizes", () => {
    expect(judge(subject, [outcome(2, "×")], 2.5)[0]?.verdict).toBe("holds");
    expect(judge(subject, [outcome(2, "KiB")], 2.5)[0]?.verdict).toBe("missed");
    expect(judge(subject, [outcome(2, "")], 2.5)[0]?.verdict).toBe("missed");
  });
  test("a figure without a target has no verdict", () => {
    const plain: Outcome = {
      answers: [],
      levels: [],
      figures: [{ what: "figure", value: 3, unit: "×" }],
    };
    expect(judge(subject, [plain], 1)[0]?.verdict).toBeUndefined();
  });
  test("a miss that a decision accepts says so, up to what it accepts", () => {
    const accepted = { atMost: 2, decision: "0099" };
    const rowOf = (value: number): unknown =>
      judge(
        subject,
        [
          {
            answers: [],
            levels: [],
            figures: [{ what: "f", value, unit: "×", atMost: 1, accepted }],
          },
        ],
        1,
      )[0];
    expect(rowOf(1)).toMatchObject({ verdict: "holds" });
    expect(rowOf(2)).toMatchObject({ verdict: "accepted", decision: "0099" });
    expect(rowOf(2.1)).toMatchObject({ verdict: "missed" });
  });
  test("a figure that is no number is missed", () => {
    expect(judge(subject, [outcome(Number.NaN, "×")], 1)[0]?.verdict).toBe("missed");
  });
  test("no process, no verdict", () => {
    expect(() => judge(subject, [], 1)).toThrow(RangeError);
  });
});

describe("renderTable", () => {
  test("says holds and MISSED, one line a figure", () => {
    const rows = judge(subject, [outcome(0.5, "×")], 1).concat(
      judge(subject, [outcome(5, "×")], 1),
    );
    const [, first, second] = renderTable(rows).split("\n");
    expect(first).toMatch(/T1 .*0\.500 × .*≤ 1 .*holds$/);
    expect(second).toMatch(/5 × .*MISSED$/);
  });
});

test("round keeps three significant digits and never an exponent", () => {
  expect([1234.5, 12.345, 0.012345, 0.0001, 0].map(round)).toEqual([
    "1235",
    "12.3",
    "0.0123",
    "0.000100",
    "0",
  ]);
});
