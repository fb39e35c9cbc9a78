import type { Case, Figure, Side } from "../case.ts";
import { findMyWayRouter, matching, memoirist, ours } from "../contestants.ts";
import { templateSet } from "../corpora/template-sets.ts";

const sizes = [10, 100, 1000, 10_000] as const;

export const p03: Case = {
  id: "P3",
  title: "select among templates, ambiguity detected, canonical form compared (SEL-1)",
  prepare: () => {
    const sides: Side[] = [];
    const figures: Figure[] = [];
    for (const size of sizes) {
      const { registrations, questions } = templateSet(size, 256);
      sides.push(
        matching(`select, ${size}`, ours(registrations), questions),
        matching(`memoirist, ${size}`, memoirist(registrations), questions),
        matching(`find-my-way, ${size}`, findMyWayRouter(registrations), questions),
      );
      figures.push(
        {
          what: `select among ${size} vs memoirist`,
          of: `select, ${size}`,
          over: `memoirist, ${size}`,
          atMost: 1.5,
          accepted: { atMost: 1.9, decision: "0061" },
        },
        {
          what: `select among ${size} vs find-my-way`,
          of: `select, ${size}`,
          over: `find-my-way, ${size}`,
        },
      );
    }
    figures.push({
      what: "select, 10 → 10 000",
      of: "select, 10000",
      over: "select, 10",
      atMost: 3.5,
    });
    return { sides, figures };
  },
};
