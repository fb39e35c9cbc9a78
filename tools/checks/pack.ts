// Packs the public packages into the directory given (default `.artifacts`) as `<folder>.tgz`, and refuses a tarball
// that lacks a file a user needs or holds one that no user needs, and a README that does not stand alone.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout;
}

/**
 * What is wrong with a tarball's list of files, as lines; none for a good one. `hasSource` tells whether the package's
 * folder has a file.
 */
export function faultsOf(files: readonly string[], hasSource: (file: string) => boolean): string[] {
  const faults: string[] = [];
  for (const file of ["package.json", "README.md", "LICENSE"])
    if (!files.includes(file)) faults.push(`${file} is missing`);
  const sources = files.filter((file) => file.startsWith("src/"));
  for (const source of sources) {
    if (!source.endsWith(".ts")) faults.push(`${source} is no TypeScript source`);
    if (/\.(test|test-d|property)\./.test(source)) faults.push(`${source} is a test`);
    for (const ending of ["js", "js.map", "d.ts", "d.ts.map"]) {
      const built = source.replace(/^src\/(.*)\.ts$/, `dist/$1.${ending}`);
      if (!files.includes(built)) faults.push(`${source} was not built into ${built}`);
    }
  }
  for (const file of files) {
    if (["package.json", "README.md", "LICENSE", "CHANGELOG.md"].includes(file)) continue;
    if (file.startsWith("src/")) continue;
    const source = /^dist\/(.*)\.(?:js|d\.ts)(?:\.map)?$/.exec(file)?.[1];
    if (source === undefined) faults.push(`${file} does not belong into a package`);
    else if (!hasSource(`src/${source}.ts`))
      faults.push(`${file} has no source: remove the stale dist and build again`);
  }
  return faults;
}

/**
 * What keeps a package's README from standing alone, where a registry shows it: a link into the repository that is
 * relative, or no word on how to install it.
 */
export function readmeFaultsOf(name: string, readme: string): string[] {
  const links = [
    ...readme.matchAll(/\]\(([^)\s]+)\)/g),
    ...readme.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm),
  ];
  const faults = links
    .map(([, target = ""]) => target)
    .filter((target) => !/^(?:https:|#)/.test(target))
    .map((target) => `README.md links to ${target}, which only the repository has`);
  if (!new RegExp(`npm install (?:--save-dev )?${name}\\b`).test(readme))
    faults.push(`README.md does not say: npm install ${name}`);
  return faults;
}

/** Packs every public package into `destination`; answers what is wrong with the tarballs. */
function packAll(destination: string): string[] {
  rmSync(destination, { recursive: true, force: true });
  mkdirSync(destination, { recursive: true });
  const faults: string[] = [];
  for (const name of readdirSync(`${root}packages`)) {
    const folder = `${root}packages/${name}`;
    const before = new Set(readdirSync(destination));
    run("pnpm", ["pack", "--pack-destination", destination], folder);
    const packed = readdirSync(destination).find((file) => !before.has(file));
    if (packed === undefined) throw new Error(`${name}: pnpm pack made no tarball`);
    const tarball = `${destination}/${name}.tgz`;
    renameSync(`${destination}/${packed}`, tarball);
    const files = run("tar", ["-tzf", tarball], root)
      .split("\n")
      .filter((line) => line !== "" && !line.endsWith("/"))
      .map((line) => line.replace(/^package\//, ""));
    for (const fault of faultsOf(files, (file) => existsSync(`${folder}/${file}`)))
      faults.push(`${name}: ${fault}`);
    const readme = readFileSync(`${folder}/README.md`, "utf8");
    for (const fault of readmeFaultsOf(`@org/resources-${name}`, readme))
      faults.push(`${name}: ${fault}`);
  }
  return faults;
}

if (import.meta.main) {
  const faults = packAll(resolve(root, process.argv[2] ?? ".artifacts"));
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
