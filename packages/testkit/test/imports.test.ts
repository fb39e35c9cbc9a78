import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const src = new URL("../src/", import.meta.url);

/** What the sources import, types too, by the kind of file. */
function importsOf(pattern: string): string[] {
  const found = globSync(pattern, { cwd: src }).flatMap((file) =>
    [
      ...readFileSync(new URL(file, src), "utf8").matchAll(
        /^(?:import|export|\} from)\b.*?"(.+)";$/gm,
      ),
    ]
      .map(([, specifier = ""]) => specifier)
      .filter((specifier) => !specifier.startsWith("./") && !specifier.startsWith("../")),
  );
  return [...new Set(found)].toSorted();
}

it("[KIT-1, KIT-2, KIT-4] fakes, contracts and explorer need no runner, no fast-check and nothing of Node", () => {
  expect(importsOf("{*,{fakes,contracts,explorer}/*}.ts")).toEqual([
    "@org/resources-core",
    "@org/resources-uri",
  ]);
});

it("[KIT-3] arbitraries need fast-check, and no runner", () => {
  expect(importsOf("arbitraries/*.ts")).toEqual([
    "@org/resources-core",
    "@org/resources-uri",
    "fast-check",
  ]);
});
