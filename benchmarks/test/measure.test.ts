import { describe, expect, test } from "vitest";

import type { Case, Prepared, TimedSide } from "../src/case.ts";
import { measure } from "../src/measure.ts";
import type { Effort } from "../src/measure.ts";

const effort: Effort = { rounds: 9, turnMs: 1, warmUpMs: 5 };

/** Does `work` steps of arithmetic an operation. */
function counting(name: string, work: number): TimedSide {
  return {
    name,
    operations: 10,
    answers: () => `${work} steps`,
    batch: () => {
      let sum = 0;
      for (let step = 0; step < work * 10; step++) sum = (sum + step * 7) % 1000;
      return sum;
    },
  };
}

function caseOf(prepared: Prepared): Case {
  return { id: "T1", title: "a case for the test", prepare: () => prepared };
}

describe("measure", () => {
  test("a side with a fraction of the work has a ratio well below one", async () => {
    const outcome = await measure(
      caseOf({
        sides: [counting("little", 200), counting("much", 20_000)],
        figures: [{ what: "little vs much", of: "little", over: "much", atMost: 0.5 }],
      }),
      effort,
    );
    expect(outcome.figures[0]?.value).toBeGreaterThan(0);
    expect(outcome.figures[0]?.value).toBeLessThan(0.5);
    expect(outcome.answers).toEqual([
      { side: "little", answer: "200 steps" },
      { side: "much", answer: "20000 steps" },
    ]);
  });

  test("asynchronous and self-measuring sides give levels in their own unit", async () => {
    const values = [3, 1, 2];
    let sampled = 0;
    const outcome = await measure(
      caseOf({
        sides: [
          {
            name: "later",
            operations: 1,
            answers: () => "one",
            batch: async () => Promise.resolve(1),
          },
          {
            name: "memory",
            unit: "MiB",
            answers: () => "some",
            sample: () => values[sampled++ % 3] ?? 0,
          },
        ],
        figures: [
          { what: "peak", level: "memory", atMost: 4 },
          { what: "bytes", fact: 7, unit: "B" },
        ],
      }),
      effort,
    );
    expect(outcome.levels.map(({ unit }) => unit)).toEqual(["ns/op", "MiB"]);
    expect(outcome.figures).toEqual([
      { what: "peak", value: 2, unit: "MiB", atMost: 4 },
      { what: "bytes", value: 7, unit: "B" },
    ]);
  });

  test("a side that answers less once the clock runs is caught", async () => {
    let batches = 0;
    const lazy: TimedSide = {
      name: "lazy",
      operations: 1,
      answers: () => "all",
      batch: () => (batches++ < 3 ? 5 : 4),
    };
    await expect(measure(caseOf({ sides: [lazy], figures: [] }), effort)).rejects.toThrow(
      /lazy did not give the same/,
    );
  });

  test("a side whose self-check throws is never timed", async () => {
    let batches = 0;
    const wrong: TimedSide = {
      name: "wrong",
      operations: 1,
      answers: () => {
        throw new Error("wrong answers");
      },
      batch: () => batches++,
    };
    await expect(measure(caseOf({ sides: [wrong], figures: [] }), effort)).rejects.toThrow(
      "wrong answers",
    );
    expect(batches).toBe(0);
  });

  test("what a case started is ended, also when the case fails", async () => {
    let ended = 0;
    const dispose = async (): Promise<void> => void ended++;
    await measure(caseOf({ sides: [counting("side", 10)], figures: [], dispose }), effort);
    const figures = [{ what: "typo", level: "sied" }];
    await expect(
      measure(caseOf({ sides: [counting("side", 10)], figures, dispose }), effort),
    ).rejects.toThrow(/sied/);
    expect(ended).toBe(2);
  });

  test("a figure that names no side fails the case", async () => {
    const figures = [{ what: "typo", of: "littel", over: "little" }];
    await expect(
      measure(caseOf({ sides: [counting("little", 10)], figures }), effort),
    ).rejects.toThrow(/littel/);
  });
});
