// The last step of CI: adds up what `npm run check`, `npm test` and `npm run test:full` counted, checks what only a
// finished run can tell, and prints the sum as its last line. Plain JavaScript that Node 20 can run, so that a failed
// set-up is counted too. Arguments: `check=0 fast=1 full=0`, the exit codes of the three.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** @typedef {{ passed: number, failed: number, files?: string[], passedTitles?: string[] }} Counts */
const parts = { check: "check.json", fast: "vitest-fast.json", full: "vitest-full.json" };
const exits = new Map(
  process.argv.slice(2).map((argument) => {
    const [name = "", code] = argument.split("=");
    return /** @type {const} */ ([name, Number(code)]);
  }),
);

let passed = 0;
let failed = 0;
/** @type {string[]} */
const titles = [];
/** @type {string[]} */
const files = [];

/** @param {string} holds @param {readonly string[]} faults */
function judge(holds, faults) {
  if (faults.length === 0) passed += 1;
  else failed += 1;
  console.log(`${faults.length === 0 ? "ok    " : "FAILED"} ${holds}`);
  for (const fault of faults) console.log(`       | ${fault}`);
}

for (const [name, file] of Object.entries(parts)) {
  const path = `${root}.results/${file}`;
  const exit = exits.get(name) ?? Number.NaN;
  if (!existsSync(path)) {
    judge(`${name} counted`, [`it ended (exit ${exit}) before it had counted anything`]);
    continue;
  }
  const counts = /** @type {Counts} */ (JSON.parse(readFileSync(path, "utf8")));
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed`);
  passed += counts.passed;
  failed += counts.failed;
  if (exit !== 0 && counts.failed === 0) judge(`${name} ended well`, [`exit ${exit}`]);
  titles.push(...(counts.passedTitles ?? []));
  files.push(...(counts.files ?? []));
}

try {
  const { forgotten } = await import("./suites.ts");
  judge("every test file was run", forgotten(files));
  const { loadRequirements, unproven } = await import("./requirements.ts");
  judge(
    "every built rule has a test that ran and passed",
    unproven(await loadRequirements(), titles),
  );
} catch (error) {
  judge("what only a finished run can tell", [String(error)]);
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
