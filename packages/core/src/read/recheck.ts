import { andThen, type Soon } from "../pending.ts";
import { isOfItself } from "../identity/plan.ts";
import type { Decision } from "../policy/answers.ts";
import {
  decideMany,
  itemDecisions,
  reported,
  requirePermitted,
  roundTargets,
} from "./first-round.ts";
import { discoverCandidates } from "./select.ts";
import type { AdmittedRead, RecheckedRead } from "./stages.ts";

/**
 * Decides everything again, after the last body and before anything is returned (READ-7): the items, then the requested
 * target, then the definition, last. What was true before may have been revoked while bodies were read.
 */
export function decideAgain<C>(admitted: AdmittedRead<C>): Soon<RecheckedRead<C>> {
  return admitted.read.gateway.decider.decidesMany ? manyAgain(admitted) : eachAgain(admitted);
}

function manyAgain<C>(admitted: AdmittedRead<C>): Soon<RecheckedRead<C>> {
  const { read, decided } = admitted;
  const { plan } = decided.planned;
  return andThen(decideMany(decided.planned, roundTargets(plan), 2), (decisions) => {
    requirePermitted(decisions[0], read);
    return discoverAgain(itemDecisions(plan, decisions), admitted);
  });
}

function eachAgain<C>(admitted: AdmittedRead<C>): Soon<RecheckedRead<C>> {
  const { read, decided } = admitted;
  const { plan, matched } = decided.planned;
  const { decider } = read.gateway;
  if (isOfItself(plan)) {
    const asked = decider.target(plan.requested, read.scope, matched.view);
    return andThen(reported(read, 2, "items", asked), onlyAgain, admitted);
  }
  const asked = decider.itemsAgain(plan, read.scope, matched.view);
  return andThen(reported(read, 2, "items", asked), requestedAgain, admitted);
}

function onlyAgain<C>(only: Decision, admitted: AdmittedRead<C>): Soon<RecheckedRead<C>> {
  return discoverIfPermitted(only, [only], admitted);
}

function requestedAgain<C>(
  final: readonly Decision[],
  admitted: AdmittedRead<C>,
): Soon<RecheckedRead<C>> {
  const { read, decided } = admitted;
  const { plan, matched } = decided.planned;
  // An item that is the requested target has been decided in this round (TGT-2).
  const own = final[plan.items.indexOf(plan.requested)];
  if (own !== undefined) return discoverIfPermitted(own, final, admitted);
  const asked = read.gateway.decider.target(plan.requested, read.scope, matched.view);
  return andThen(reported(read, 2, "requested", asked), (requested) =>
    discoverIfPermitted(requested, final, admitted),
  );
}

function discoverIfPermitted<C>(
  requested: Decision,
  final: readonly Decision[],
  admitted: AdmittedRead<C>,
): Soon<RecheckedRead<C>> {
  requirePermitted(requested, admitted.read);
  return discoverAgain(final, admitted);
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
