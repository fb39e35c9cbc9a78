import { toContents } from "@org/resources-reporting";
import fc from "fast-check";
import assert from "node:assert/strict";
import { describe, expect, it } from "vitest";
import { FUZZ_FACTOR } from "../model/agree.ts";
import { calmSchedule } from "../model/arbitrary-schedule.ts";
import { type Twin, twins } from "../model/arbitrary-twins.ts";
import { perform, type Performance, type Schedule } from "../model/perform.ts";
import { setStage } from "../model/stage.ts";

/** All that a caller gets to see of a read, as bytes. */
function seenByCaller({ bundle, failure, progress, faults }: Performance): string {
  assert.deepEqual(faults, []);
  const result = bundle && {
    ...bundle,
    items: bundle.items.map(toContents),
    contents: bundle.contents.map(toContents),
    warning: bundle.warning && toContents(bundle.warning),
  };
  const refusal = failure && [failure, Object.entries(failure), String(failure), failure.message];
  return JSON.stringify({ result, refusal, progress });
}

async function play({ world, authorizationData }: Twin, schedule: Schedule): Promise<string> {
  const stage = setStage(world, { authorizationData });
  return seenByCaller(await perform(stage, world, schedule));
}

async function twinsLookAlike(runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(twins, calmSchedule, calmSchedule, async ([one, other], a, b) => {
      assert.equal(await play(one, a), await play(other, b));
    }),
    { numRuns: Math.ceil(runs * FUZZ_FACTOR) },
  );
}

describe("the law of what is hidden", () => {
  it(
    "[READ-15] [READ-5] [TGT-1] worlds that differ in hidden items, authorization data and private causes are the same to the caller, byte for byte, in any order of answers",
    async () => {
      await expect(twinsLookAlike(150)).resolves.toBeUndefined();
    },
    60_000 * Math.max(1, FUZZ_FACTOR),
  );
});
