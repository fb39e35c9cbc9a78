// What users install: the packages are packed once, the tarballs installed into empty projects outside the workspace,
// and a program per project is run on every runtime that is supported.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installProject, packInto, runOutside as run } from "../fixtures/packed-project.ts";
import type { Result } from "../fixtures/packed-project.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const temp = mkdtempSync(join(tmpdir(), "packed-"));
const tarballs = join(temp, "tarballs");

interface Project {
  readonly name: string;
  readonly packages: readonly string[];
  /** Packages from the registry, in the versions that the workspace has. */
  readonly dependencies: readonly string[];
  /** A program of tests/smoke/. */
  readonly program: string;
  /** The entry points whose declarations must stand on these packages alone. */
  readonly entries: readonly string[];
  /** A module of tests/smoke/ that must compile with these packages alone. */
  readonly module?: string;
}

const projects: readonly Project[] = [
  {
    name: "uri",
    packages: ["uri"],
    dependencies: [],
    program: "uri.mjs",
    entries: ["@org/resources-uri"],
  },
  {
    name: "reporting",
    packages: ["reporting"],
    dependencies: [],
    program: "reporting.mjs",
    entries: ["@org/resources-reporting"],
  },
  {
    name: "core",
    packages: ["uri", "reporting", "core"],
    dependencies: ["zod"],
    program: "core.mjs",
    entries: ["@org/resources-core", "@org/resources-core/adapter", "@org/resources-core/node"],
  },
  {
    name: "testkit",
    packages: ["uri", "reporting", "core", "testkit"],
    dependencies: ["zod", "fast-check"],
    program: "testkit.mjs",
    entries: ["@org/resources-testkit", "@org/resources-testkit/arbitraries"],
  },
  {
    name: "adapter-v1",
    packages: ["uri", "reporting", "core", "sdk-adapter"],
    dependencies: ["zod", "@modelcontextprotocol/sdk"],
    program: "adapter-v1.mjs",
    entries: ["@org/resources-sdk-adapter/v1", "@org/resources-sdk-adapter/mcp-apps"],
    module: "adapter-v1-accepts.ts",
  },
  {
    name: "adapter-v2",
    packages: ["uri", "reporting", "core", "sdk-adapter"],
    dependencies: ["zod", "@modelcontextprotocol/server", "@modelcontextprotocol/client"],
    program: "adapter-v2.mjs",
    entries: ["@org/resources-sdk-adapter/v2", "@org/resources-sdk-adapter/mcp-apps"],
    module: "adapter-v2-accepts.ts",
  },
];

const architecture = process.arch === "arm64" ? "arm64" : "x64";
const runtimes: Readonly<Record<string, readonly string[]>> = {
  "Node 20.19": [
    join(root, `tests/runtimes/node20/node_modules/node-linux-${architecture}/bin/node`),
  ],
  "Node 24": [process.execPath],
  Bun: [join(root, "tests/node_modules/.bin/bun"), "run"],
  Deno: [
    join(root, "tests/node_modules/.bin/deno"),
    "run",
    "--allow-all",
    "--node-modules-dir=manual",
  ],
};

function install(project: Project): string {
  const folder = join(temp, project.name);
  installProject(folder, tarballs, project.packages, project.dependencies);
  cpSync(join(root, "tests/smoke", project.program), join(folder, project.program));
  return folder;
}

/** Compiles a module that imports the entries, with the strictest look at their declarations. */
function typeCheck(folder: string, entries: readonly string[]): Result {
  const imports = entries.map((entry, index) => `import * as it${String(index)} from "${entry}";`);
  const uses = entries.map((_entry, index) => `void it${String(index)};`);
  writeFileSync(join(folder, "types.ts"), [...imports, ...uses, ""].join("\n"));
  return compile(folder, "types.ts");
}

function compile(folder: string, file: string, ...more: readonly string[]): Result {
  const flags =
    "--noEmit --strict --module nodenext --target es2023 --lib es2023,dom,dom.asynciterable --types";
  return run(folder, [join(root, "node_modules/.bin/tsc"), ...flags.split(" "), "", ...more, file]);
}

beforeAll(() => packInto(tarballs));
afterAll(() => rmSync(temp, { recursive: true, force: true }));

describe.each(projects)("packed: $name", (project) => {
  let folder = "";
  beforeAll(() => {
    folder = install(project);
  });

  it.each(Object.entries(runtimes))("runs on %s", (_name, command) => {
    expect(run(folder, [...command, project.program])).toEqual({ status: 0, output: "ok\n" });
  });

  it("brings nothing that it does not declare", () => {
    const named = [
      ...project.packages.map((name) => `@org/resources-${name}`),
      ...project.dependencies,
    ];
    for (const name of named)
      expect(existsSync(join(folder, "node_modules", name)), name).toBe(true);
    const lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")) as {
      packages: Record<string, { peer?: boolean; optional?: boolean }>;
    };
    const copies = Object.keys(lock.packages).filter((path) => /@org\/resources-[^/]+$/.test(path));
    expect(copies.toSorted()).toEqual(
      project.packages.map((name) => `node_modules/@org/resources-${name}`).toSorted(),
    );
  });

  it("has declarations that check without skipLibCheck", () => {
    expect(typeCheck(folder, project.entries)).toEqual({ status: 0, output: "" });
  });

  const { module } = project;
  if (module === undefined) return;
  it("[SDK-1] accepts the servers of the SDK that is installed", () => {
    cpSync(join(root, "tests/smoke", module), join(folder, module));
    // The SDK's own declarations want more than this project has.
    expect(compile(folder, module, "--skipLibCheck")).toEqual({ status: 0, output: "" });
  });
});

it("packed: core's declarations reach zod from no entry point", () => {
  const zod = join(temp, "core/node_modules/zod");
  renameSync(zod, `${zod}-away`);
  try {
    const { entries = [] } = projects.find(({ name }) => name === "core") ?? {};
    expect(typeCheck(join(temp, "core"), entries)).toEqual({ status: 0, output: "" });
  } finally {
    renameSync(`${zod}-away`, zod);
  }
});

it("packed: uri brings its command", () => {
  const command = join(temp, "uri/node_modules/.bin/resources-uri");
  expect(run(temp, [command, "notes://me/a"]).status).toBe(0);
  expect(run(temp, [command, "notes://me/../b"]).status).toBe(1);
});
