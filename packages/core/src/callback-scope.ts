import type { ResourceMatch } from "./definition/match.ts";
import type { Lifetime } from "./lifetime.ts";
import type { PolicyScope, ReadScope, Scope } from "./scope.ts";

/**
 * What callbacks get to see of a lifetime, frozen. `signal` is a property of its own, so that a spread copy has it too,
 * and a getter, so that there is no signal where nobody looks at one.
 */
class View<C> implements Scope<C> {
  readonly context: C;
  readonly deadline: number;
  readonly operationId: string;
  declare readonly signal: AbortSignal;
  readonly #lifetime: Lifetime;

  constructor(context: C, operationId: string, lifetime: Lifetime) {
    this.context = context;
    this.deadline = lifetime.deadline;
    this.operationId = operationId;
    this.#lifetime = lifetime;
    Object.defineProperty(this, "signal", SIGNAL);
  }

  static signalOf(view: View<unknown>): AbortSignal {
    return view.#lifetime.signal;
  }
}

const SIGNAL: PropertyDescriptor = {
  enumerable: true,
  get(this: View<unknown>): AbortSignal {
    return View.signalOf(this);
  },
};

class MatchedView<C> extends View<C> implements PolicyScope<C> {
  readonly match: ResourceMatch;

  constructor(context: C, operationId: string, lifetime: Lifetime, match: ResourceMatch) {
    super(context, operationId, lifetime);
    this.match = match;
  }
}

class BodyView<C> extends MatchedView<C> implements ReadScope<C> {
  readonly maxBytes: number;

  constructor(
    context: C,
    operationId: string,
    lifetime: Lifetime,
    match: ResourceMatch,
    maxBytes: number,
  ) {
    super(context, operationId, lifetime, match);
    this.maxBytes = maxBytes;
  }
}

/** The scope of an operation, as `discover`, `resolve` and `scopeKey` get it. */
export function operationView<C>(context: C, operationId: string, lifetime: Lifetime): Scope<C> {
  return Object.freeze(new View(context, operationId, lifetime));
}

/** The scope of a read's decisions. */
export function policyView<C>(
  scope: Scope<C>,
  lifetime: Lifetime,
  match: ResourceMatch,
): PolicyScope<C> {
  return Object.freeze(new MatchedView(scope.context, scope.operationId, lifetime, match));
}

/** The scope of one body: `lifetime` is the item's. */
export function bodyView<C>(
  scope: PolicyScope<C>,
  lifetime: Lifetime,
  maxBytes: number,
): ReadScope<C> {
  const { context, operationId, match } = scope;
  return Object.freeze(new BodyView(context, operationId, lifetime, match, maxBytes));
}
