import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { ContractCheck } from "../../src/index.ts";
import { BINDING_MUTANTS, goodContract } from "./binding-mutants.ts";
import type { Mutant } from "./mutant.ts";
import { contractOf, goodPolicy, POLICY_MUTANTS } from "./policy-mutants.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** The table that the README must hold, cell by cell. */
function rowsOf(checks: readonly ContractCheck[], mutants: readonly Mutant[]): string[][] {
  return checks.map(({ name, rule }) => {
    const caught = mutants.filter(({ check }) => check === name);
    return [name, rule, caught.map(({ breaks }) => breaks).join("; ")];
  });
}

/** The rows of the README's tables whose first cell begins so. */
function shownRows(prefix: string): string[][] {
  return readme
    .split("\n")
    .filter((line) => line.startsWith(`| ${prefix}: `))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

it("[KIT-2] the README lists every check of a policy with the mutants that it catches", () => {
  expect(shownRows("policy")).toEqual(rowsOf(contractOf(goodPolicy), POLICY_MUTANTS));
});

it("[KIT-2] the README lists every check of a binding with the mutants that it catches", () => {
  expect(shownRows("binding")).toEqual(rowsOf(goodContract(), BINDING_MUTANTS));
});
