// Fails when a package changed and no changeset says so. A package is changed when its sources, API reports or manifest
// differ from its last version: the last commit that wrote its CHANGELOG.md (a package without one always differs). In a
// branch, what the branch itself changed also needs a changeset that the branch adds or edits.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { baseCommit, git } from "./base.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The packages that a changeset's front matter names. */
function namesIn(file: string): string[] {
  const [, matter = ""] = /^---\n([\s\S]*?)\n---/.exec(readFileSync(file, "utf8")) ?? [];
  return [...matter.matchAll(/^["']?([^"':]+)["']?:\s*(?:major|minor|patch)\s*$/gm)].map(
    ([, name = ""]) => name,
  );
}

function changed(folder: string, since: string): boolean {
  const paths = ["src", "etc", "package.json"].map((path) => `packages/${folder}/${path}`);
  return git(root, "diff", "--quiet", since, "--", ...paths) === undefined;
}

const lines: string[] = [];
const pending = readdirSync(`${root}.changeset`).filter(
  (file) => file.endsWith(".md") && file !== "README.md",
);
const named = new Map(pending.map((file) => [file, namesIn(`${root}.changeset/${file}`)]));
const packages = readdirSync(`${root}packages`).map((folder) => {
  const manifest = readFileSync(`${root}packages/${folder}/package.json`, "utf8");
  const { name } = JSON.parse(manifest) as { name: string };
  return { folder, name };
});

const config = JSON.parse(readFileSync(`${root}.changeset/config.json`, "utf8")) as {
  fixed?: unknown[];
  linked?: unknown[];
};
if ((config.fixed ?? []).length > 0 || (config.linked ?? []).length > 0)
  lines.push(
    ".changeset/config.json: every package has its own version (no fixed or linked groups)",
  );

for (const [file, names] of named) {
  if (names.length === 0) lines.push(`.changeset/${file} names no package`);
  for (const name of names)
    if (!packages.some((candidate) => candidate.name === name))
      lines.push(`.changeset/${file} names ${name}, which is no public package`);
}

const base = baseCommit(root);
const edited = new Set(
  base === undefined
    ? []
    : (git(root, "diff", "--name-only", "--relative=.changeset", base) ?? "").split("\n"),
);
for (const { folder, name } of packages) {
  const changelog = `packages/${folder}/CHANGELOG.md`;
  // Written, but not committed yet: the version is being made.
  if (git(root, "status", "--porcelain", "--", changelog) !== "") continue;
  const versioned = git(root, "log", "-1", "--format=%H", "--", changelog) ?? "";
  const says = (files: readonly string[]): boolean =>
    files.some((file) => named.get(file)?.includes(name) === true);
  if ((versioned === "" || changed(folder, versioned)) && !says(pending))
    lines.push(`${name} has changes that no changeset tells (npm run changeset)`);
  else if (
    base !== undefined &&
    changed(folder, base) &&
    !says(pending.filter((f) => edited.has(f)))
  )
    lines.push(`${name} was changed here without a changeset (npm run changeset)`);
}

for (const line of lines) console.error(line);
if (base === undefined) console.log("no base commit: compared with the last versions only");
process.exitCode = lines.length === 0 ? 0 : 1;
