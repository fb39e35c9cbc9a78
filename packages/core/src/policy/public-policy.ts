import type { ResourcePolicy } from "./policy.ts";

/**
 * Makes the policy that permits everything to everybody: for servers that publish, and for them alone.
 *
 * @example
 * createResourceGateway({ policy: publicPolicy(), bindings });
 */
export function publicPolicy(): ResourcePolicy<unknown> {
  return PUBLIC;
}

const permit = () => true;

const PUBLIC: ResourcePolicy<unknown> = Object.freeze({
  discover: permit,
  visible: permit,
  read: permit,
  scopeKey: () => "public",
});
