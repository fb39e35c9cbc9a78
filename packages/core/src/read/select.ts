import {
  isResourceUri,
  type ResourceSelection,
  type ResourceUriString,
  type SelectionOutcome,
  validateResourceUri,
} from "@org/resources-uri";
import { andThen, Pending, type Soon } from "../pending.ts";
import { operationView, policyView } from "../callback-scope.ts";
import type { ResourceMatch } from "../definition/match.ts";
import type { RegistryEntry } from "../definition/registry.ts";
import type { OperationEvents } from "../operation-events.ts";
import type { Scope } from "../scope.ts";
import type { MatchedRead, Read } from "./stages.ts";

/**
 * Finds the binding for a URI. Every binding that has a say in the selection is asked for first, whether the caller may
 * know of it: only if so may the caller learn how the selection went (READ-2), so that a hidden binding is not betrayed
 * by an error that it caused.
 */
export function selectDiscoverable<C>(read: Read<C>): Soon<MatchedRead<C>> {
  const { gateway, events } = read;
  const uri = requireUri(read);
  const from = events?.elapsedMs() ?? 0;
  const { candidates, outcome } = gateway.registry.selector.survey(uri);
  if (events !== undefined) {
    const entry = outcome.status === "selected" ? outcome.selection.entry : undefined;
    events.emit({
      type: "select",
      candidates: candidates.length,
      definition: entry?.uri ?? entry?.uriTemplate,
      durationMs: events.elapsedMs() - from,
    });
  }
  // The match is worked out before it is known whether it may be told: nothing depends on it but what is handed on.
  const matched = outcome.status === "selected" ? matchOf(read, uri, outcome.selection) : undefined;
  const view = matched?.view ?? operationView(read.context, read.scope.operationId, read.scope);
  const asked = discoverCandidates(read, candidates, view, 1);
  return asked instanceof Pending
    ? tellLater(read, asked, matched, outcome)
    : tell(read, asked, matched, outcome);
}

function tellLater<C>(
  read: Read<C>,
  asked: Pending<boolean>,
  matched: MatchedRead<C> | undefined,
  outcome: SelectionOutcome<RegistryEntry<C>>,
): Pending<MatchedRead<C>> {
  return asked.chain((isDiscoverable) => tell(read, isDiscoverable, matched, outcome), undefined);
}

/** How the selection went, for who may know of all that had a say in it. */
function tell<C>(
  { scope }: Read<C>,
  isDiscoverable: boolean,
  matched: MatchedRead<C> | undefined,
  outcome: SelectionOutcome<RegistryEntry<C>>,
): MatchedRead<C> {
  if (!isDiscoverable) throw scope.failure("unavailable");
  if (matched !== undefined) return matched;
  if (outcome.status === "ambiguous") throw scope.failure("ambiguous");
  if (outcome.status === "invalid_capture") {
    throw scope.failure("invalid_capture", { variable: outcome.variable });
  }
  throw scope.failure("unavailable");
}

/** Is it a URI at all? Anything else is `invalid_uri`, with the URI layer's verdict (READ-2). */
function requireUri<C>({ uri, scope, gateway }: Read<C>): ResourceUriString {
  const { maxUriBytes } = gateway.limits;
  // Valid URIs are ASCII: units are bytes.
  if (typeof uri === "string" && uri.length <= maxUriBytes && isResourceUri(uri)) {
    scope.uri = uri;
    return uri;
  }
  const verdict = validateResourceUri(uri, { maxBytes: maxUriBytes });
  if (verdict.ok) return verdict.uri.href;
  const { code: detail, offset } = verdict.error;
  throw scope.failure("invalid_uri", { detail, offset, cause: verdict.error });
}

function matchOf<C>(
  read: Read<C>,
  requestUri: ResourceUriString,
  { entry, canonicalUri, variables }: ResourceSelection<RegistryEntry<C>>,
): MatchedRead<C> {
  const { scope, context } = read;
  const { definition } = entry;
  const match: ResourceMatch = Object.freeze({ canonicalUri, requestUri, definition, variables });
  return { read, entry, match, view: policyView(context, scope.operationId, scope, match) };
}

/** One round of `discover` over the candidates: the first begins with it, the second ends with it (READ-2, READ-7). */
export function discoverCandidates<C>(
  { gateway, scope, events }: Read<C>,
  candidates: readonly RegistryEntry<C>[],
  view: Scope<C>,
  round: 1 | 2,
): Soon<boolean> {
  const asked = gateway.decider.discoverAll(candidates, scope, view);
  return events === undefined ? asked : reportedDiscovery(events, candidates.length, round, asked);
}

function reportedDiscovery<C>(
  events: OperationEvents<C>,
  candidates: number,
  round: 1 | 2,
  asked: Soon<boolean>,
): Soon<boolean> {
  const from = events.elapsedMs();
  return andThen(asked, (isDiscoverable) => {
    events.emit({
      type: "decide",
      round,
      station: "discover",
      permitted: isDiscoverable ? candidates : 0,
      hidden: isDiscoverable ? 0 : candidates,
      denied: 0,
      durationMs: events.elapsedMs() - from,
    });
    return isDiscoverable;
  });
}
