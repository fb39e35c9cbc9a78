import fc from "fast-check";
import { calmSchedule, roughSchedule } from "../arbitrary-schedule.ts";
import { arbitraryWorld } from "../arbitrary-world.ts";
import { compare } from "../compare.ts";
import { perform } from "../perform.ts";
import { setStage } from "../stage.ts";

/** Plays at most `runs` worlds and says in which one gateway and reference first differed, from 1; 0 if in none. */
export async function countUntilFound(options: {
  readonly rough: boolean;
  readonly seed: number;
  readonly runs: number;
}): Promise<number> {
  const property = fc.asyncProperty(
    arbitraryWorld,
    options.rough ? roughSchedule : calmSchedule,
    async (world, schedule) => {
      const stage = setStage(world);
      compare(stage, world, await perform(stage, world, schedule));
    },
  );
  const { failed, numRuns } = await fc.check(property, {
    numRuns: options.runs,
    seed: options.seed,
    endOnFailure: true,
  });
  return failed ? numRuns : 0;
}
