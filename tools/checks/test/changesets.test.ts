// The check runs in a small repository of its own, as a branch would bring it about.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const checks = fileURLToPath(new URL("../", import.meta.url));
let repository = "";

function write(file: string, text: string): void {
  mkdirSync(dirname(join(repository, file)), { recursive: true });
  writeFileSync(join(repository, file), text);
}

function git(...args: readonly string[]): void {
  const identity = ["-c", "user.name=test", "-c", "user.email=test@localhost"];
  const { status, stderr } = spawnSync("git", [...identity, ...args], {
    cwd: repository,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
}

function commit(): void {
  git("add", ".");
  git("commit", "--quiet", "--message", "test");
}

function check(base = ""): string {
  const { stdout, stderr } = spawnSync(process.execPath, ["tools/checks/changesets.ts"], {
    cwd: repository,
    encoding: "utf8",
    env: { ...process.env, CHECK_BASE: base },
  });
  return (stdout + stderr).trim();
}

const changeset = (bump: string): string => `---\n"@org/a": ${bump}\n---\n\nSomething.\n`;
const withoutBase = "no base commit: compared with the last versions only";

beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), "changesets-"));
  for (const file of ["changesets.ts", "base.ts"])
    cpSync(join(checks, file), join(repository, "tools/checks", file));
  write("package.json", `{ "type": "module" }`);
  write("packages/a/package.json", `{ "name": "@org/a", "version": "0.0.0" }`);
  write("packages/a/src/index.ts", "export {};\n");
  write(".changeset/config.json", "{}");
  write(".changeset/README.md", "Changesets.\n");
  git("init", "--quiet", "--initial-branch=main");
});
afterEach(() => rmSync(repository, { recursive: true, force: true }));

describe("changesets", () => {
  it("asks for one from a package that has no version yet, and is content with it", () => {
    commit();
    expect(check()).toContain("@org/a has changes that no changeset tells");
    write(".changeset/first.md", changeset("minor"));
    expect(check()).toBe(withoutBase);
  });

  it("asks for one when the sources differ from the last version", () => {
    commit();
    write("packages/a/CHANGELOG.md", "# @org/a\n\n## 0.1.0\n");
    expect(check()).toBe(withoutBase);
    commit();
    expect(check()).toBe(withoutBase);
    write("packages/a/src/index.ts", "export const a = 1;\n");
    expect(check()).toContain("@org/a has changes that no changeset tells");
  });

  it("asks a branch for one of its own", () => {
    write(".changeset/first.md", changeset("minor"));
    commit();
    git("tag", "base");
    write("packages/a/src/index.ts", "export const a = 1;\n");
    commit();
    expect(check("base")).toContain("@org/a was changed here without a changeset");
    write(".changeset/second.md", changeset("patch"));
    commit();
    expect(check("base")).toBe("");
  });

  it("faults an unknown package, and versions that move together", () => {
    write(".changeset/first.md", changeset("minor").replace("@org/a", "@org/b"));
    write(".changeset/config.json", `{ "fixed": [["@org/a", "@org/b"]] }`);
    commit();
    expect(check()).toContain("names @org/b, which is no public package");
    expect(check()).toContain("no fixed or linked groups");
  });
});
