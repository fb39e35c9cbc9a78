import { andThen, type Soon } from "../pending.ts";
import { admitBodies } from "./admit-bodies.ts";
import { assemble } from "./assemble.ts";
import { decideBeforeReading } from "./first-round.ts";
import type { ReadBundle } from "./read-bundle-result.ts";
import { decideAgain } from "./recheck.ts";
import { resolvePlan } from "./resolve.ts";
import { selectDiscoverable } from "./select.ts";
import type { Read } from "./stages.ts";

/**
 * A read, from its URI to its bundle.
 *
 * Data goes forward: no station reaches back, and each throws the failure that ends the read there. A station that has to
 * wait for a callback answers with a promise; a read whose callbacks all answer at once is over at once.
 */
export function readBundle<C>(read: Read<C>): Soon<ReadBundle> {
  const matched = selectDiscoverable(read);
  const planned = andThen(matched, resolvePlan);
  const decided = andThen(planned, decideBeforeReading);
  const admitted = andThen(decided, admitBodies);
  const rechecked = andThen(admitted, decideAgain);
  return andThen(rechecked, assemble);
}
