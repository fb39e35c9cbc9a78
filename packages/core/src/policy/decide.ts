import type { AnyDefinition } from "../definition/definition.ts";
import type { ReadPlan } from "../identity/plan.ts";
import type { ResourceTarget } from "../identity/target.ts";
import type { RequestScope } from "../request-scope.ts";
import type { PolicyScope, Scope } from "../scope.ts";
import {
  type Decision,
  DISCOVER,
  decided,
  decisionsOf,
  HIDDEN,
  operational,
  policyFailed,
  READ,
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
  discover(
    definition: AnyDefinition,
    scope: RequestScope,
    view: Scope<C>,
  ): boolean | Promise<boolean> {
    const { accept, refuse } = DISCOVER;
    return scope.ask(this.#policy.discover, definition, view, accept, refuse, scope);
  }

  /** May the caller know of all these definitions? All are asked; a malfunction wins over a denial (READ-2). */
  discoverAll(
    definitions: readonly AnyDefinition[],
    scope: RequestScope,
    view: Scope<C>,
  ): boolean | Promise<boolean> {
    const [first] = definitions;
    if (first !== undefined && definitions.length === 1) return this.discover(first, scope, view);
    let all = true;
    const asked = eachWithin(this.#concurrency, definitions.length, (index) => {
      const definition = definitions[index];
      if (definition === undefined) return undefined;
      return andThen(this.discover(definition, scope, view), (discoverable) => {
        all &&= discoverable;
      });
    });
    return andThen(asked, () => all);
  }

  /** One target: `visible`, then `read` if it is (READ-4). */
  target(
    target: ResourceTarget,
    scope: RequestScope,
    view: PolicyScope<C>,
  ): Decision | Promise<Decision> {
    return andThen(this.#visible(target, scope, view), (visible) =>
      this.#readIf(visible, target, scope, view),
    );
  }

  /** Every item by itself, the requested target excepted, whose decision is known (READ-4, READ-5). */
  items(
    plan: ReadPlan,
    requested: Decision,
    scope: RequestScope,
    view: PolicyScope<C>,
  ): readonly Decision[] | Promise<readonly Decision[]> {
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
    return andThen(asked, () => decisions);
  }

  /** Every item again: first `visible` of all, then `read` of those visible now (READ-7). */
  itemsAgain(
    plan: ReadPlan,
    scope: RequestScope,
    view: PolicyScope<C>,
  ): readonly Decision[] | Promise<readonly Decision[]> {
    const { items } = plan;
    const decisions: Decision[] = items.map(() => HIDDEN);
    const each = (
      ask: (item: ResourceTarget, so: Decision) => Decision | Promise<Decision>,
    ): void | Promise<void> =>
      eachWithin(this.#concurrency, items.length, (index) => {
        const item = items[index];
        if (item === undefined) return undefined;
        return andThen(ask(item, decisions[index] ?? HIDDEN), (decision) => {
          decisions[index] = decision;
        });
      });
    const seen = each((item) => this.#visible(item, scope, view));
    const read = andThen(seen, () => each((item, so) => this.#readIf(so, item, scope, view)));
    return andThen(read, () => decisions);
  }

  /** A whole round in one call, requested target first (READ-5). */
  many(
    targets: readonly ResourceTarget[],
    scope: RequestScope,
    view: PolicyScope<C>,
  ): readonly Decision[] | Promise<readonly Decision[]> {
    const { decideMany } = this.#policy;
    if (decideMany === undefined) throw new TypeError("this policy has no decideMany");
    const count = targets.length;
    return scope.ask(
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

  #visible(
    target: ResourceTarget,
    scope: RequestScope,
    view: PolicyScope<C>,
  ): Decision | Promise<Decision> {
    return scope.ask(this.#policy.visible, target, view, VISIBLE.accept, VISIBLE.refuse, scope);
  }

  #readIf(
    visible: Decision,
    target: ResourceTarget,
    scope: RequestScope,
    view: PolicyScope<C>,
  ): Decision | Promise<Decision> {
    if (!visible.visible) return HIDDEN;
    return andThen(
      scope.ask(this.#policy.read, target, view, READ.accept, READ.refuse, scope),
      (readable) => decided(visible, readable),
    );
  }
}

/** Goes on at once with what is there, or when it is. Only promises of our own get here. */
function andThen<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  // oxlint-disable-next-line promise/no-callback-in-promise -- that is what it is for
  return value instanceof Promise ? value.then(next) : next(value);
}
