import { andThen, type Soon } from "../pending.ts";
import type { Registry } from "../definition/registry.ts";
import type { OperationEvents } from "../operation-events.ts";
import { PlanError } from "../identity/construction.ts";
import { isPlan, planFault, type ReadPlan } from "../identity/plan.ts";
import type { RequestScope } from "../request-scope.ts";
import { InvalidVariableSignal, UnavailableSignal } from "../signal.ts";
import type { MatchedRead, PlannedRead } from "./stages.ts";

/** Asks the binding which items the match stands for; it reads no bodies (READ-3). */
export function resolvePlan<C>(matched: MatchedRead<C>): Soon<PlannedRead<C>> {
  const { entry, match, view, read } = matched;
  const { scope, events } = read;
  const asked = scope.askSoon(entry.binding.resolve, match, view, acceptPlan, refuse, scope);
  const plan = events === undefined ? asked : reportedPlan(events, asked);
  return andThen(plan, plannedRead, matched);
}

function reportedPlan<C>(events: OperationEvents<C>, asked: Soon<ReadPlan>): Soon<ReadPlan> {
  const from = events.elapsedMs();
  return andThen(asked, (plan) => {
    const items = plan.items.length;
    events.emit({ type: "resolve", items, durationMs: events.elapsedMs() - from });
    return plan;
  });
}

function plannedRead<C>(plan: ReadPlan, matched: MatchedRead<C>): PlannedRead<C> {
  const { read, match } = matched;
  if (plan.requested.uri !== match.canonicalUri) {
    const cause = new PlanError("resolve: the requested target's uri must be match.canonicalUri");
    throw read.scope.failure("invalid_plan", { cause });
  }
  return { read, matched, plan };
}

function acceptPlan(answer: unknown, scope: RequestScope): ReadPlan {
  if (isPlan(answer)) return answer;
  throw scope.failure("invalid_plan", { cause: new PlanError(planFault(answer)) });
}

function refuse(thrown: unknown, scope: RequestScope): never {
  if (UnavailableSignal.is(thrown)) throw scope.failure("unavailable", { cause: thrown.cause });
  if (InvalidVariableSignal.is(thrown)) {
    const { variable, expectation } = thrown;
    throw scope.failure("invalid_capture", { variable, expectation });
  }
  if (PlanError.is(thrown)) throw scope.failure("invalid_plan", { cause: thrown });
  throw scope.failure("resolve_failed", { cause: thrown });
}

/**
 * Says what is wrong with a plan as a whole, or nothing. It is told only to who may read the requested target: to anybody
 * else, a plan that is too long would say that there is something (READ-3).
 */
export function planOverLimits<C>({ read, plan }: PlannedRead<C>): PlanError | undefined {
  const { limits, registry } = read.gateway;
  const { items, requested } = plan;
  if (items.length > limits.maxPlanItems) {
    return new PlanError(
      `the plan has ${items.length} items, over maxPlanItems (${limits.maxPlanItems})`,
    );
  }
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    // The requested target is the match's canonical URI: it has been looked at.
    if (item === undefined || item === requested) continue;
    const { uri } = item;
    if (uri.length > limits.maxUriBytes) {
      return new PlanError(
        `item ${index} has a URI of ${uri.length} bytes, over maxUriBytes (${limits.maxUriBytes})`,
      );
    }
    if (!isOwnIdentity(uri, registry)) {
      return new PlanError(`item ${index} selects a registered resource by another spelling`);
    }
  }
  return undefined;
}

/** One resource has one identity for policy: an item that a client could read by itself has the same URI here (TGT-2). */
function isOwnIdentity<C>(uri: string, registry: Registry<C>): boolean {
  const { outcome } = registry.selector.survey(uri);
  if (outcome.status === "invalid_capture") return false;
  return outcome.status !== "selected" || outcome.selection.canonicalUri === uri;
}
