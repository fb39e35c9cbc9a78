import type { CompleteScope } from "./definition/binding.ts";
import type { ResourceMatch } from "./definition/match.ts";
import type { PolicyScope, ReaderRequest, ReadScope, Scope } from "./scope.ts";

/** What a view shows of a lifetime. There is no signal where nobody looks at one. */
interface Times {
  readonly signal: AbortSignal;
  readonly deadline: number;
}

// What callbacks get to see of a lifetime, frozen. `signal` is a getter, so that most reads make none; and it is a
// property of the view's own, so that a spread copy has it too.

class View<C> implements Scope<C> {
  readonly context: C;
  readonly deadline: number;
  readonly operationId: string;
  declare readonly signal: AbortSignal;
  readonly #times: Times;

  constructor(context: C, operationId: string, times: Times) {
    this.context = context;
    this.deadline = times.deadline;
    this.operationId = operationId;
    this.#times = times;
  }

  static signalOf(view: View<unknown>): AbortSignal {
    return view.#times.signal;
  }
}

const SIGNAL: PropertyDescriptor = {
  enumerable: true,
  get(this: View<unknown>): AbortSignal {
    return View.signalOf(this);
  },
};

/** The last thing to happen to a view: fields that follow an accessor cost twice as much. */
function sealed<V extends View<unknown>>(view: V): V {
  Object.defineProperty(view, "signal", SIGNAL);
  return Object.freeze(view);
}

class MatchedView<C> extends View<C> implements PolicyScope<C> {
  readonly match: ResourceMatch;

  constructor(context: C, operationId: string, times: Times, match: ResourceMatch) {
    super(context, operationId, times);
    this.match = match;
  }
}

/** One view for both kinds of reader: a bundle's does not look at `uri` and `variables`. */
class BodyView<C> extends MatchedView<C> implements ReadScope<C>, ReaderRequest<C> {
  readonly maxBytes: number;
  readonly uri: string;
  readonly variables: ResourceMatch["variables"];

  constructor(scope: Scope<C>, times: Times, match: ResourceMatch, uri: string, maxBytes: number) {
    super(scope.context, scope.operationId, times, match);
    this.maxBytes = maxBytes;
    this.uri = uri;
    this.variables = match.variables;
  }
}

class CompleteView<C> extends View<C> implements CompleteScope<C> {
  readonly variables: Readonly<Record<string, string>>;

  constructor(scope: Scope<C>, variables: Readonly<Record<string, string>>) {
    super(scope.context, scope.operationId, scope);
    this.variables = variables;
  }
}

/** The scope of an operation that has matched nothing: of lists, completions, and of `discover` where more than one is asked. */
export function operationView<C>(context: C, operationId: string, times: Times): Scope<C> {
  return sealed(new View(context, operationId, times));
}

/** The scope of a read that has matched: of all its decisions, and of `resolve`. */
export function policyView<C>(
  context: C,
  operationId: string,
  times: Times,
  match: ResourceMatch,
): PolicyScope<C> {
  return sealed(new MatchedView(context, operationId, times, match));
}

/** The scope of one body: `times` are the item's. */
export function bodyView<C>(
  scope: PolicyScope<C>,
  times: Times,
  uri: string,
  maxBytes: number,
): ReadScope<C> {
  return sealed(new BodyView(scope, times, scope.match, uri, maxBytes));
}

/** What a function-backed reader is given: the scope of its body, whoever made that, and what it stands for. */
export function readerView<C>(
  scope: ReadScope<C>,
  uri: string,
): ReaderRequest<C> & { readonly variables: ResourceMatch["variables"] } {
  if (scope instanceof BodyView && isReaderOf<C>(scope, uri)) return scope;
  return sealed(new BodyView(scope, scope, scope.match, uri, scope.maxBytes));
}

function isReaderOf<C>(view: BodyView<unknown>, uri: string): view is BodyView<C> {
  return view.uri === uri;
}

/** The scope of a completion. */
export function completeView<C>(
  scope: Scope<C>,
  variables: Readonly<Record<string, string>>,
): CompleteScope<C> {
  return sealed(new CompleteView(scope, variables));
}
