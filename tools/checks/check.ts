// `npm run check`: all that CI holds before the heavy suites. Each step is one check with one line; a failed step
// shows its output at once and the others go on.
//   npm run check -- lint types    only these steps (and nothing that they need)
//   npm run check -- --update      rewrite the API reports instead of comparing them
import { globSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runStep } from "./step.ts";
import type { Step, StepResult } from "./step.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { values, positionals } = parseArgs({
  options: { update: { type: "boolean", default: false } },
  allowPositionals: true,
});

const packages = readdirSync(`${root}packages`);
const tarballs = packages.map((name) => `.artifacts/${name}.tgz`);
const projects = globSync(["*/tsconfig.json", "*/*/tsconfig.json", "apps/*/**/tsconfig.json"], {
  cwd: root,
  exclude: (path) => /(?:^|\/)(?:node_modules|\.[^/]+)$/.test(path),
}).toSorted();

const steps: readonly Step[] = [
  { name: "lint", holds: "oxlint's rules, types and layers", commands: [["oxlint"]] },
  { name: "format", holds: "oxfmt's format", commands: [["oxfmt", "--check", "."]] },
  { name: "boundaries", holds: "the layers", commands: [["turbo", "boundaries"]] },
  { name: "unused", holds: "no unused file, export or dependency", commands: [["knip"]] },
  {
    name: "types",
    holds: "every workspace type-checks, tests included",
    commands: projects.map((path) => ["tsc", "-p", path] as const),
  },
  {
    name: "docs",
    holds: "every public name is documented, no link is dead, generated pages are fresh",
    commands: [
      ["node", "tools/checks/rules-page.ts", ...(values.update ? [] : ["--check"])],
      [
        "node",
        "--conditions=@org/source",
        "tools/docs/errors-uri.ts",
        ...(values.update ? [] : ["--check"]),
      ],
      ["node", "--conditions=@org/source", "tools/docs/site.ts"],
    ],
  },
  {
    name: "suites",
    holds: "every test file belongs to a suite",
    commands: [["node", "tools/checks/suites.ts"]],
  },
  {
    name: "requirements",
    holds: "every rule has its test or is listed as not yet built",
    commands: [["node", "tools/checks/requirements.ts"]],
  },
  {
    name: "changesets",
    holds: "every changed package has a changeset",
    commands: [["node", "tools/checks/changesets.ts"]],
  },
  {
    name: "supply",
    holds: "what packages and apps bring along is locked, listed and licensed (.results/sbom)",
    commands: [["node", "tools/checks/supply-chain.ts"]],
  },
  {
    name: "audit",
    holds: "no known vulnerability, where the registry answers audits",
    commands: [["node", "tools/checks/audit.ts"]],
  },
  {
    name: "fuzz",
    holds: "three logged seeds run again as the log says",
    commands: [["node", "tools/checks/fuzz/replay.ts"]],
  },
  { name: "build", holds: "everything builds", commands: [["turbo", "run", "build"]] },
  {
    name: "pack",
    holds: "each tarball holds dist, src and its three files, and nothing else",
    commands: [["node", "tools/checks/pack.ts", ".artifacts"]],
    needs: ["build"],
  },
  {
    name: "publint",
    holds: "each tarball is a sound npm package",
    commands: tarballs.map((path) => ["publint", "run", path, "--strict"] as const),
    needs: ["pack"],
  },
  {
    name: "attw",
    holds: "each tarball's types resolve",
    commands: tarballs.map((path) => ["attw", path, "--profile", "esm-only", "--quiet"] as const),
    needs: ["pack"],
  },
  {
    name: "api",
    holds: "the API reports tell the API (npm run check -- api --update rewrites them)",
    commands: [["node", "tools/checks/api-reports.ts", ...(values.update ? ["--update"] : [])]],
    needs: ["build"],
  },
  {
    name: "size",
    holds: "every entry point is within its size",
    commands: [["size-limit"]],
    needs: ["build"],
  },
];

const unknown = positionals.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(
    `No step ${unknown.join(", ")}. Steps: ${steps.map((step) => step.name).join(", ")}.`,
  );
  process.exit(2);
}
const wanted =
  positionals.length === 0 ? steps : steps.filter((step) => positionals.includes(step.name));

const results: StepResult[] = [];
for (const step of wanted) {
  const broken = results.find((done) => !done.passed && step.needs?.includes(done.name) === true);
  const result =
    broken === undefined
      ? runStep(step, root)
      : { name: step.name, passed: false, seconds: 0, output: `not run: ${broken.name} failed\n` };
  results.push(result);
  const verdict = result.passed ? "ok    " : "FAILED";
  console.log(
    `${verdict} ${step.name.padEnd(13)}${result.seconds.toFixed(1).padStart(6)} s  ${step.holds}`,
  );
  if (!result.passed) console.log(result.output.replaceAll(/^/gm, "       | "));
}

const passed = results.filter((result) => result.passed).length;
const failed = results.length - passed;
mkdirSync(`${root}.results`, { recursive: true });
if (wanted === steps) {
  writeFileSync(
    `${root}.results/check.json`,
    `${JSON.stringify({ passed, failed, skipped: 0 })}\n`,
  );
} else rmSync(`${root}.results/check.json`, { force: true });
console.log(`check: ${String(passed)} passed, ${String(failed)} failed`);
process.exitCode = failed === 0 ? 0 : 1;
