import { admitBodies } from "./admit-bodies.ts";
import { assemble } from "./assemble.ts";
import { decideBeforeReading } from "./first-round.ts";
import type { ReadBundle } from "./read-bundle-result.ts";
import type { ReadCall, ReadGateway } from "./read-request.ts";
import { decideAgain } from "./recheck.ts";
import { resolvePlan } from "./resolve.ts";
import { requireUri, selectDiscoverable } from "./select.ts";

/**
 * A read, from its URI to its bundle. Data goes forward: no station reaches back, and each throws the failure that ends
 * the read there.
 *
 * select → discover → resolve → decide → read bodies, with admission → decide again → report
 */
export async function readBundle<C>(
  gateway: ReadGateway<C>,
  call: ReadCall<C>,
): Promise<ReadBundle> {
  const uri = requireUri(call, gateway.limits.maxUriBytes);
  const matched = await selectDiscoverable(gateway, call, uri);
  const plan = await resolvePlan(call, matched);
  const first = await decideBeforeReading(gateway, call, matched, plan);
  const bodies = await admitBodies(gateway, call, matched, plan, first);
  const final = await decideAgain(gateway, call, matched, plan);
  return assemble(gateway, call, matched, plan, { first, bodies, final });
}
