import type { Case } from "../case.ts";
import { matching, memoirist, ours } from "../contestants.ts";
import { lattice, question } from "../corpora/template-sets.ts";
import type { Question } from "../corpora/template-sets.ts";

const levels = 10;

/** Walks all levels along both branches and fails in the very last segment. */
function miss(lastLength: number): readonly Question[] {
  const uri = `x://h/${"a/".repeat(levels)}${"z".repeat(lastLength)}/nope`;
  return [question(uri, -1)];
}

/** The same, with all segments long: what grows with the URI alone. */
function longMiss(segmentLength: number): readonly Question[] {
  const uri = `x://h/${`${"b".repeat(segmentLength)}/`.repeat(levels)}z/nope`;
  return [question(uri, -1)];
}

export const p05: Case = {
  id: "P5",
  title: `a lattice of ${2 ** levels} templates (each of ${levels} segments literal or variable), nothing matches`,
  prepare: () => {
    const registrations = lattice(levels);
    const select = ours(registrations, 16_384);
    const router = memoirist(registrations);
    return {
      sides: [
        matching("select", select, miss(8)),
        matching("memoirist", router, miss(8)),
        matching("select, 800 characters", select, longMiss(80)),
        matching("select, 12 800 characters", select, longMiss(1280)),
      ],
      figures: [
        { what: "miss in the lattice vs memoirist", of: "select", over: "memoirist", atMost: 1.5 },
        {
          what: "a URI 16 times as long",
          of: "select, 12 800 characters",
          over: "select, 800 characters",
          atMost: 24,
        },
      ],
    };
  },
};
