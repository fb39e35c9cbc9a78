import { captureCallback, captureOptionalCallback } from "../definition/capture-callback.ts";
import type { ResourcePolicy } from "./policy.ts";

/**
 * Copies a policy: each callback is read once and bound to the object it came from, so that later changes of that object
 * reach nothing and class-based policies work.
 *
 * Throws a `TypeError` naming the callback that is missing or no function (DEF-2).
 */
export function capturePolicy<C>(policy: ResourcePolicy<C>): ResourcePolicy<C> {
  if (typeof policy !== "object" || policy === null) {
    throw new TypeError("The policy must be an object: there is no gateway without one");
  }
  const name = "The policy";
  const decideMany = captureOptionalCallback(policy, "decideMany", name);
  const discoverMany = captureOptionalCallback(policy, "discoverMany", name);
  return Object.freeze({
    discover: captureCallback(policy, "discover", name),
    visible: captureCallback(policy, "visible", name),
    read: captureCallback(policy, "read", name),
    scopeKey: captureCallback(policy, "scopeKey", name),
    ...(decideMany === undefined ? {} : { decideMany }),
    ...(discoverMany === undefined ? {} : { discoverMany }),
  });
}
