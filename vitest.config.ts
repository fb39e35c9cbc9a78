import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

// Workspace packages resolve to their TypeScript sources: tests need no build, and coverage is of src.
const conditions = ["@org/source", "module", "node", "development|production"];
const fuzzSetup = fileURLToPath(new URL("tools/checks/fuzz/setup.ts", import.meta.url));
const roots = [
  "packages/uri",
  "packages/reporting",
  "packages/core",
  "packages/sdk-adapter",
  "packages/testkit",
  "tools/serving",
  "tools/checks",
  "apps/assets-server",
  "apps/forgejo-server",
  "benchmarks",
  "tests",
];

/** `npm test` runs every `*.test.ts` but the heavy ones; `npm run test:full` runs `*.full.test.ts` alone. */
export function configuration(suite: "fast" | "full"): ReturnType<typeof defineConfig> {
  return defineConfig({
    ssr: { resolve: { conditions } },
    test: {
      // Two busy cores: a test that needs longer than this is stuck. Heavy suites run one file at a time.
      testTimeout: suite === "fast" ? 20_000 : 120_000,
      hookTimeout: suite === "fast" ? 20_000 : 120_000,
      fileParallelism: suite === "fast",
      // By itself vitest leaves a core alone, which of two is half: many tests wait for processes of their own.
      maxWorkers: Math.max(2, availableParallelism() - 1),
      reporters: ["default", "./tools/checks/counting-reporter.ts"],
      setupFiles: process.env["FUZZ_SEED"] === undefined ? [] : [fuzzSetup],
      projects: roots.map((root) => ({
        extends: true as const,
        test: {
          name: root.replace("packages/", ""),
          root,
          include: suite === "fast" ? ["test/**/*.test.ts"] : ["test/**/*.full.test.ts"],
          exclude:
            suite === "fast"
              ? [...configDefaults.exclude, "**/*.full.test.ts"]
              : configDefaults.exclude,
          typecheck: {
            enabled: suite === "fast",
            include: ["test/**/*.test-d.ts"],
            tsconfig: "./tsconfig.json",
          },
        },
      })),
      coverage: {
        provider: "v8",
        include: ["packages/*/src/**/*.ts"],
        reporter: ["text", "json-summary"],
        thresholds: { lines: 90 },
      },
    },
  });
}

export default configuration("fast");
