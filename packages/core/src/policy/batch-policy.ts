import { captureCallback, captureOptionalCallback } from "../definition/capture-callback.ts";
import type { ResourceTarget } from "../identity/target.ts";
import type { PolicyScope } from "../scope.ts";
import { type Decision, decisionsOf, HIDDEN } from "./answers.ts";
import type { ResourcePolicy } from "./policy.ts";

/** What a policy needs that decides whole rounds at once. */
export interface BatchPolicyCallbacks<in C> {
  readonly discover: ResourcePolicy<C>["discover"];
  readonly discoverMany?: ResourcePolicy<C>["discoverMany"];
  readonly scopeKey: ResourcePolicy<C>["scopeKey"];
  readonly decideMany: NonNullable<ResourcePolicy<C>["decideMany"]>;
}

/**
 * Makes a policy of one decision function for many targets: `visible` and `read` are derived from it, so that single and
 * batch decisions cannot diverge.
 *
 * Throws a `TypeError` naming the callback that is missing (DEF-2).
 *
 * @example
 * batchPolicy<Caller>({
 *   discover: () => true,
 *   scopeKey: ({ context }) => `${context.user}:${context.revision}`,
 *   decideMany: (targets, { context }) => rights.decide(context.user, targets.map((target) => target.uri)),
 * });
 */
export function batchPolicy<C>(callbacks: BatchPolicyCallbacks<C>): ResourcePolicy<C> {
  if (typeof callbacks !== "object" || callbacks === null) {
    throw new TypeError("batchPolicy takes an object of callbacks");
  }
  const name = "batchPolicy";
  const decideMany = captureCallback(callbacks, "decideMany", name);
  const discoverMany = captureOptionalCallback(callbacks, "discoverMany", name);
  const decideOne = async (target: ResourceTarget, scope: PolicyScope<C>): Promise<Decision> => {
    const [decision] = decisionsOf(await decideMany(Object.freeze([target]), scope), 1);
    return decision ?? HIDDEN;
  };
  return Object.freeze({
    discover: captureCallback(callbacks, "discover", name),
    visible: async (target: ResourceTarget, scope: PolicyScope<C>) => {
      const { visible, disclosed } = await decideOne(target, scope);
      return { visible, discloseIssueUri: disclosed };
    },
    read: async (target: ResourceTarget, scope: PolicyScope<C>) =>
      (await decideOne(target, scope)).readable,
    scopeKey: captureCallback(callbacks, "scopeKey", name),
    decideMany,
    ...(discoverMany === undefined ? {} : { discoverMany }),
  });
}
