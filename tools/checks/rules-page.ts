/**
 * Writes docs/rules.md from tests/requirements.ts: every rule in one line, and the test files whose titles cite it.
 * `node tools/checks/rules-page.ts` writes the page, `--check` exits 1 if it is stale.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { citations, loadRequirements } from "./requirements.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = `${root}docs/rules.md`;

/** The first letters of a rule's id, and what such rules are about. */
const SUBJECTS: Readonly<Record<string, string>> = {
  URI: "URIs",
  TPL: "Templates",
  SEL: "Selecting",
  RPT: "Reports and sizes",
  DEF: "Definitions",
  TGT: "Targets and plans",
  PAY: "Payloads",
  READ: "The read",
  LIM: "Limits",
  FN: "Readers and contributors",
  LST: "Lists",
  CMP: "Completion",
  OBS: "Observing",
  SDK: "Behind an SDK",
  APP: "MCP Apps",
  KIT: "The test kit",
};

/** Which files cite an id in a title. A title is a string literal here, so any literal with the brackets counts. */
function citing(): Map<string, string[]> {
  const files = globSync("{packages,tests,apps,tools}/**/test/**/*.ts", {
    cwd: root,
    exclude: (path) => /(?:^|\/)(?:node_modules|dist|fixtures)$/.test(path),
  });
  const cited = new Map<string, string[]>();
  for (const file of files.toSorted()) {
    const ids = new Set(citations(readFileSync(root + file, "utf8")));
    for (const id of ids) cited.set(id, [...(cited.get(id) ?? []), file]);
  }
  return cited;
}

const { rules, cases } = await loadRequirements();
const cited = citing();

function row(id: string, line: string): string {
  const files = cited.get(id) ?? [];
  const links = files.map((file) => `[${file.replace(/^.*\/test\//, "")}](../${file})`);
  return `| ${id.replace("case ", "")} | ${line.replaceAll("|", "\\|")} | ${links.join(", ")} |`;
}

function table(what: string, rows: readonly string[]): string {
  return [`| | ${what} | Proven in |`, "|---|---|---|", ...rows].join("\n");
}

const sections = Object.entries(SUBJECTS).map(([prefix, subject]) => {
  const own = Object.entries(rules).filter(([id]) => id.startsWith(`${prefix}-`));
  return `## ${subject}\n\n${table(
    "Rule",
    own.map(([id, line]) => row(id, line)),
  )}\n`;
});
const unplaced = Object.keys(rules).filter((id) => SUBJECTS[id.split("-")[0] ?? ""] === undefined);
if (unplaced.length > 0) throw new Error(`rules without a subject: ${unplaced.join(", ")}`);

const text = `<!-- Generated from tests/requirements.ts and the tests' titles by tools/checks/rules-page.ts: do not edit. -->

# The rules

What the packages promise, one line a rule. Docstrings and tests name the ids; a rule counts because a test cites it, and
CI fails on an id whose test did not run and pass. Where this project departs from what an outsider might expect,
a decision in docs/decisions says why.

${sections.join("\n")}
## Faults seen in the field

Reported of other servers, gateways and URI libraries. Each kind is a test here.

${table(
  "Fault",
  Object.entries(cases).map(([id, line]) => row(`case ${id}`, line)),
)}
`;

const known = readFileSync(page, { encoding: "utf8", flag: "a+" });
if (process.argv.includes("--check")) {
  if (known !== text) {
    console.error("docs/rules.md is stale: node tools/checks/rules-page.ts");
    process.exitCode = 1;
  }
} else writeFileSync(page, text);
