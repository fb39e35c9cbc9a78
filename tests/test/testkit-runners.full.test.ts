// The testkit from its tarball, under three test runners: core's own readers, assets-server's policy and bindings over
// its database, and a policy that breaks a rule. The checks are the same files; only who runs them differs.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installProject, packInto, runOutside as run } from "../fixtures/packed-project.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const temp = mkdtempSync(join(tmpdir(), "testkit-runners-"));
const project = join(temp, "project");

interface Runner {
  readonly imports: string;
  readonly command: (file: string) => readonly string[];
  /** How many tests passed, as the runner says it. */
  readonly passed: RegExp;
}

const runners: Readonly<Record<string, Runner>> = {
  vitest: {
    imports: 'import { afterAll, test } from "vitest";',
    command: (file) => [process.execPath, "node_modules/vitest/vitest.mjs", "run", file],
    passed: /Tests\s+(\d+) passed \(\d+\)/,
  },
  "node:test": {
    imports: 'import { after as afterAll, test } from "node:test";',
    command: (file) => [process.execPath, "--test", file],
    passed: /^. pass (\d+)$/m,
  },
  "Bun's runner": {
    imports: 'import { afterAll, test } from "bun:test";',
    command: (file) => [join(root, "tests/node_modules/.bin/bun"), "test", `./${file}`],
    passed: /^\s*(\d+) pass$/m,
  },
};

/** Test files, but for the line that imports the runner. */
const suites = {
  core: `
import { checks } from "./testkit-readers.mjs";
for (const { name, run } of checks) test(name, run);
`,
  assets: `
import { openChecks } from "./assets-server/test/contract/checks.ts";
const { policy, bindings, close } = await openChecks();
afterAll(close);
for (const { name, run } of [...policy(), ...bindings]) test(name, run);
`,
  broken: `
import { createTarget } from "@org/resources-core";
import { policyContract } from "@org/resources-testkit";
const checks = policyContract({
  create: () => {
    const readers = new Set(["ann"]);
    const kept = new Map();
    const read = (target, { context, operationId }) => {
      if (!kept.has(operationId)) kept.set(operationId, readers.has(context));
      return kept.get(operationId);
    };
    const known = (_, { context }) => context !== undefined;
    const policy = { discover: known, visible: known, read, scopeKey: ({ context }) => context };
    return { policy, readers };
  },
  principals: ["ann", "bob"],
  unknown: undefined,
  definitions: [{ uri: "doc://a", name: "a" }],
  targets: [createTarget({ uri: "doc://a" })],
  revoke: (_, { readers }) => readers.delete("ann"),
});
for (const { name, run } of checks) test(name, run);
`,
};

beforeAll(() => {
  const tarballs = join(temp, "tarballs");
  packInto(tarballs);
  installProject(project, tarballs, ["uri", "reporting", "core", "testkit"], ["zod"]);
  // What is not ours is the workspace's, so that nothing large is fetched.
  for (const [name, workspace] of [
    ["vitest", "."],
    ["fast-check", "tests"],
    ["drizzle-orm", "apps/assets-server"],
    ["@electric-sql/pglite", "apps/assets-server"],
  ] as const) {
    const link = join(project, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(realpathSync(join(root, workspace, "node_modules", name)), link);
  }
  cpSync(join(root, "tests/smoke/testkit-readers.mjs"), join(project, "testkit-readers.mjs"));
  // The build's archive saves making a database from nothing.
  for (const part of [
    "src",
    "migrations",
    "test/contract/checks.ts",
    "dist/empty-database.tar.gz",
  ]) {
    const from = join(root, "apps/assets-server", part);
    cpSync(from, join(project, "assets-server", part), { recursive: true });
  }
});
afterAll(() => rmSync(temp, { recursive: true, force: true }));

it("[KIT-1, KIT-3] from the tarball, its types stand without a runner's or Node's", () => {
  writeFileSync(
    join(project, "types.ts"),
    `
import { createTarget, type ResourcePolicy } from "@org/resources-core";
import { fakePolicy, policyContract, recordingPolicy } from "@org/resources-testkit";
import { policyScript, resourceUri } from "@org/resources-testkit/arbitraries";
interface Caller { readonly user: string }
declare const policy: ResourcePolicy<Caller>;
const names: string[] = policyContract({
  create: () => ({ policy, rights: new Set<string>() }),
  principals: [{ user: "ann" }, { user: "bob" }],
  unknown: undefined,
  definitions: [{ uri: "doc://a", name: "a" }],
  targets: [createTarget({ uri: "doc://a" })],
  revoke: ({ uri }, { rights }) => rights.delete(uri),
}).map(({ name }) => name);
const asked: string | undefined = recordingPolicy(policy).calls[0]?.context.user;
export default [names, asked, fakePolicy(), resourceUri(), policyScript({ targets: [] })];
`,
  );
  const flags =
    "--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2023 --lib es2023,dom,dom.asynciterable --types";
  const tsc = join(root, "node_modules/.bin/tsc");
  expect(run(project, [tsc, ...flags.split(" "), "", "types.ts"])).toEqual({
    status: 0,
    output: "",
  });
});

describe.each(Object.entries(runners))("[KIT-2] from the tarball, in %s", (name, runner) => {
  const prefix = name.replaceAll(/\W/g, "-");

  function runSuite(suite: keyof typeof suites): { status: number | null; output: string } {
    const file = `${prefix}-${suite}.test.mjs`;
    writeFileSync(join(project, file), runner.imports + suites[suite]);
    return run(project, runner.command(file));
  }

  it("core's readers and policies pass", () => {
    const { status, output } = runSuite("core");
    expect([status, output]).toEqual([0, expect.stringMatching(runner.passed)]);
    expect(Number(runner.passed.exec(output)?.[1])).toBeGreaterThan(70);
  });

  it("assets-server's policy and bindings pass, over its database", () => {
    const { status, output } = runSuite("assets");
    expect([status, output]).toEqual([0, expect.stringMatching(runner.passed)]);
    expect(Number(runner.passed.exec(output)?.[1])).toBeGreaterThan(40);
  });

  it("a policy that keeps decisions fails, with the rule and the remedy", () => {
    const { status, output } = runSuite("broken");
    expect(status).toBe(1);
    expect(output).toMatch(/a revocation between the rounds is seen \(READ-7\)/);
    expect(output).toMatch(/Remedy: ask for the rights at every question/);
    expect(Number(runner.passed.exec(output)?.[1] ?? 8)).toBe(8);
  });
});
