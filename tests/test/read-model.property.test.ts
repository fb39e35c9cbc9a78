import { describe, expect, it } from "vitest";
import { agree, FUZZ_FACTOR } from "../model/agree.ts";
import { calmSchedule, roughSchedule } from "../model/arbitrary-schedule.ts";
import { arbitraryWorld } from "../model/arbitrary-world.ts";

const TIMEOUT_MS = 60_000 * Math.max(1, FUZZ_FACTOR);

describe("a read and its reference", () => {
  it(
    "[READ-2] [READ-3] [READ-4] [READ-5] [READ-6] [READ-7] [READ-8] [READ-9] [READ-11] [READ-12] [READ-16] [TGT-3] [LIM-3] [LIM-4] [LIM-5] agree in every world, in whatever order callbacks answer",
    async () => {
      await expect(agree(arbitraryWorld, calmSchedule, { runs: 400 })).resolves.toBeUndefined();
    },
    TIMEOUT_MS,
  );

  it(
    "[READ-1] [READ-6] [READ-10] agree when the caller leaves or time passes at any await and inside any call",
    async () => {
      await expect(agree(arbitraryWorld, roughSchedule, { runs: 400 })).resolves.toBeUndefined();
    },
    TIMEOUT_MS,
  );
});
