// What loading an entry point loads with it, observed in a fresh process: zod costs as much as everything else together,
// so it may come only with what makes definitions, and there through core's definition/ alone.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const here = fileURLToPath(new URL("../", import.meta.url));

interface Edge {
  readonly url: string;
  readonly importer: string;
}

function load(entry: string): readonly Edge[] {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--conditions=@org/source", "import-graph.ts", entry],
    { cwd: here, encoding: "utf8" },
  );
  expect(stderr.replaceAll(/.*ExperimentalWarning.*\n?/g, "")).toBe("");
  expect(status).toBe(0);
  return JSON.parse(stdout) as Edge[];
}

const isZod = ({ url }: Edge): boolean => url.includes("/node_modules/zod/");
const isForeign = ({ url }: Edge): boolean =>
  url.includes("/node_modules/") || url.startsWith("node:");
const isOutsideZod = ({ importer }: Edge): boolean => !importer.includes("/node_modules/zod/");

describe("import graph", () => {
  it.each([
    "@org/resources-uri",
    "@org/resources-reporting",
    "@org/resources-core/adapter",
    "@org/resources-sdk-adapter/v1",
    "@org/resources-sdk-adapter/v2",
  ])("[SDK-1] [DEF-1] %s loads nothing but workspace packages: no SDK, no zod", (entry) => {
    expect(load(entry).filter((edge) => isForeign(edge))).toEqual([]);
  });

  it("core's Node entry point loads node: modules, but never zod", () => {
    expect(load("@org/resources-core/node").filter((edge) => isZod(edge))).toEqual([]);
  });

  it.each(["@org/resources-core", "@org/resources-sdk-adapter/mcp-apps", "@org/resources-testkit"])(
    "%s loads zod at most, and through core's definition/ alone",
    (entry) => {
      const edges = load(entry);
      const foreign = edges.filter((edge) => isForeign(edge) && isOutsideZod(edge));
      expect(foreign.filter((edge) => !isZod(edge))).toEqual([]);
      for (const { importer } of foreign) expect(importer).toContain("/core/src/definition/");
    },
  );

  it("sees zod where it is loaded", () => {
    expect(load("@org/resources-core").some((edge) => isZod(edge))).toBe(true);
  });
});
