import { describe, expect, it } from "vitest";
import { agree, FUZZ_FACTOR } from "../model/agree.ts";
import { calmSchedule, roughSchedule } from "../model/arbitrary-schedule.ts";
import { arbitraryWorld } from "../model/arbitrary-world.ts";

// The same laws as in the fast suite, over more worlds than a fault has ever needed to be found.

const TIMEOUT_MS = 900_000 * Math.max(1, FUZZ_FACTOR);

describe("a read and its reference, at length", () => {
  it(
    "[READ-2] [READ-4] [READ-7] [READ-8] [LIM-4] agree in whatever order callbacks answer",
    async () => {
      const agreed = agree(arbitraryWorld, calmSchedule, { runs: 15_000 });
      await expect(agreed).resolves.toBeUndefined();
    },
    TIMEOUT_MS,
  );

  it(
    "[READ-1] [READ-10] agree when the caller leaves or time passes anywhere",
    async () => {
      const agreed = agree(arbitraryWorld, roughSchedule, { runs: 15_000 });
      await expect(agreed).resolves.toBeUndefined();
    },
    TIMEOUT_MS,
  );
});
