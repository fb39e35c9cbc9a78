import type {
  AnyDefinition,
  Awaitable,
  PolicyScope,
  ResourcePolicy,
  ResourceTarget,
  Scope,
} from "@org/resources-core";

/** What a policy can be asked. */
export type PolicyQuestion =
  | "discover"
  | "visible"
  | "read"
  | "scopeKey"
  | "decideMany"
  | "discoverMany";

/** One question that a policy was asked, in the order of asking; its outcome is filled in when it settles. */
export interface RecordedQuestion<out C> {
  readonly question: PolicyQuestion;
  /** URIs of targets, URIs or templates of definitions; empty for `scopeKey`. */
  readonly about: readonly string[];
  readonly context: C;
  readonly operationId: string;
  readonly outcome: "pending" | "answered" | "threw";
  /** The answer, or what was thrown. */
  readonly value: unknown;
}

/** A policy that answers as another one does, and records what it is asked. */
export interface RecordingPolicy<in out C> extends ResourcePolicy<C> {
  /** Every question so far, in the order of asking. */
  readonly calls: readonly RecordedQuestion<C>[];
}

/**
 * Wraps a policy of your own and records every question with its outcome (KIT-1). Answers pass through unchanged:
 * synchronous ones stay synchronous, and a policy without `decideMany` or `discoverMany` stays without.
 *
 * @example
 * const policy = recordingPolicy(accessPolicy(rights));
 * const gateway = createResourceGateway({ policy, bindings });
 * await gateway.read("asset://p/a", { context: ann });
 * policy.calls.map(({ question, value }) => [question, value]); // [["discover", true], ["visible", true], …]
 */
export function recordingPolicy<C>(policy: ResourcePolicy<C>): RecordingPolicy<C> {
  const calls: RecordedQuestion<C>[] = [];

  function record<A>(
    question: PolicyQuestion,
    about: readonly string[],
    { context, operationId }: Scope<C>,
    ask: () => Awaitable<A>,
  ): Awaitable<A> {
    const call = { question, about, context, operationId };
    const index = calls.push({ ...call, outcome: "pending", value: undefined }) - 1;
    const settle = (outcome: "answered" | "threw", value: unknown): void => {
      calls[index] = { ...call, outcome, value };
    };
    try {
      const answer = ask();
      if (!isThenable(answer)) {
        settle("answered", answer);
        return answer;
      }
      const promise = Promise.resolve(answer);
      promise.then(
        (value) => settle("answered", value),
        (thrown: unknown) => settle("threw", thrown),
      );
      return promise;
    } catch (thrown) {
      settle("threw", thrown);
      throw thrown;
    }
  }

  const { decideMany, discoverMany } = policy;
  return {
    calls,
    discover: (definition, scope) =>
      record("discover", [placeOf(definition)], scope, () => policy.discover(definition, scope)),
    visible: (target, scope) =>
      record("visible", [target.uri], scope, () => policy.visible(target, scope)),
    read: (target, scope) => record("read", [target.uri], scope, () => policy.read(target, scope)),
    scopeKey: (scope) => record("scopeKey", [], scope, () => policy.scopeKey(scope)),
    ...(decideMany !== undefined && {
      decideMany: (targets: readonly ResourceTarget[], scope: PolicyScope<C>) => {
        const about = targets.map(({ uri }) => uri);
        return record("decideMany", about, scope, () => decideMany.call(policy, targets, scope));
      },
    }),
    ...(discoverMany !== undefined && {
      discoverMany: (definitions: readonly AnyDefinition[], scope: Scope<C>) => {
        const about = definitions.map((definition) => placeOf(definition));
        const ask = () => discoverMany.call(policy, definitions, scope);
        return record("discoverMany", about, scope, ask);
      },
    }),
  };
}

function placeOf(definition: AnyDefinition): string {
  return definition.uri ?? definition.uriTemplate;
}

function isThenable<A>(value: Awaitable<A>): value is PromiseLike<A> {
  return (
    typeof value === "object" &&
    value !== null &&
    "then" in value &&
    typeof value.then === "function"
  );
}
