import { andThen, type Soon } from "../pending.ts";
import type { ReadPlan } from "../identity/plan.ts";
import type { ResourceTarget } from "../identity/target.ts";
import type { OperationEvents } from "../operation-events.ts";
import { type Decision, HIDDEN } from "../policy/answers.ts";
import { planOverLimits } from "./resolve.ts";
import type { DecidedRead, PlannedRead, Read } from "./stages.ts";

/**
 * Decides the requested target, then every item, before any body is read (READ-4). A requested target that the caller may
 * not see or read is as good as none: `unavailable`. Only then are the plan's limits looked at (READ-3).
 */
export function decideBeforeReading<C>(planned: PlannedRead<C>): Soon<DecidedRead<C>> {
  const { decider } = planned.read.gateway;
  return decider.decidesMany ? decideTogether(planned) : decideOneByOne(planned);
}

function decidedRead<C>(first: readonly Decision[], planned: PlannedRead<C>): DecidedRead<C> {
  return { read: planned.read, planned, first };
}

function decideOneByOne<C>(planned: PlannedRead<C>): Soon<DecidedRead<C>> {
  const { read, plan, matched } = planned;
  const asked = read.gateway.decider.target(plan.requested, read.scope, matched.view);
  return andThen(reported(read, 1, "requested", asked), decideItems, planned);
}

function decideItems<C>(requested: Decision, planned: PlannedRead<C>): Soon<DecidedRead<C>> {
  const { read, plan, matched } = planned;
  requirePermitted(requested, read);
  const fault = planOverLimits(planned);
  if (fault !== undefined) throw read.scope.failure("invalid_plan", { cause: fault });
  const asked = read.gateway.decider.items(plan, requested, read.scope, matched.view);
  return andThen(reported(read, 1, "items", asked), decidedRead, planned);
}

function decideTogether<C>(planned: PlannedRead<C>): Soon<DecidedRead<C>> {
  const { read, plan } = planned;
  const fault = planOverLimits(planned);
  const targets = fault === undefined ? roundTargets(plan) : [plan.requested];
  return andThen(decideMany(planned, targets, 1), (decisions) => {
    requirePermitted(decisions[0], read);
    if (fault !== undefined) throw read.scope.failure("invalid_plan", { cause: fault });
    return decidedRead(itemDecisions(plan, decisions), planned);
  });
}

/** What `decideMany` is asked about: the requested target first, and once (READ-5). */
export function roundTargets(plan: ReadPlan): readonly ResourceTarget[] {
  return [plan.requested, ...plan.items.filter((item) => item !== plan.requested)];
}

/** One call for a round. */
export function decideMany<C>(
  { read, matched }: PlannedRead<C>,
  targets: readonly ResourceTarget[],
  round: 1 | 2,
): Soon<readonly Decision[]> {
  const asked = read.gateway.decider.many(Object.freeze(targets), read.scope, matched.view);
  return reported(read, round, "items", asked);
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
export function requirePermitted<C>(requested: Decision | undefined, read: Read<C>): void {
  if (requested?.readable !== true) throw read.scope.failure("unavailable");
}

/** Tells the observer how a station's decisions came out, and hands them on. */
export function reported<C, D extends Decision | readonly Decision[]>(
  { events }: Read<C>,
  round: 1 | 2,
  station: "requested" | "items",
  asked: Soon<D>,
): Soon<D> {
  return events === undefined ? asked : reportedRound(events, round, station, asked);
}

function reportedRound<C, D extends Decision | readonly Decision[]>(
  events: OperationEvents<C>,
  round: 1 | 2,
  station: "requested" | "items",
  asked: Soon<D>,
): Soon<D> {
  const from = events.elapsedMs();
  return andThen(asked, (answer) => {
    const decisions: readonly Decision[] = "length" in answer ? answer : [answer];
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
    return answer;
  });
}
