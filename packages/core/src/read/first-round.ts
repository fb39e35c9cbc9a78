import type { ReadPlan } from "../identity/plan.ts";
import type { ResourceTarget } from "../identity/target.ts";
import { type Decision, HIDDEN } from "../policy/answers.ts";
import { planOverLimits } from "./resolve.ts";
import type { MatchedRead, ReadCall, ReadGateway } from "./read-request.ts";

/**
 * Decides the requested target, then every item, before any body is read (READ-4). A requested target that the caller may
 * not see or read is as good as none: `unavailable`. Only then are the plan's limits looked at (READ-3).
 */
export async function decideBeforeReading<C>(
  gateway: ReadGateway<C>,
  call: ReadCall<C>,
  matched: MatchedRead<C>,
  plan: ReadPlan,
): Promise<readonly Decision[]> {
  const { decider, limits, registry } = gateway;
  const { scope } = call;
  if (decider.decidesMany) {
    const fault = planOverLimits(plan, limits, registry);
    const targets = fault === undefined ? roundTargets(plan) : [plan.requested];
    const decisions = await decideMany(gateway, call, matched, targets, 1);
    requirePermitted(decisions[0], call);
    if (fault !== undefined) throw scope.failure("invalid_plan", { cause: fault });
    return itemDecisions(plan, decisions);
  }

  const from = call.events?.elapsedMs() ?? 0;
  const requested = await decider.target(plan.requested, scope, matched.view);
  reportDecisions(call, 1, "requested", [requested], from);
  requirePermitted(requested, call);
  const fault = planOverLimits(plan, limits, registry);
  if (fault !== undefined) throw scope.failure("invalid_plan", { cause: fault });

  const fromItems = call.events?.elapsedMs() ?? 0;
  const decisions = await decider.items(plan, requested, scope, matched.view);
  reportDecisions(call, 1, "items", decisions, fromItems);
  return decisions;
}

/** What `decideMany` is asked about: the requested target first, and once (READ-5). */
export function roundTargets(plan: ReadPlan): readonly ResourceTarget[] {
  const others = plan.items.filter((item) => item !== plan.requested);
  return [plan.requested, ...others];
}

/** One call for a round. */
export async function decideMany<C>(
  gateway: ReadGateway<C>,
  call: ReadCall<C>,
  matched: MatchedRead<C>,
  targets: readonly ResourceTarget[],
  round: 1 | 2,
): Promise<readonly Decision[]> {
  const from = call.events?.elapsedMs() ?? 0;
  const frozen = Object.freeze([...targets]);
  const decisions = await gateway.decider.many(frozen, call.scope, matched.view);
  reportDecisions(call, round, "items", decisions, from);
  return decisions;
}

/** A round's decisions in the plan's order. */
export function itemDecisions(plan: ReadPlan, decisions: readonly Decision[]): readonly Decision[] {
  let next = 1;
  return plan.items.map((item) => {
    const decision = item === plan.requested ? decisions[0] : decisions[next++];
    return decision ?? HIDDEN;
  });
}

/** Throws `unavailable` unless the caller may see and read the requested target. */
export function requirePermitted<C>(requested: Decision | undefined, call: ReadCall<C>): void {
  if (requested?.readable !== true) throw call.scope.failure("unavailable");
}

/** Tells the observer how a station's decisions came out. */
export function reportDecisions<C>(
  call: ReadCall<C>,
  round: 1 | 2,
  station: "requested" | "items",
  decisions: readonly Decision[],
  from: number,
): void {
  const { events } = call;
  if (events === undefined) return;
  const visible = decisions.filter((decision) => decision.visible).length;
  const permitted = decisions.filter((decision) => decision.readable).length;
  events.emit({
    type: "decide",
    round,
    station,
    permitted,
    hidden: decisions.length - visible,
    denied: visible - permitted,
    durationMs: events.elapsedMs() - from,
  });
}
