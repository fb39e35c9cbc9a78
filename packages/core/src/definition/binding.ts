import type { TemplateVariables } from "@org/resources-uri";
import type { Awaitable } from "../awaitable.ts";
import type { Payload } from "../identity/payload.ts";
import type { ReadPlan } from "../identity/plan.ts";
import type { ResourceTarget } from "../identity/target.ts";
import type { ReadScope, Scope } from "../scope.ts";
import type { AnyDefinition } from "./definition.ts";
import type { ResourceMatch } from "./match.ts";

/** The scope of a completion: `variables` are the template's other variables, as far as the client has them (CMP-1). */
export interface CompleteScope<out C> extends Scope<C> {
  readonly variables: Readonly<Record<string, string>>;
}

/** Candidate values: all of them, or the first ones and how many there are. Only what the caller may see (CMP-1). */
export type CompletionCandidates =
  | readonly string[]
  | { readonly values: readonly string[]; readonly total: number };

/** Completes one template variable from what the client has typed of it. */
export type CompleteVariable<in C> = (
  value: string,
  scope: CompleteScope<C>,
) => Awaitable<CompletionCandidates>;

/** A completion callback for any of a template's variables. */
export type CompleteHandlers<in C, T extends string = string> = {
  readonly [V in keyof TemplateVariables<T>]?: CompleteVariable<C> | undefined;
};

/** What a bundle does: plan without reading bodies (READ-3), then read one body at a time (READ-6). */
export interface BundleHandlers<in C, T extends string = string> {
  readonly resolve: (match: ResourceMatch<T>, scope: Scope<C>) => Awaitable<ReadPlan>;
  readonly read: (target: ResourceTarget, scope: ReadScope<C, T>) => Awaitable<Payload>;
  readonly complete?: CompleteHandlers<C, T> | undefined;
}

/** A definition and its callbacks: what a gateway is made of. Build one with `resource`, `resourceTemplate`, `bundle`. */
export interface ResourceBinding<in C = unknown> {
  readonly definition: AnyDefinition;
  readonly resolve: (match: ResourceMatch, scope: Scope<C>) => Awaitable<ReadPlan>;
  readonly read: (target: ResourceTarget, scope: ReadScope<C>) => Awaitable<Payload>;
  readonly complete?: CompleteHandlers<C> | undefined;
}
