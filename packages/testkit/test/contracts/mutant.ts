import type { ContractCheck } from "../../src/index.ts";

/** A subject that breaks one rule: which check must notice, and how the subject is under contract. */
export interface Mutant {
  /** What it does, as the README says it. */
  readonly breaks: string;
  /** The one check that fails. */
  readonly check: string;
  readonly contract: () => readonly ContractCheck[];
}

/** Runs every check and gives the messages of those that fail. */
export async function failures(
  checks: readonly ContractCheck[],
): Promise<Readonly<Record<string, string>>> {
  const outcomes = await Promise.allSettled(checks.map(({ run }) => run()));
  return Object.fromEntries(
    outcomes.flatMap((outcome, index) =>
      outcome.status === "rejected"
        ? [[checks[index]?.name, (outcome.reason as Error).message] as const]
        : [],
    ),
  );
}
