import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { MOST_RUNS, mutants } from "./mutants.ts";

// A process of its own for one mutant: patches one file of core as it is loaded, then plays worlds until the model finds
// the fault. Prints how many reads that took, or 0. Run with `--conditions=@org/source`.

const mutant = mutants[Number(process.argv[2])];
if (mutant === undefined) throw new TypeError("which mutant?");
const { file, from, to, rough } = mutant;
const url = new URL(`../../../packages/core/src/${file}`, import.meta.url).href;
const text = readFileSync(fileURLToPath(url), "utf8");
if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)} any more`);
const patched = text.replaceAll(from, () => to);

let isLoaded = false;
registerHooks({
  load(asked, context, next) {
    const loaded = next(asked, context);
    if (asked !== url) return loaded;
    isLoaded = true;
    return { ...loaded, source: patched };
  },
});

const { countUntilFound } = await import("./count-until-found.ts");
// Faults may well leave rejections behind.
process.on("unhandledRejection", () => undefined);
const found = await countUntilFound({ rough: rough === true, seed: 1, runs: MOST_RUNS });
if (!isLoaded) throw new Error(`${file} was not loaded`);
process.stdout.write(String(found));
process.exit();
