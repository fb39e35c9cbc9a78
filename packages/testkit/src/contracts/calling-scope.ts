import {
  type AnyDefinition,
  DEFAULT_LIMITS,
  type PolicyScope,
  type ReadScope,
  type ResourceMatch,
  type Scope,
} from "@org/resources-core";
import { createResourceSelector, parseResourceUri } from "@org/resources-uri";

// Scopes as a gateway gives them: frozen, an operation each, the same object for all questions of one operation.

let operations = 0;

/** Opens the scope of one operation. */
export function scopeOf<C>(
  context: C,
  signal: AbortSignal = new AbortController().signal,
): Scope<C> {
  operations += 1;
  const deadline = Date.now() + DEFAULT_LIMITS.readTimeoutMs;
  return Object.freeze({ context, signal, deadline, operationId: `contract-${operations}` });
}

/** The scope of an operation that has selected its binding. */
export function matchedScope<C>(scope: Scope<C>, match: ResourceMatch): PolicyScope<C> {
  return Object.freeze({ ...scope, match });
}

/** The scope of one body. */
export function bodyScope<C>(scope: Scope<C>, match: ResourceMatch): ReadScope<C> {
  return Object.freeze({ ...scope, match, maxBytes: DEFAULT_LIMITS.maxItemPayloadBytes });
}

/**
 * Passes a context off as one of the subject's: a contract asks in the name of strangers, too, as a host may that is
 * written in plain JavaScript or has taken a token for granted.
 */
export function assertTakenFor<C>(
  _principals: readonly C[],
  _stranger: unknown,
): asserts _stranger is C {}

/** Finds the match of a URI among definitions, as a gateway does; `undefined` if none or several answer to it. */
export function matchOf(
  definitions: readonly AnyDefinition[],
  uri: string,
): ResourceMatch | undefined {
  const { outcome } = createResourceSelector(definitions).survey(uri);
  if (outcome.status !== "selected") return undefined;
  const { entry, canonicalUri, variables } = outcome.selection;
  return Object.freeze({
    canonicalUri,
    requestUri: parseResourceUri(uri).href,
    definition: entry,
    variables,
  });
}
