import type { ResourcePolicy } from "@org/resources-core";
import type { Principal } from "../access/principal.ts";

/**
 * A policy under which a principal whose token has expired may do nothing. It is asked in every round, so that a token
 * that expires during a read is denied at the re-check (READ-7), like a right that was withdrawn.
 */
export function untilExpiry(
  policy: ResourcePolicy<Principal>,
  now: () => number = Date.now,
): ResourcePolicy<Principal> {
  const lasts = ({ context }: { readonly context: Principal }): boolean =>
    context.expiresAt === undefined || now() < context.expiresAt;
  const { decideMany, discoverMany } = policy;
  // Looked at when the answer is there: one that took its time may come too late.
  const guarded = async <T>(
    scope: { readonly context: Principal },
    ask: () => Promise<T> | T,
    denied: T,
  ): Promise<T> => {
    const answer = await ask();
    return lasts(scope) ? answer : denied;
  };
  return {
    discover: (definition, scope) =>
      guarded(scope, async () => policy.discover(definition, scope), false),
    visible: (target, scope) => guarded(scope, async () => policy.visible(target, scope), false),
    read: (target, scope) => guarded(scope, async () => policy.read(target, scope), false),
    scopeKey: (scope) => policy.scopeKey(scope),
    ...(discoverMany && {
      discoverMany: (definitions, scope) =>
        guarded(
          scope,
          async () => discoverMany(definitions, scope),
          definitions.map(() => false),
        ),
    }),
    ...(decideMany && {
      decideMany: (targets, scope) =>
        guarded(
          scope,
          async () => decideMany(targets, scope),
          targets.map(() => ({ visible: false as const })),
        ),
    }),
  };
}
