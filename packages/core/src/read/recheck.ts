import type { ReadPlan } from "../identity/plan.ts";
import type { Decision } from "../policy/answers.ts";
import {
  decideMany,
  itemDecisions,
  reportDecisions,
  requirePermitted,
  roundTargets,
} from "./first-round.ts";
import type { MatchedRead, ReadCall, ReadGateway } from "./read-request.ts";
import { discoverCandidates } from "./select.ts";

/**
 * Decides everything again, after the last body and before anything is returned (READ-7): the items, then the requested
 * target, then the definition, last. What was true before may have been revoked while bodies were read.
 */
export async function decideAgain<C>(
  gateway: ReadGateway<C>,
  call: ReadCall<C>,
  matched: MatchedRead<C>,
  plan: ReadPlan,
): Promise<readonly Decision[]> {
  const items = gateway.decider.decidesMany
    ? await manyAgain(gateway, call, matched, plan)
    : await eachAgain(gateway, call, matched, plan);
  if (!(await discoverCandidates(gateway, call, [matched.entry], 2))) {
    throw call.scope.failure("unavailable");
  }
  return items;
}

async function manyAgain<C>(
  gateway: ReadGateway<C>,
  call: ReadCall<C>,
  matched: MatchedRead<C>,
  plan: ReadPlan,
): Promise<readonly Decision[]> {
  const decisions = await decideMany(gateway, call, matched, roundTargets(plan), 2);
  requirePermitted(decisions[0], call);
  return itemDecisions(plan, decisions);
}

async function eachAgain<C>(
  gateway: ReadGateway<C>,
  call: ReadCall<C>,
  matched: MatchedRead<C>,
  plan: ReadPlan,
): Promise<readonly Decision[]> {
  const { decider } = gateway;
  const { scope, events } = call;
  const from = events?.elapsedMs() ?? 0;
  const decisions = await decider.itemsAgain(plan, scope, matched.view);
  reportDecisions(call, 2, "items", decisions, from);

  // An item that is the requested target has been decided in this round (TGT-2).
  const at = plan.items.indexOf(plan.requested);
  const fromRequested = events?.elapsedMs() ?? 0;
  const requested = decisions[at] ?? (await decider.target(plan.requested, scope, matched.view));
  if (at === -1) reportDecisions(call, 2, "requested", [requested], fromRequested);
  requirePermitted(requested, call);
  return decisions;
}
