import type {
  PolicyScope,
  ResourcePolicy,
  ResourceTarget,
  TargetDecision,
} from "@org/resources-core";
import type { Permission } from "../access/rights.ts";

/** Asks a policy about many targets, as a read's round does. What is no clear answer permits nothing. */
export async function decideAll<C>(
  policy: ResourcePolicy<C>,
  targets: readonly ResourceTarget[],
  scope: PolicyScope<C>,
): Promise<readonly Permission[]> {
  if (policy.decideMany === undefined)
    return Promise.all(targets.map((target) => decideOne(policy, target, scope)));
  const decisions = await policy.decideMany(targets, scope);
  if (decisions.length !== targets.length)
    throw new TypeError("decideMany gave another number of answers than it was asked for");
  return decisions.map(permissionOf);
}

function permissionOf(decision: TargetDecision): Permission {
  if (!decision.visible) return "hidden";
  return decision.read ? "readable" : "visible";
}

async function decideOne<C>(
  policy: ResourcePolicy<C>,
  target: ResourceTarget,
  scope: PolicyScope<C>,
): Promise<Permission> {
  const answer = await policy.visible(target, scope);
  const visible = typeof answer === "boolean" ? answer : answer.visible;
  if (!visible) return "hidden";
  return (await policy.read(target, scope)) ? "readable" : "visible";
}
