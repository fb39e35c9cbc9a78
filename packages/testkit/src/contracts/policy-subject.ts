import type {
  AnyDefinition,
  Awaitable,
  ResourceMatch,
  ResourcePolicy,
  ResourceTarget,
} from "@org/resources-core";

/** What a policy subject's `create` gives: a policy, how to be rid of it, and whatever its own hooks need. */
export interface CreatedPolicy<in C> {
  readonly policy: ResourcePolicy<C>;
  readonly dispose?: (() => Awaitable<unknown>) | undefined;
}

/**
 * A policy under contract: how to make one, and who asks about what.
 *
 * A hook that is left out leaves out the check that needs it. Every hook gets what `create` gave, so that checks may run
 * at once, each on a policy of its own.
 */
export interface PolicySubject<in out C, in out P extends CreatedPolicy<C> = CreatedPolicy<C>> {
  /** Makes a new policy, with nothing revoked. */
  readonly create: () => Awaitable<P>;
  /** Two callers. The first may read at least one of `targets`; the more their rights differ, the more is seen. */
  readonly principals: readonly [C, C];
  /** A context of nobody whom the policy knows: `undefined`, `{}`, a user without an account. */
  readonly unknown: unknown;
  /** What the policy is asked to `discover`. */
  readonly definitions: readonly AnyDefinition[];
  /** What the policy is asked to decide. */
  readonly targets: readonly ResourceTarget[];
  /** The match that a target is decided under; unless given, that of the definition which its URI selects. */
  readonly matchOf?: ((target: ResourceTarget) => ResourceMatch) | undefined;
  /** Takes from the first principal the right to read a target. Without it, no check of revocation. */
  readonly revoke?: ((target: ResourceTarget, created: P) => Awaitable<unknown>) | undefined;
  /** Makes what the policy asks (a database, say) answer no more. With it, the check of aborts sees waiting questions. */
  readonly stall?: ((created: P) => Awaitable<unknown>) | undefined;
}
