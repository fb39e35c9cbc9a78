import type { Case, Figure, Side } from "../case.ts";
import { matching, ours, sdkV1, sdkV2 } from "../contestants.ts";
import { templateSet } from "../corpora/template-sets.ts";

/** Fewer questions where the SDKs need milliseconds for each. */
const loads = [
  { size: 10, asked: 64, atMost: 0.08 },
  { size: 1000, asked: 16, atMost: 1 / 500 },
  { size: 10_000, asked: 8, atMost: 1 / 10_000 },
] as const;

export const p04: Case = {
  id: "P4",
  title: "select among templates vs the matching of both SDKs",
  rounds: 8,
  prepare: () => {
    const sides: Side[] = [];
    const figures: Figure[] = [];
    for (const { size, asked, atMost } of loads) {
      const { registrations, questions } = templateSet(size, asked);
      sides.push(
        matching(`select, ${size}`, ours(registrations), questions),
        matching(`SDK v1, ${size}`, sdkV1(registrations), questions),
        matching(`SDK v2, ${size}`, sdkV2(registrations), questions),
      );
      figures.push(
        {
          what: `select among ${size} vs SDK v1`,
          of: `select, ${size}`,
          over: `SDK v1, ${size}`,
          atMost,
        },
        { what: `select among ${size} vs SDK v2`, of: `select, ${size}`, over: `SDK v2, ${size}` },
      );
    }
    return { sides, figures };
  },
};
