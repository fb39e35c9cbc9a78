import type { AnyDefinition } from "../definition/definition.ts";
import { isOfItself, type ReadPlan } from "../identity/plan.ts";
import type { ResourceTarget } from "../identity/target.ts";
import { andThen, Pending, type Soon } from "../pending.ts";
import type { RequestScope } from "../request-scope.ts";
import type { PolicyScope, Scope } from "../scope.ts";
import {
  type Decision,
  DISCOVER,
  decisionsOf,
  HIDDEN,
  operational,
  policyFailed,
  readingAfter,
  VISIBLE,
} from "./answers.ts";
import { eachWithin } from "./each-within.ts";
import type { ResourcePolicy } from "./policy.ts";

/** Asks one gateway's policy, within a request's lifetime. Every answer is a decision or throws the failure. */
export class Decider<C> {
  readonly #policy: ResourcePolicy<C>;
  readonly #concurrency: number;

  constructor(policy: ResourcePolicy<C>, concurrency: number) {
    this.#policy = policy;
    this.#concurrency = concurrency;
  }

  /** Whether rounds are decided in one call (READ-5). */
  get decidesMany(): boolean {
    return this.#policy.decideMany !== undefined;
  }

  /** May the caller know of this definition? */
  discover(definition: AnyDefinition, scope: RequestScope, view: Scope<C>): Soon<boolean> {
    const { accept, refuse } = DISCOVER;
    return scope.askSoon(this.#policy.discover, definition, view, accept, refuse, scope);
  }

  /** May the caller know of all these candidates? All are asked; a malfunction wins over a denial (READ-2). */
  discoverAll(
    candidates: readonly { readonly definition: AnyDefinition }[],
    scope: RequestScope,
    view: Scope<C>,
  ): Soon<boolean> {
    const first = candidates[0];
    if (first !== undefined && candidates.length === 1) {
      return this.discover(first.definition, scope, view);
    }
    return this.#discoverEach(candidates, scope, view);
  }

  #discoverEach(
    candidates: readonly { readonly definition: AnyDefinition }[],
    scope: RequestScope,
    view: Scope<C>,
  ): Soon<boolean> {
    let all = true;
    const asked = eachWithin(this.#concurrency, candidates.length, (index) => {
      const candidate = candidates[index];
      if (candidate === undefined) return undefined;
      return andThen(this.discover(candidate.definition, scope, view), (discoverable) => {
        all &&= discoverable;
      });
    });
    return andThen(asked, () => all);
  }

  /** One target: `visible`, then `read` if it is (READ-4). */
  target(target: ResourceTarget, scope: RequestScope, view: PolicyScope<C>): Soon<Decision> {
    const visible = this.#visible(target, scope, view);
    return visible instanceof Pending
      ? this.#readLater(visible, target, scope, view)
      : this.#readIf(visible, target, scope, view);
  }

  #readLater(
    visible: Pending<Decision>,
    target: ResourceTarget,
    scope: RequestScope,
    view: PolicyScope<C>,
  ): Pending<Decision> {
    return visible.chain((seen) => this.#readIf(seen, target, scope, view), undefined);
  }

  /** Every item by itself, the requested target excepted, whose decision is known (READ-4, READ-5). */
  items(
    plan: ReadPlan,
    requested: Decision,
    scope: RequestScope,
    view: PolicyScope<C>,
  ): Soon<readonly Decision[]> {
    if (isOfItself(plan)) return [requested];
    return this.#eachItem(plan, requested, scope, view);
  }

  #eachItem(
    plan: ReadPlan,
    requested: Decision,
    scope: RequestScope,
    view: PolicyScope<C>,
  ): Soon<readonly Decision[]> {
    const { items } = plan;
    const decisions: Decision[] = items.map(() => HIDDEN);
    const asked = eachWithin(this.#concurrency, items.length, (index) => {
      const item = items[index];
      if (item === undefined) return undefined;
      if (item === plan.requested) {
        decisions[index] = requested;
        return undefined;
      }
      return andThen(this.target(item, scope, view), (decision) => {
        decisions[index] = decision;
      });
    });
    return andThen(asked, (): readonly Decision[] => decisions);
  }

  /** Every item again: first `visible` of all, then `read` of those visible now (READ-7). */
  itemsAgain(
    { items }: ReadPlan,
    scope: RequestScope,
    view: PolicyScope<C>,
  ): Soon<readonly Decision[]> {
    const decisions: Decision[] = items.map(() => HIDDEN);
    const each = (ask: (item: ResourceTarget, so: Decision) => Soon<Decision>): Soon<void> =>
      eachWithin(this.#concurrency, items.length, (index) => {
        const item = items[index];
        if (item === undefined) return undefined;
        return andThen(ask(item, decisions[index] ?? HIDDEN), (decision) => {
          decisions[index] = decision;
        });
      });
    const seen = each((item) => this.#visible(item, scope, view));
    const read = andThen(seen, () => each((item, so) => this.#readIf(so, item, scope, view)));
    return andThen(read, (): readonly Decision[] => decisions);
  }

  /** A whole round in one call, requested target first (READ-5). */
  many(
    targets: readonly ResourceTarget[],
    scope: RequestScope,
    view: PolicyScope<C>,
  ): Soon<readonly Decision[]> {
    const { decideMany } = this.#policy;
    if (decideMany === undefined) throw new TypeError("this policy has no decideMany");
    const count = targets.length;
    return scope.askSoon(
      decideMany,
      targets,
      view,
      (answer, by) => {
        try {
          return decisionsOf(answer, count);
        } catch (error) {
          throw policyFailed(by, error);
        }
      },
      operational,
      scope,
    );
  }

  #visible(target: ResourceTarget, scope: RequestScope, view: PolicyScope<C>): Soon<Decision> {
    return scope.askSoon(this.#policy.visible, target, view, VISIBLE.accept, VISIBLE.refuse, scope);
  }

  #readIf(
    visible: Decision,
    target: ResourceTarget,
    scope: RequestScope,
    view: PolicyScope<C>,
  ): Soon<Decision> {
    if (!visible.visible) return HIDDEN;
    const { accept, refuse } = readingAfter(visible);
    return scope.askSoon(this.#policy.read, target, view, accept, refuse, scope);
  }
}
