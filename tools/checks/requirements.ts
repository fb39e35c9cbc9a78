// Matches the rules of tests/requirements.ts with the tests that cite them, by the tests' titles.
//   node tools/checks/requirements.ts            fails on an unknown id, and on a rule with neither test nor excuse
//   node tools/checks/requirements.ts --update   takes the rules that have tests by now out of `notYetBuilt`
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";
import { baseCommit, git } from "./base.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const manifestPath = `${root}tests/requirements.ts`;

export interface Requirements {
  readonly rules: Readonly<Record<string, string>>;
  readonly cases: Readonly<Record<string, string>>;
  /** Ids without a test. */
  readonly notYetBuilt: readonly string[];
  /** Ids with tests that do not cover the whole rule, and what is missing. */
  readonly partlyBuilt: Readonly<Record<string, string>>;
}

/** The ids in a test's title: `"[READ-7, LIM-2] late denial [case Z9]"` → `READ-7`, `LIM-2`, `case Z9`. */
export function citations(title: string): string[] {
  return [...title.matchAll(/\[([^\][]*)\]/g)]
    .flatMap(([, inner = ""]) => inner.split(/[,;]/))
    .map((part) => part.trim())
    .filter((part) => /^(?:[A-Z]{2,}-\d+|case [A-Z]\d+)$/.test(part));
}

function idsOf({ rules, cases }: Requirements): string[] {
  return [...Object.keys(rules), ...Object.keys(cases).map((id) => `case ${id}`)];
}

/** What is wrong between the rules and the titles of the tests that exist, as lines; none when all is well. */
export function faults(requirements: Requirements, titles: Iterable<string>): string[] {
  const known = new Set(idsOf(requirements));
  const cited = new Map<string, string>();
  for (const title of titles) for (const id of citations(title)) cited.set(id, title);
  const open = new Set(requirements.notYetBuilt);
  const partly = Object.keys(requirements.partlyBuilt);
  const lines: string[] = [];
  for (const [id, title] of cited)
    if (!known.has(id)) lines.push(`${id} is unknown, but a test cites it: ${title}`);
  for (const id of known) {
    if (!cited.has(id) && !open.has(id)) lines.push(`${id} has no test and is not in notYetBuilt`);
    if (cited.has(id) && open.has(id))
      lines.push(`${id} has a test: take it out of notYetBuilt (--update)`);
  }
  for (const id of [...open, ...partly])
    if (!known.has(id)) lines.push(`${id} is listed as open, but is no rule`);
  for (const id of partly) if (!cited.has(id)) lines.push(`${id} is partlyBuilt without any test`);
  return lines;
}

/** The rules that claim to be built, but that none of these titles (of tests that passed) cites. */
export function unproven(requirements: Requirements, passedTitles: Iterable<string>): string[] {
  const proven = new Set([...passedTitles].flatMap((title) => citations(title)));
  return idsOf(requirements).filter(
    (id) => !proven.has(id) && !requirements.notYetBuilt.includes(id),
  );
}

/** What became open since an earlier state of the lists: they only shrink, but for rules that are new. */
export function grown(now: Requirements, before: Requirements): string[] {
  const openBefore = new Set([...before.notYetBuilt, ...Object.keys(before.partlyBuilt)]);
  const knownBefore = new Set(idsOf(before));
  return [...now.notYetBuilt, ...Object.keys(now.partlyBuilt)].filter(
    (id) => knownBefore.has(id) && !openBefore.has(id),
  );
}

/** The checked-in manifest. It belongs to another workspace, so it is loaded by path. */
export async function loadRequirements(): Promise<Requirements> {
  return (await import(manifestPath)) as Requirements;
}

/**
 * Titles as the test files tell them without being run, and those in suites (`*-suite.ts`) that several files share, which
 * nobody sees before they run. That a test ran and passed is held by {@link unproven}, in CI.
 */
function existingTitles(): string[] {
  const suites = (git(root, "ls-files", "*/test/**-suite.ts") ?? "").split("\n").filter(Boolean);
  const shared = suites.flatMap((file) =>
    [...readFileSync(root + file, "utf8").matchAll(/\bit(?:\.\w+)?\(\s*(["`])(.*?)\1/g)].map(
      ([, , title = ""]) => title,
    ),
  );
  return [...shared, ...listedTitles()];
}

function listedTitles(): string[] {
  return ["vitest.config.ts", "vitest.full.config.ts"].flatMap((config) => {
    const args = ["list", "--json", "--config", config];
    const { status, stdout, stderr } = spawnSync("vitest", args, {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    if (status !== 0) throw new Error(`vitest ${args.join(" ")} failed:\n${stdout}${stderr}`);
    return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
  });
}

async function grownSinceBase(now: Requirements): Promise<string[]> {
  const base = baseCommit(root);
  const text = base === undefined ? undefined : git(root, "show", `${base}:tests/requirements.ts`);
  if (text === undefined) return [];
  const source = `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(text))}`;
  return grown(now, (await import(source)) as Requirements);
}

if (import.meta.main) {
  const titles = existingTitles();
  if (process.argv.includes("--update")) {
    const cited = new Set(titles.flatMap((title) => citations(title)));
    const [head = "", list = "", tail = ""] = readFileSync(manifestPath, "utf8").split(
      /(?<=export const notYetBuilt[^\n]*\[\n)([\s\S]*?)(?=\];)/,
    );
    const left = list.split("\n").filter((line) => !cited.has(/"(.*)"/.exec(line)?.[1] ?? ""));
    writeFileSync(manifestPath, head + left.join("\n") + tail);
  }
  const requirements = await loadRequirements();
  const lines = faults(requirements, titles);
  for (const id of await grownSinceBase(requirements))
    lines.push(`${id} was built and is open again`);
  for (const line of lines) console.error(line);
  const open = requirements.notYetBuilt.length;
  const partly = Object.keys(requirements.partlyBuilt).length;
  const all = idsOf(requirements).length;
  console.log(`${String(all)} rules: ${String(open)} not yet built, ${String(partly)} partly`);
  process.exitCode = lines.length === 0 ? 0 : 1;
}
