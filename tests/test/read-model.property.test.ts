import { describe, expect, it } from "vitest";
import { agree } from "../model/agree.ts";
import { calmSchedule, roughSchedule } from "../model/arbitrary-schedule.ts";
import { arbitraryWorld } from "../model/arbitrary-world.ts";

describe("a read and its reference", () => {
  it("[READ-2] [READ-3] [READ-4] [READ-5] [READ-6] [READ-7] [READ-8] [READ-9] [READ-11] [READ-12] [READ-16] [TGT-3] [LIM-3] [LIM-4] [LIM-5] agree in every world, in whatever order callbacks answer", async () => {
    await expect(agree(arbitraryWorld, calmSchedule, { runs: 800 })).resolves.toBeUndefined();
  });

  it("[READ-1] [READ-6] [READ-10] agree when the caller leaves or time passes at any await and inside any call", async () => {
    await expect(agree(arbitraryWorld, roughSchedule, { runs: 800 })).resolves.toBeUndefined();
  });
});
