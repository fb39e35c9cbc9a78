import fc from "fast-check";
import type { ReadScenario, RightsChange } from "../explorer/read-scenario.ts";
import { oneOf } from "./uri-parts.ts";

const REQUESTED = "bundle://p";
const ITEMS = ["asset://p/a", "asset://p/b", "asset://p/c"];

/**
 * Makes scenarios for the explorer (KIT-3, KIT-4): up to three items, perhaps the requested target among them, rights
 * that change, bodies that fail, time that runs out. They shrink to a read of nothing in which nothing happens.
 *
 * @example
 * fc.assert(fc.asyncProperty(readScenario(), schedule(), async (scenario, moves) => {
 *   await runInterleaving(createResourceGateway, scenario, moves);
 * }));
 */
export function readScenario(): fc.Arbitrary<ReadScenario> {
  const uri = fc.constantFrom(...ITEMS, REQUESTED);
  const change: fc.Arbitrary<RightsChange> = oneOf(
    { weight: 2, arbitrary: fc.record({ permit: uri }) },
    { weight: 3, arbitrary: fc.record({ deny: uri }) },
    { weight: 3, arbitrary: fc.record({ hide: uri }) },
    { weight: 1, arbitrary: fc.constantFrom<RightsChange[]>("reveal", "conceal") },
  );
  return fc.record({
    uri: fc.constant(REQUESTED),
    items: fc.shuffledSubarray([...ITEMS, REQUESTED]),
    before: fc.array(change, { maxLength: 2 }),
    changes: fc.array(change, { maxLength: 4 }),
    failing: fc.subarray(ITEMS, { maxLength: 2 }),
    disclosed: fc.subarray(ITEMS),
    batch: fc.boolean(),
    timeouts: fc.boolean(),
    cancels: fc.boolean(),
  });
}

/**
 * Makes schedules for `runInterleaving` (KIT-3): which move is made at each await. They shrink to the empty one, in which
 * callbacks answer in the order asked and nothing else happens.
 */
export function schedule(): fc.Arbitrary<readonly number[]> {
  return fc.array(oneOf({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: 7 })), {
    maxLength: 40,
  });
}
