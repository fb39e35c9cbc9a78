// `npm run test:full`: the heavy suites, `*.full.test.ts` (packed artefacts, runtimes, browsers, databases, conformance).
// Arguments go to vitest: `npm run test:full -- packed`.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const { status } = spawnSync(
  "vitest",
  [
    "run",
    "--config",
    "vitest.full.config.ts",
    // None is no failure in itself; it counts as none.
    "--passWithNoTests",
    ...process.argv.slice(2),
  ],
  {
    cwd: fileURLToPath(new URL("../../", import.meta.url)),
    stdio: ["ignore", "inherit", "inherit"],
  },
);
process.exitCode = status ?? 1;
