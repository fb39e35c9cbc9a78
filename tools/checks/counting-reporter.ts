import { mkdirSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, SerializedError, TestModule, Vitest } from "vitest/node";

/**
 * Writes a run's true counts and the files it ran to `.results/`. A module that did not collect and an
 * unhandled error are one failure each (the built-in JSON counts neither); with `REQUIRE_ALL=1` a skip or a
 * todo is a failure too.
 */
export default class CountingReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      let failedHere = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") counts.passed += 1;
        else if (state === "skipped") counts.skipped += 1;
        else failedHere += 1; // failed, or still pending: the run broke off
      }
      counts.failed += module.state() === "failed" ? Math.max(failedHere, 1) : failedHere;
    }
    const required = process.env["REQUIRE_ALL"] === "1";
    if (required) {
      counts.failed += counts.skipped;
      if (counts.skipped > 0) process.exitCode = 1;
    }
    const root = this.#vitest?.config.root ?? process.cwd();
    const suite =
      this.#vitest?.vite.config.configFile?.includes(".full.") === true ? "full" : "fast";
    mkdirSync(`${root}/.results`, { recursive: true });
    const files = modules.map((module) => relative(root, module.moduleId)).toSorted();
    writeFileSync(
      `${root}/.results/vitest-${suite}.json`,
      `${JSON.stringify({ ...counts, files }, undefined, 2)}\n`,
    );
  }
}
