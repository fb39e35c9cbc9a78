import fc from "fast-check";

const factor = Number(process.env["FUZZ_FACTOR"] ?? "1");

/** So many runs, times the factor that the environment sets. */
export function runs(numRuns: number): { numRuns: number } {
  return { numRuns: Math.ceil(numRuns * factor) };
}

/** For a test of that many runs, in milliseconds. */
export const TIMEOUT_MS: number = 20_000 * Math.max(factor, 1);

/** How fast-check prints the smallest counterexample to a claim that is wrong. */
export function shrunk<T>(arbitrary: fc.Arbitrary<T>, claim: (value: T) => boolean): string {
  const { counterexample } = fc.check(fc.property(arbitrary, claim), { seed: 1, numRuns: 5000 });
  if (counterexample === null) throw new Error("the claim holds");
  return fc.stringify(counterexample[0]);
}
