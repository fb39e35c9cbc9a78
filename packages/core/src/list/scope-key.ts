import { operational } from "../policy/answers.ts";
import type { ResourcePolicy } from "../policy/policy.ts";
import type { RequestScope } from "../request-scope.ts";
import type { Scope } from "../scope.ts";
import { isWellFormed } from "../well-formed.ts";

/**
 * Asks policy who is asking, once for a page (LST-3): a string of well-formed Unicode or bytes, never empty. Anything
 * else, and any throw, is `policy_failed`.
 */
export function askScopeKey<C>(
  policy: Pick<ResourcePolicy<C>, "scopeKey">,
  scope: RequestScope,
  view: Scope<C>,
): string | Uint8Array | Promise<string | Uint8Array> {
  return scope.ask(policy.scopeKey, view, undefined, acceptKey, operational, scope);
}

function acceptKey(answer: unknown, scope: RequestScope): string | Uint8Array {
  return (
    copyScopeKey(answer) ??
    operational(
      new TypeError("policy.scopeKey must answer a well-formed string or bytes, not empty"),
      scope,
    )
  );
}

function copyScopeKey(answer: unknown): string | Uint8Array | undefined {
  if (typeof answer === "string") {
    // Lone surrogates would all become one character in UTF-8, and principals would merge.
    return answer !== "" && isWellFormed(answer) ? answer : undefined;
  }
  if (!(answer instanceof Uint8Array)) return undefined;
  const copy = new Uint8Array(answer);
  return copy.length === 0 ? undefined : copy;
}
