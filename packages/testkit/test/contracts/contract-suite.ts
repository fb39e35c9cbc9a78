import { describe, expect, it } from "vitest";
import type { ContractCheck } from "../../src/index.ts";
import { failures } from "./mutant.ts";
import type { Mutant } from "./mutant.ts";

/** What every contract owes: a good subject passes, and each check finds its own mutant and no other. */
export function describeContract(
  kind: "policy" | "binding",
  checks: readonly ContractCheck[],
  mutants: readonly Mutant[],
): void {
  describe(`[KIT-2] a ${kind} that holds every rule`, () => {
    it.each(checks.map(({ name, run }) => [name, run] as const))(
      "passes: %s",
      async (_name, run) => {
        await expect(run()).resolves.toBeUndefined();
      },
    );

    it("passes with all checks at once", async () => {
      expect(await failures(checks)).toEqual({});
    });
  });

  describe(`[KIT-2] a ${kind} that`, () => {
    it.each(mutants.map((mutant) => [mutant.breaks, mutant] as const))(
      "%s fails the check for it, and no other",
      async (_breaks, { check, contract }) => {
        const failed = await failures(contract());
        expect(Object.keys(failed)).toEqual([check]);
        const { rule = "" } = checks.find(({ name }) => name === check) ?? {};
        expect(failed[check]).toContain(`${check} (${rule}): `);
        expect(failed[check]).toMatch(/ Remedy: [^ ]/);
      },
    );

    it("has a mutant for every check", () => {
      expect(new Set(mutants.map(({ check }) => check))).toEqual(
        new Set(checks.map(({ name }) => name)),
      );
    });
  });
}
