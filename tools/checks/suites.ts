// Fails on a test file that neither `npm test` nor `npm run test:full` runs: wrong folder, wrong name, or a workspace
// that vitest.config.ts does not list.
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The test files of the tree that are not among `run` (paths from the root). */
export function forgotten(run: Iterable<string>): string[] {
  const ran = new Set(run);
  return globSync("**/*.{test,test-d,spec}.{ts,mts,js,mjs}", {
    cwd: root,
    exclude: (path) => /(?:^|\/)(?:node_modules|dist|\.[^/]+)(?:\/|$)/.test(path),
  })
    .filter((file) => !ran.has(file))
    .toSorted();
}

function filesOf(config: string): string[] {
  const args = ["list", "--filesOnly", "--json", "--config", config];
  const { status, stdout, stderr } = spawnSync("vitest", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`vitest ${args.join(" ")} failed:\n${stdout}${stderr}`);
  return (JSON.parse(stdout) as { file: string }[]).map(({ file }) => relative(root, file));
}

if (import.meta.main) {
  const run = [...filesOf("vitest.config.ts"), ...filesOf("vitest.full.config.ts")];
  const lost = forgotten(run);
  for (const file of lost) console.error(`${file} is run by no suite`);
  if (lost.length === 0) console.log(`${String(run.length)} test files`);
  process.exitCode = lost.length === 0 ? 0 : 1;
}
