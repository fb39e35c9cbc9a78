import { andThen, type Soon } from "../pending.ts";
import type { Decision } from "../policy/answers.ts";
import {
  decideMany,
  itemDecisions,
  reported,
  requirePermitted,
  roundTargets,
} from "./first-round.ts";
import { discoverCandidates } from "./select.ts";
import type { AdmittedRead, PlannedRead, Read, RecheckedRead } from "./stages.ts";

/**
 * Decides everything again, after the last body and before anything is returned (READ-7): the items, then the requested
 * target, then the definition, last. What was true before may have been revoked while bodies were read.
 */
export function decideAgain<C>(admitted: AdmittedRead<C>): Soon<RecheckedRead<C>> {
  const { planned } = admitted.decided;
  const items = admitted.read.gateway.decider.decidesMany ? manyAgain(planned) : eachAgain(planned);
  return andThen(items, discoverAgain, admitted);
}

/** The last question of a read. */
function discoverAgain<C>(
  final: readonly Decision[],
  admitted: AdmittedRead<C>,
): Soon<RecheckedRead<C>> {
  const { read, decided } = admitted;
  const { entry, view } = decided.planned.matched;
  const asked = discoverCandidates(read, [entry], view, 2);
  const rechecked: RecheckedRead<C> = { read, admitted, final };
  return andThen(asked, stillDiscoverable, rechecked);
}

function stillDiscoverable<C>(
  isDiscoverable: boolean,
  rechecked: RecheckedRead<C>,
): RecheckedRead<C> {
  if (!isDiscoverable) throw rechecked.read.scope.failure("unavailable");
  return rechecked;
}

function manyAgain<C>(planned: PlannedRead<C>): Soon<readonly Decision[]> {
  const { read, plan } = planned;
  return andThen(decideMany(planned, roundTargets(plan), 2), (decisions) => {
    requirePermitted(decisions[0], read);
    return itemDecisions(plan, decisions);
  });
}

function eachAgain<C>(planned: PlannedRead<C>): Soon<readonly Decision[]> {
  const { read, plan, matched } = planned;
  const asked = read.gateway.decider.itemsAgain(plan, read.scope, matched.view);
  return andThen(reported(read, 2, "items", asked), requestedAgain, planned);
}

function requestedAgain<C>(
  decisions: readonly Decision[],
  { read, plan, matched }: PlannedRead<C>,
): Soon<readonly Decision[]> {
  // An item that is the requested target has been decided in this round (TGT-2).
  const own = decisions[plan.items.indexOf(plan.requested)];
  if (own !== undefined) {
    requirePermitted(own, read);
    return decisions;
  }
  const asked = read.gateway.decider.target(plan.requested, read.scope, matched.view);
  return stillPermitted(reported(read, 2, "requested", asked), decisions, read);
}

function stillPermitted<C>(
  asked: Soon<Decision>,
  decisions: readonly Decision[],
  read: Read<C>,
): Soon<readonly Decision[]> {
  return andThen(asked, (requested) => {
    requirePermitted(requested, read);
    return decisions;
  });
}
