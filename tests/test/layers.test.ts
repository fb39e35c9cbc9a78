// Each layer rule is seen to fail on a planted violation: the tracked files are copied once, all violations are planted
// into the copy, and the linter and `turbo boundaries` must name every one of them (and none before the planting).
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const bin = join(root, "node_modules/.bin");

interface Plant {
  readonly violation: string;
  readonly file: string;
  readonly source: string;
  /** What the tool says of it. */
  readonly says: RegExp;
}

const use = (specifier: string): string =>
  `import * as it from "${specifier}";\nexport const planted = it;\n`;
const leafUri = /uri is a leaf/;
const leafReporting = /reporting is a leaf/;

/** What the linter refuses. */
const lintPlants: readonly Plant[] = [
  {
    violation: "uri imports core",
    file: "packages/uri/src/planted/core.ts",
    source: use("@org/resources-core"),
    says: leafUri,
  },
  {
    violation: "uri imports reporting",
    file: "packages/uri/src/planted/reporting.ts",
    source: use("@org/resources-reporting"),
    says: leafUri,
  },
  {
    violation: "uri imports zod outside its zod entry",
    file: "packages/uri/src/planted/zod.ts",
    source: use("zod"),
    says: leafUri,
  },
  {
    violation: "uri imports node: outside its command",
    file: "packages/uri/src/planted/node.ts",
    source: use("node:fs"),
    says: leafUri,
  },
  {
    violation: "uri's zod entry imports core",
    file: "packages/uri/src/zod.ts",
    source: use("@org/resources-core"),
    says: leafUri,
  },
  {
    violation: "uri's command imports a package",
    file: "packages/uri/src/cli.ts",
    source: use("@org/resources-core"),
    says: leafUri,
  },
  {
    violation: "reporting imports uri",
    file: "packages/reporting/src/planted/uri.ts",
    source: use("@org/resources-uri"),
    says: leafReporting,
  },
  {
    violation: "reporting imports zod outside its schema",
    file: "packages/reporting/src/planted/zod.ts",
    source: use("zod"),
    says: leafReporting,
  },
  {
    violation: "core imports an SDK",
    file: "packages/core/src/planted/sdk.ts",
    source: use("@modelcontextprotocol/server"),
    says: /Only sdk-adapter knows the SDKs/,
  },
  {
    violation: "core imports node:",
    file: "packages/core/src/planted/node.ts",
    source: use("node:crypto"),
    says: /No node: import/,
  },
  {
    violation: "core imports testkit",
    file: "packages/core/src/planted/testkit.ts",
    source: use("@org/resources-testkit"),
    says: /core may use only: uri, reporting/,
  },
  {
    violation: "core imports zod outside definition/",
    file: "packages/core/src/planted/zod.ts",
    source: use("zod"),
    says: /zod in definition\/ alone/,
  },
  {
    violation: "core's definition/ imports an SDK",
    file: "packages/core/src/definition/planted.ts",
    source: use("@modelcontextprotocol/sdk/types.js"),
    says: /Only sdk-adapter knows the SDKs/,
  },
  {
    violation: "core's Node entry imports sdk-adapter",
    file: "packages/core/src/node/planted.ts",
    source: use("@org/resources-sdk-adapter/v2"),
    says: /core may use only: uri, reporting/,
  },
  {
    violation: "sdk-adapter imports testkit",
    file: "packages/sdk-adapter/src/planted/testkit.ts",
    source: use("@org/resources-testkit"),
    says: /sdk-adapter may use only: uri, reporting, core/,
  },
  {
    violation: "sdk-adapter imports an SDK at run time",
    file: "packages/sdk-adapter/src/planted/sdk.ts",
    source: use("@modelcontextprotocol/server"),
    says: /imports no SDK at run time/,
  },
  {
    violation: "sdk-adapter imports node:",
    file: "packages/sdk-adapter/src/planted/node.ts",
    source: use("node:fs"),
    says: /No node: import/,
  },
  {
    violation: "testkit imports sdk-adapter",
    file: "packages/testkit/src/planted/adapter.ts",
    source: use("@org/resources-sdk-adapter/v1"),
    says: /testkit may use only: uri, reporting, core/,
  },
  {
    violation: "testkit imports an SDK",
    file: "packages/testkit/src/planted/sdk.ts",
    source: use("@modelcontextprotocol/sdk/types.js"),
    says: /Only sdk-adapter knows the SDKs/,
  },
  {
    violation: "testkit imports vitest",
    file: "packages/testkit/src/planted/vitest.ts",
    source: use("vitest"),
    says: /runner-neutral/,
  },
  {
    violation: "testkit imports node:",
    file: "packages/testkit/src/planted/node.ts",
    source: use("node:assert"),
    says: /runner-neutral/,
  },
  {
    violation: "a package reads the environment",
    file: "packages/core/src/planted/environment.ts",
    source: `export const planted = process.env["HOME"];\n`,
    says: /Only apps read the environment|process\.env/,
  },
  {
    violation: "uri's command reads the environment",
    file: "packages/uri/src/cli.ts",
    source: `${use("@org/resources-core")}export const home = process.env["HOME"];\n`,
    says: /process\.env/,
  },
  {
    violation: "a package opens a connection",
    file: "packages/sdk-adapter/src/planted/fetch.ts",
    source: `export const planted = fetch("http://127.0.0.1");\n`,
    says: /Only apps open connections/,
  },
  {
    violation: "two files import each other",
    file: "packages/core/src/planted/cycle-a.ts",
    source: `import { b } from "./cycle-b.ts";\nexport const a = (): unknown => b;\n`,
    says: /cycle/i,
  },
  {
    violation: "two files import each other, seen from the other",
    file: "packages/core/src/planted/cycle-b.ts",
    source: `import { a } from "./cycle-a.ts";\nexport const b = (): unknown => a;\n`,
    says: /cycle/i,
  },
];

/** What `turbo boundaries` refuses. */
const boundaryPlants: readonly Plant[] = [
  {
    violation: "uri reaches into core's files",
    file: "packages/uri/src/planted/file.ts",
    source: use("../../../core/src/index.ts"),
    says: /planted\/file\.ts|core\/src\/index\.ts/,
  },
  {
    violation: "uri loads core on demand",
    file: "packages/uri/src/planted/on-demand.ts",
    source: `export const planted = import("@org/resources-core");\n`,
    says: /@org\/resources-core/,
  },
  {
    violation: "core's tests import testkit",
    file: "packages/core/test/planted.ts",
    source: use("@org/resources-testkit"),
    says: /@org\/resources-testkit/,
  },
  {
    violation: "an app reaches into a package's files",
    file: "apps/assets-server/src/planted.ts",
    source: use("../../../packages/core/src/index.ts"),
    says: /packages\/core\/src\/index\.ts/,
  },
];

const copy = mkdtempSync(join(tmpdir(), "layers-"));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function run(command: string, args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(join(bin, command), args, {
    cwd: copy,
    encoding: "utf8",
    maxBuffer: 1 << 26,
    timeout: 30_000,
    env: {
      ...process.env,
      NO_COLOR: "1",
      TURBO_TELEMETRY_DISABLED: "1",
      PATH: `${bin}:${process.env["PATH"] ?? ""}`,
    },
  });
  return `${stdout}\n${stderr}`;
}

interface Diagnostic {
  readonly message: string;
  readonly help?: string;
  readonly code: string;
  readonly filename: string;
}

const layerRules = /no-restricted-imports|no-restricted-globals|no-process-env|no-cycle/;

// The folders by name: outside a repository the linter would walk into the linked node_modules.
const sources = readdirSync(join(root, "packages")).map((name) => `packages/${name}/src`);

function lint(): readonly Diagnostic[] {
  const output = run("oxlint", ["--format", "json", ...sources]);
  const { diagnostics } = JSON.parse(output.slice(output.indexOf("{"))) as {
    diagnostics: Diagnostic[];
  };
  return diagnostics.filter(({ code }) => layerRules.test(code));
}

describe("layers", () => {
  let before: { lint: readonly Diagnostic[]; boundaries: string };
  let after: { lint: readonly Diagnostic[]; boundaries: string };

  beforeAll(() => {
    const { stdout } = spawnSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
    const workspaces = new Set<string>([""]);
    for (const file of stdout.split("\0")) {
      if (file === "" || !existsSync(join(root, file))) continue;
      if (!/\.(?:ts|mts|mjs|json|yaml)$/.test(file)) continue;
      cpSync(join(root, file), join(copy, file));
      if (file.endsWith("/package.json")) workspaces.add(dirname(file));
    }
    for (const workspace of workspaces) {
      const modules = join(root, workspace, "node_modules");
      if (existsSync(modules)) symlinkSync(modules, join(copy, workspace, "node_modules"));
    }
    before = { lint: lint(), boundaries: run("turbo", ["boundaries"]) };
    for (const { file, source } of [...lintPlants, ...boundaryPlants]) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), source);
    }
    after = { lint: lint(), boundaries: run("turbo", ["boundaries"]) };
  }, 60_000);

  it("hold in the tree as it is", () => {
    expect(before.lint).toEqual([]);
    expect(before.boundaries).toContain("no issues found");
  });

  it.each(lintPlants)("lint refuses: $violation", ({ file, says }) => {
    const messages = after.lint
      .filter(({ filename }) => filename === file)
      .map(({ code, message, help = "" }) => `${code}: ${message} ${help}`);
    expect(messages.join("\n")).toMatch(says);
  });

  it.each(boundaryPlants)("turbo boundaries refuses: $violation", ({ says }) => {
    expect(after.boundaries).toMatch(says);
  });
});
