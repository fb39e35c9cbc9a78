import fc from "fast-check";
import { compare } from "./compare.ts";
import { perform, type Schedule } from "./perform.ts";
import { setStage, type StageOptions } from "./stage.ts";
import type { World } from "./world.ts";

/** How much harder than usual to look: properties run this many times their usual number. */
export const FUZZ_FACTOR = Number(process.env["FUZZ_FACTOR"] ?? 1);

/** Plays worlds to gateways and holds each read to the reference; rejects with the smallest world that differs. */
export async function agree(
  worlds: fc.Arbitrary<World>,
  schedules: fc.Arbitrary<Schedule>,
  options: StageOptions & { readonly runs: number; readonly seed?: number },
): Promise<void> {
  const { runs, seed, ...rest } = options;
  await fc.assert(
    fc.asyncProperty(worlds, schedules, async (world, schedule) => {
      const stage = setStage(world, rest);
      compare(stage, world, await perform(stage, world, schedule));
    }),
    { numRuns: Math.ceil(runs * FUZZ_FACTOR), ...(seed === undefined ? {} : { seed }) },
  );
}
