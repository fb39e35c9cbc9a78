import { describe, expect, test } from "vitest";
import { holdsOn } from "../fixtures/bound-law.ts";
import { MEASURED_WIRES } from "../fixtures/measured-wires.ts";

const numRuns = 40 * Number(process.env["FUZZ_FACTOR"] ?? 1);

describe.each(MEASURED_WIRES)("$name", (wire) => {
  test("[SDK-5] the bound dominates the bytes really sent, closely: bodies up to 20 kB", async () => {
    expect(await holdsOn(wire, 20_000, numRuns)).toBe(numRuns);
  });
});
