import fc from "fast-check";

import type * as api from "../../src/index.ts";

/** What a law is tested on: the package, or a copy of it with a fault planted. */
export type Subject = typeof api;

/** A property with a name: `check` throws, with a counterexample, where the subject breaks it; with a seed, the first one it finds. */
export interface Law {
  readonly name: string;
  readonly check: (subject: Subject, seed?: number) => void;
}

const factor = Number(process.env["FUZZ_FACTOR"] ?? "1");

/** For one law, on a slow machine. */
export const LAW_TIMEOUT_MS: number = Math.ceil(30_000 * Math.max(factor, 1));

/** A law of one generated value; `holds` throws or returns `false` where it is broken. */
export function law<T>(
  name: string,
  arbitrary: fc.Arbitrary<T>,
  holds: (subject: Subject, value: T) => void,
  runs = 1000,
): Law {
  return {
    name,
    check: (subject, seed) => {
      fc.assert(
        fc.property(arbitrary, (value) => {
          holds(subject, value);
        }),
        {
          numRuns: Math.ceil(runs * factor),
          ...(seed === undefined ? {} : { seed, endOnFailure: true }),
        },
      );
    },
  };
}
