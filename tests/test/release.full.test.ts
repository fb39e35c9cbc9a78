// A release, rehearsed whole in a copy of the repository against a registry on loopback, by the commands that
// .github/workflows/release.yml calls: versions and changelogs, publishing, an empty project that installs from there,
// and then a patch of one package.
import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mustRun, versionOf } from "../fixtures/packed-project.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const temp = mkdtempSync(join(tmpdir(), "release-"));
const copy = join(temp, "copy");
const npmrc = join(temp, "npmrc");
const names = ["core", "reporting", "sdk-adapter", "testkit", "uri"];
let registry: ChildProcess;

const someone = {
  GIT_AUTHOR_NAME: "rehearsal",
  GIT_AUTHOR_EMAIL: "rehearsal@localhost",
  GIT_COMMITTER_NAME: "rehearsal",
  GIT_COMMITTER_EMAIL: "rehearsal@localhost",
};

// In small letters, as npm hands its own on: beside those, pnpm does not see capitals.
const registryOnly = (): Record<string, string> => ({ npm_config_userconfig: npmrc });

/** Runs a command in the copy, with the copy's own tools first. */
function inCopy(...command: readonly string[]): string {
  return mustRun(copy, command, {
    PATH: [join(copy, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
    ...registryOnly(),
    CHECK_BASE: "",
    TURBO_TELEMETRY_DISABLED: "1",
    ...someone,
  });
}

function commit(message: string): void {
  inCopy("git", "add", "--all");
  inCopy("git", "commit", "--quiet", "--message", message);
}

/** The tree as it is, uncommitted files too, but without what git ignores. */
function copyTree(): void {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  for (const file of stdout.split("\0")) {
    if (file === "" || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(root, file), join(copy, file));
  }
}

async function startRegistry(): Promise<string> {
  registry = spawn(
    process.execPath,
    [join(root, "tests/runtimes/registry/serve.mjs"), join(temp, "registry")],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  if (registry.stdout === null) throw new Error("the registry has no output");
  const [address] = (await once(registry.stdout.setEncoding("utf8"), "data")) as [string];
  return address.trim();
}

function versions(): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const manifest = readFileSync(join(copy, `packages/${name}/package.json`), "utf8");
      return [name, (JSON.parse(manifest) as { version: string }).version];
    }),
  );
}

function next(version = "", bump: "minor" | "patch"): string {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  const [to, rest] = bump === "minor" ? [minor + 1, 0] : [minor, patch + 1];
  return [major, to, rest].join(".");
}

/** An empty project that takes the adapter for SDK v2 from the registry; answers the versions of ours that it got. */
function installFromRegistry(name: string): Record<string, string> {
  const project = join(temp, name);
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }');
  const others = ["@modelcontextprotocol/server", "@modelcontextprotocol/client"];
  const wanted = [
    "@org/resources-sdk-adapter",
    "@org/resources-core",
    ...others.map((other) => `${other}@${versionOf(other)}`),
  ];
  // Nothing is taken from npm's cache unasked: it may remember what the registry had a minute ago.
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts"];
  mustRun(project, ["npm", "install", "--loglevel=error", ...flags, ...wanted], registryOnly());
  cpSync(join(root, "tests/smoke/adapter-v2.mjs"), join(project, "adapter-v2.mjs"));
  expect(mustRun(project, [process.execPath, "adapter-v2.mjs"])).toBe("ok\n");
  const scope = join(project, "node_modules/@org");
  return Object.fromEntries(
    readdirSync(scope).map((folder) => [
      folder.replace("resources-", ""),
      versionOf(`@org/${folder}`, project),
    ]),
  );
}

beforeAll(async () => {
  copyTree();
  mkdirSync(join(temp, "registry"));
  const address = await startRegistry();
  // The scope alone: whatever else a project needs comes from where it always comes from.
  writeFileSync(
    npmrc,
    `@org:registry=${address}\n${address.replace("http:", "")}:_authToken=rehearsal\n`,
  );
  inCopy("git", "init", "--quiet", "--initial-branch=main");
  inCopy("pnpm", "install", "--frozen-lockfile", "--prefer-offline");
  commit("as it is");
});
afterAll(() => {
  registry.kill();
  rmSync(temp, { recursive: true, force: true });
});

it("the changesets at hand become versions and changelogs, and the check is content", () => {
  inCopy("npm", "run", "release:version");
  const after = versions();
  for (const name of names) {
    const changelog = readFileSync(join(copy, `packages/${name}/CHANGELOG.md`), "utf8");
    expect(changelog).toContain(`# @org/resources-${name}\n\n## ${after[name] ?? ""}\n`);
  }
  expect(readdirSync(join(copy, ".changeset")).toSorted()).toEqual(["README.md", "config.json"]);
  commit("versions");
  expect(inCopy("node", "tools/checks/changesets.ts")).toContain("no base commit");
});

it("every package is published, and an empty project runs what it installs", () => {
  inCopy("npm", "run", "release:publish");
  const tags = inCopy("git", "tag", "--list").trim().split("\n");
  const released = versions();
  expect(tags.toSorted()).toEqual(
    names.map((name) => `@org/resources-${name}@${released[name] ?? ""}`),
  );
  const { testkit: _testkit, ...expected } = released;
  expect(installFromRegistry("first")).toEqual(expected);
});

it("a changed API needs a changeset", () => {
  const report = join(copy, "packages/uri/etc/index.api.md");
  const original = readFileSync(report, "utf8");
  writeFileSync(report, `${original}\n// planted\n`);
  expect(() => inCopy("node", "tools/checks/changesets.ts")).toThrow(
    "@org/resources-uri has changes that no changeset tells",
  );
  writeFileSync(report, original);
});

it("a patch of one package moves that package alone", () => {
  const released = versions();
  const source = join(copy, "packages/uri/src/encode-iri.ts");
  writeFileSync(source, `${readFileSync(source, "utf8")}\n// A patch.\n`);
  writeFileSync(
    join(copy, ".changeset/patched.md"),
    '---\n"@org/resources-uri": patch\n---\n\nSomething small.\n',
  );
  inCopy("npm", "run", "release:version");
  const moved: Record<string, string> = { ...released, uri: next(released["uri"], "patch") };
  expect(versions()).toEqual(moved);
  commit("patched");
  expect(inCopy("npm", "run", "release:publish")).toContain("4 packages are already published");
  const { testkit: _testkit, ...expected } = moved;
  expect(installFromRegistry("second")).toEqual(expected);
});

/** The packages whose version a minor of one moves: that one by a minor, the others by a patch. Undone afterwards. */
function movedBy(name: string): string[] {
  const released = versions();
  writeFileSync(
    join(copy, ".changeset/minor.md"),
    `---\n"@org/resources-${name}": minor\n---\n\nSomething new.\n`,
  );
  inCopy("npm", "run", "release:version");
  const after = versions();
  inCopy("git", "reset", "--hard", "--quiet");
  const moved = names.filter((other) => after[other] !== released[other]);
  for (const other of moved)
    expect(after[other]).toBe(next(released[other], other === name ? "minor" : "patch"));
  return moved;
}

it("a minor moves what its 0.x range leaves behind by a patch, and nothing else", () => {
  expect(movedBy("reporting")).toEqual(["core", "reporting", "sdk-adapter"]);
  expect(movedBy("core")).toEqual(["core", "sdk-adapter", "testkit"]);
  expect(movedBy("testkit")).toEqual(["testkit"]);
});
