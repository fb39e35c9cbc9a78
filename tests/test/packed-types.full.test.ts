// The declarations in the tarballs, as compilers of the last three majors read them in each way that modules are resolved
// today: on their own, and with the type tests of every public name.
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installProject, packInto, runOutside } from "../fixtures/packed-project.ts";
import type { Result } from "../fixtures/packed-project.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const temp = mkdtempSync(join(tmpdir(), "packed-types-"));
const project = join(temp, "project");
const packages = readdirSync(join(root, "packages"));

const compilers = ["5.9", "6", "7"].map((version) => ({
  version,
  tsc: join(
    root,
    `tests/runtimes/typescript/node_modules/typescript-${version.slice(0, 1)}/bin/tsc`,
  ),
}));
const resolutions = {
  node20: { module: "node20" },
  nodenext: { module: "nodenext" },
  bundler: { module: "preserve", moduleResolution: "bundler" },
};
const cases = compilers.flatMap(({ version, tsc }) =>
  Object.entries(resolutions).map(([resolution, modules]) => ({
    version,
    tsc,
    resolution,
    modules,
  })),
);

const typeTests = ["public-types.test-d.ts", "adapter-v1-accepts.ts", "adapter-v2-accepts.ts"];

/** Every entry point of every package, as `exports` in the tarball's manifest has them. */
function entries(): string[] {
  return packages.flatMap((name) => {
    const manifest = join(project, `node_modules/@org/resources-${name}/package.json`);
    const { exports } = JSON.parse(readFileSync(manifest, "utf8")) as { exports: object };
    return Object.keys(exports)
      .filter((path) => path !== "./package.json")
      .map((path) => `@org/resources-${name}${path.slice(1)}`);
  });
}

beforeAll(() => {
  const tarballs = join(temp, "tarballs");
  packInto(tarballs);
  installProject(project, tarballs, packages, [
    "zod",
    "fast-check",
    "@modelcontextprotocol/sdk",
    "@modelcontextprotocol/server",
    "@modelcontextprotocol/client",
  ]);
  // For `expectTypeOf` alone.
  symlinkSync(join(root, "node_modules/vitest"), join(project, "node_modules/vitest"));
  cpSync(join(root, "tests/test/public-types.test-d.ts"), join(project, "public-types.test-d.ts"));
  for (const file of ["adapter-v1-accepts.ts", "adapter-v2-accepts.ts"])
    cpSync(join(root, "tests/smoke", file), join(project, file));
  // The declarations of the test clients name the SDKs' own, which do not check without skipLibCheck.
  const alone = entries().filter((entry) => !entry.endsWith("/testing"));
  for (const [file, names] of [
    ["alone.ts", alone],
    ["all.ts", entries()],
  ] as const)
    writeFileSync(
      join(project, file),
      names.map((name, index) => `export * as it${String(index)} from "${name}";\n`).join(""),
    );
});
afterAll(() => rmSync(temp, { recursive: true, force: true }));

describe.each(cases)("TypeScript $version, $resolution", ({ version, tsc, modules }) => {
  function compile(
    files: readonly string[],
    more: { lib: readonly string[]; skipLibCheck: boolean },
  ): Result {
    const compilerOptions = {
      ...modules,
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      target: "es2023",
      lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable", ...more.lib],
      types: [],
      skipLibCheck: more.skipLibCheck,
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    return runOutside(project, [process.execPath, tsc, "-p", "tsconfig.json"]);
  }

  it("is the compiler that it says", () => {
    const { output } = runOutside(project, [process.execPath, tsc, "--version"]);
    expect(output).toContain(`Version ${version}.`);
  });

  it("reads every entry point's declarations, without skipLibCheck", () => {
    expect(compile(["alone.ts"], { lib: [], skipLibCheck: false })).toEqual({
      status: 0,
      output: "",
    });
  });

  it("gives every public name its type, and refuses what it must", () => {
    // A test client can be left to `await using`, which is what the library is for.
    const more = { lib: ["esnext.disposable"], skipLibCheck: true };
    expect(compile(["all.ts", ...typeTests], more)).toEqual({ status: 0, output: "" });
  });
});
