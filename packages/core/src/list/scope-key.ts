import type { ResourcePolicy } from "../policy/policy.ts";
import type { Scope } from "../scope.ts";
import { isWellFormed } from "../well-formed.ts";
import { type OperationLifetime, refusePolicy } from "./discoverable.ts";

/**
 * Asks policy who is asking, once for a page (LST-3): a string of well-formed Unicode or bytes, never empty. Anything
 * else, and any throw, is `policy_failed`.
 */
export function askScopeKey<C>(
  policy: Pick<ResourcePolicy<C>, "scopeKey">,
  scope: Scope<C>,
  lifetime: OperationLifetime,
): string | Uint8Array | Promise<string | Uint8Array> {
  return lifetime.ask(policy.scopeKey, scope, undefined, acceptKey, refusePolicy, lifetime);
}

function acceptKey(answer: unknown, lifetime: OperationLifetime): string | Uint8Array {
  return (
    copyScopeKey(answer) ??
    refusePolicy(
      new TypeError("scopeKey must give a well-formed string or bytes, not empty"),
      lifetime,
    )
  );
}

function copyScopeKey(answer: unknown): string | Uint8Array | undefined {
  if (typeof answer === "string") {
    // Lone surrogates would all become one character in UTF-8, and principals would merge.
    return answer !== "" && isWellFormed(answer) ? answer : undefined;
  }
  if (!(answer instanceof Uint8Array) || answer.length === 0) return undefined;
  return new Uint8Array(answer);
}
