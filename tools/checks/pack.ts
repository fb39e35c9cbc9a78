// Packs the public packages into the directory given (default `.artifacts`) as `<folder>.tgz`, and refuses a tarball
// that lacks a file a user needs or holds one that no user needs.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
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
    const built = source.replace(/^src\/(.*)\.ts$/, "dist/$1.js");
    if (!files.includes(built)) faults.push(`${source} was not built into ${built}`);
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
  }
  return faults;
}

if (import.meta.main) {
  const faults = packAll(resolve(root, process.argv[2] ?? ".artifacts"));
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
