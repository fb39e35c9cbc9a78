import { mkdirSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, SerializedError, TestModule, Vitest } from "vitest/node";

/**
 * Writes a run's true counts, the files it ran and the titles of the tests that passed to `.results/`. A module
 * that did not collect and an unhandled error are one failure each (the built-in JSON counts neither); with
 * `REQUIRE_ALL=1` a skip or a todo is a failure too.
 */
export default class CountingReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    const passedTitles: string[] = [];
    for (const module of modules) {
      let failedHere = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") {
          counts.passed += 1;
          passedTitles.push(test.fullName);
        } else if (state === "skipped") counts.skipped += 1;
        else failedHere += 1; // failed, or still pending: the run broke off
      }
      counts.failed += module.state() === "failed" ? Math.max(failedHere, 1) : failedHere;
    }
    if (process.env["REQUIRE_ALL"] === "1" && counts.skipped > 0) {
      counts.failed += counts.skipped;
      counts.skipped = 0;
      process.exitCode = 1;
    }
    const root = this.#vitest?.config.root ?? process.cwd();
    const suite =
      this.#vitest?.vite.config.configFile?.includes(".full.") === true ? "full" : "fast";
    const files = modules.map((module) => relative(root, module.moduleId)).toSorted();
    mkdirSync(`${root}/.results`, { recursive: true });
    writeFileSync(
      `${root}/.results/vitest-${suite}.json`,
      `${JSON.stringify({ ...counts, files, passedTitles }, undefined, 2)}\n`,
    );
  }
}
