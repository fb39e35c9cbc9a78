import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

import type { Case, SampledSide } from "../case.ts";
import { moduleGraph } from "../module-graph.ts";

const run = promisify(execFile);
const entry = import.meta.resolve("@org/resources-uri");
const zodEntry = import.meta.resolve("@org/resources-uri/zod");

/** Imports a module in a fresh process and takes the time inside it, the process's own start not counted. */
function importing(name: string, url: string): SampledSide {
  const script = `const start = performance.now();
    const names = Object.keys(await import(${JSON.stringify(url)}));
    console.log(performance.now() - start, names.length);`;
  const ask = async (): Promise<readonly number[]> => {
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script]);
    return stdout.trim().split(" ").map(Number);
  };
  return {
    name,
    unit: "ms",
    answers: async () => {
      const [, exported = 0] = await ask();
      if (exported === 0) throw new Error(`${url} exports nothing`);
      return `${exported} names exported, ${moduleGraph(url).length} files`;
    },
    // A start is too long to fall between two interruptions by chance: the best of three is taken.
    sample: async () => {
      const times = [await ask(), await ask(), await ask()].map(([time = Number.NaN]) => time);
      return Math.min(...times);
    },
  };
}

function kibibytes(url: string): number {
  return (
    moduleGraph(url).reduce((bytes, { source }) => bytes + Buffer.byteLength(source), 0) / 1024
  );
}

function dependencies(): number {
  const manifest = readFileSync(new URL("../package.json", entry), "utf8");
  const { dependencies: declared = {} } = JSON.parse(manifest) as {
    dependencies?: Record<string, string>;
  };
  return Object.keys(declared).length;
}

export const p06: Case = {
  id: "P6",
  title: "import @org/resources-uri in a fresh process; its size as published, comments included",
  rounds: 12,
  prepare: () => ({
    sides: [
      importing("@org/resources-uri", entry),
      importing("memoirist", import.meta.resolve("memoirist")),
    ],
    figures: [
      {
        what: "import time vs memoirist",
        of: "@org/resources-uri",
        over: "memoirist",
        atMost: 1.2,
        accepted: { atMost: 2.2, decision: "0060" },
      },
      {
        what: "size of the entry",
        fact: kibibytes(entry),
        unit: "KiB",
        atMost: 20,
        accepted: { atMost: 52, decision: "0060" },
      },
      {
        what: "size of the zod entry, zod not counted",
        fact: kibibytes(zodEntry),
        unit: "KiB",
        atMost: 20,
        accepted: { atMost: 40, decision: "0060" },
      },
      { what: "dependencies", fact: dependencies(), unit: "", atMost: 0 },
    ],
  }),
};
