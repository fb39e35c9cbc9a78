import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { mutants } from "../model/mutants/mutants.ts";

const run = promisify(execFile);
const play = fileURLToPath(new URL("../model/mutants/play-mutant.ts", import.meta.url));

/** In how many reads the model found the fault, in a process of its own; 0 if it did not. */
async function readsUntilFound(index: number): Promise<number> {
  const { stdout } = await run(process.execPath, ["--conditions=@org/source", play, String(index)]);
  return Number(stdout);
}

describe("the model of a read finds a gateway in which", () => {
  it.each(mutants.map(({ fault }, index) => ({ fault, index })))("$fault", async ({ index }) => {
    await expect(readsUntilFound(index)).resolves.toBeGreaterThan(0);
  });

  it.each([
    "no item and no requested target is decided again",
    "everything is decided again before the bodies are read, not after",
    "an item hidden in the end is counted and has an issue",
    "an item hidden at first is read, late, when it is visible at last",
    "a body that comes after its time is waited for and used",
  ])("%s, within 1 000 reads", async (fault) => {
    const index = mutants.findIndex((mutant) => mutant.fault === fault);
    const found = await readsUntilFound(index);
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThanOrEqual(1000);
  });
});
