import { describe, expect, test } from "vitest";
import { holdsOn } from "../fixtures/bound-law.ts";
import { MEASURED_WIRES } from "../fixtures/measured-wires.ts";

const numRuns = 60 * Number(process.env["FUZZ_FACTOR"] ?? 1);

describe.each(MEASURED_WIRES)("$name", (wire) => {
  test(
    "[SDK-5] the bound dominates the bytes really sent, closely: bodies up to 8 MB",
    { timeout: 300_000 },
    async () => {
      expect(await holdsOn(wire, 8_000_000, numRuns)).toBe(numRuns);
    },
  );
});
