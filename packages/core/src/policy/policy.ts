import type { Awaitable } from "../awaitable.ts";
import type { AnyDefinition } from "../definition/definition.ts";
import type { ResourceTarget } from "../identity/target.ts";
import type { PolicyScope, Scope } from "../scope.ts";

/** Whether an item is in the caller's selection, and whether an issue may name its URI (READ-12). */
export type VisibleAnswer =
  | boolean
  | { readonly visible: boolean; readonly discloseIssueUri?: boolean | undefined };

/** One target's whole decision, as `decideMany` gives it. */
export type TargetDecision =
  | { readonly visible: false }
  | {
      readonly visible: true;
      readonly read: boolean;
      readonly discloseIssueUri?: boolean | undefined;
    };

/**
 * Who may: the decision point, separate from every binding.
 *
 * `discover` and `read` deny by `false` or a thrown `unavailable()`; every other throw or a value of a wrong type is
 * operational and fails the request as `policy_failed` (READ-4). All callbacks may be asynchronous, run concurrently and
 * are asked again before anything is returned (READ-7): an answer must be the state of rights now.
 */
export interface ResourcePolicy<in C> {
  /** May the caller know that this definition exists? Guards listing, reading and completion. */
  readonly discover: (definition: AnyDefinition, scope: Scope<C>) => Awaitable<boolean>;
  /** Is this target in the caller's selection? A hidden one leaves no trace. */
  readonly visible: (target: ResourceTarget, scope: PolicyScope<C>) => Awaitable<VisibleAnswer>;
  /** May its body be read? A visible target that may not be is an omission, and reported. */
  readonly read: (target: ResourceTarget, scope: PolicyScope<C>) => Awaitable<boolean>;
  /** The principal and its permission revision: what binds a cursor to its caller (LST-3). Never empty. */
  readonly scopeKey: (scope: Scope<C>) => Awaitable<string | Uint8Array>;
  /** Decides a whole round in one call, `[requested, ...items]`; used instead of `visible` and `read` (READ-5). */
  readonly decideMany?:
    | ((
        targets: readonly ResourceTarget[],
        scope: PolicyScope<C>,
      ) => Awaitable<readonly TargetDecision[]>)
    | undefined;
  /** Decides a list page in one call; used instead of `discover` by lists. */
  readonly discoverMany?:
    | ((definitions: readonly AnyDefinition[], scope: Scope<C>) => Awaitable<readonly boolean[]>)
    | undefined;
}
