import { describe, expect, it } from "vitest";
import type { Guarded } from "../src/guarded.ts";
import { NextTurn } from "../src/next-turn.ts";
import { turn } from "./manual-clock.ts";

function entry(run: () => void): Guarded {
  return {
    dueAt: 0,
    expire: () => {},
    onTurn: run,
    isListed: false,
    earlier: undefined,
    later: undefined,
  };
}

describe("the next turn of the loop", () => {
  it("comes once for all who are still there, and not for who left", async () => {
    const turns = new NextTurn();
    const seen: number[] = [];
    const entries = [0, 1, 2, 3].map((at) => entry(() => seen.push(at)));
    for (const one of entries) turns.add(one);
    for (const at of [1, 3, 1]) {
      const left = entries[at];
      if (left !== undefined) turns.remove(left);
    }
    await Promise.resolve();
    expect(seen).toEqual([]);
    await turn();
    expect(seen.toSorted((a, b) => a - b)).toEqual([0, 2]);
    await turn();
    expect(seen).toHaveLength(2);
  });

  it("takes in who comes while it lasts, and is ordered again for who comes after", async () => {
    const turns = new NextTurn();
    const seen: string[] = [];
    const second = entry(() => seen.push("second"));
    turns.add(
      entry(() => {
        seen.push("first");
        turns.add(second);
      }),
    );
    await turn();
    await turn();
    expect(seen).toEqual(["first", "second"]);
  });
});
