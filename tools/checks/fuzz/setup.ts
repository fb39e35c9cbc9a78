// Loaded before each test file of a fuzzing round (see vitest.config.ts): gives fast-check the round's seed, and writes
// down what each property really ran, one line of JSON an assertion.
import { appendFileSync } from "node:fs";
import fc from "fast-check";
import { expect } from "vitest";
import type { Assertion } from "./round.ts";

const { FUZZ_SEED, FUZZ_RECORD } = process.env;
if (FUZZ_SEED === undefined || FUZZ_RECORD === undefined)
  throw new Error("a fuzzing round sets FUZZ_SEED and FUZZ_RECORD");

const report = (details: fc.RunDetails<unknown>): void => {
  const { testPath = "", currentTestName = "" } = expect.getState();
  const assertion: Assertion = {
    file: testPath,
    test: currentTestName,
    runs: details.numRuns,
    ...(details.failed ? { seed: details.seed, path: details.counterexamplePath } : {}),
  };
  appendFileSync(FUZZ_RECORD, `${JSON.stringify(assertion)}\n`);
  if (!details.failed) return;
  throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
};

fc.configureGlobal({ seed: Number(FUZZ_SEED), reporter: report });
