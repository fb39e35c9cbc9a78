import {
  isResourceUri,
  type ResourceUriString,
  type SelectionOutcome,
  validateResourceUri,
} from "@org/resources-uri";
import { andThen, type Soon } from "../awaitable.ts";
import { policyView } from "../callback-scope.ts";
import type { ResourceMatch } from "../definition/match.ts";
import type { RegistryEntry } from "../definition/registry.ts";
import type { OperationEvents } from "../operation-events.ts";
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
  const asked = discoverCandidates(read, candidates, 1);
  return asked instanceof Promise
    ? matchLater(read, uri, asked, outcome)
    : matchOf(read, uri, asked, outcome);
}

async function matchLater<C>(
  read: Read<C>,
  uri: ResourceUriString,
  asked: Promise<boolean>,
  outcome: SelectionOutcome<RegistryEntry<C>>,
): Promise<MatchedRead<C>> {
  return matchOf(read, uri, await asked, outcome);
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
  isDiscoverable: boolean,
  outcome: SelectionOutcome<RegistryEntry<C>>,
): MatchedRead<C> {
  const { scope, view } = read;
  if (!isDiscoverable || outcome.status === "none") throw scope.failure("unavailable");
  if (outcome.status === "ambiguous") throw scope.failure("ambiguous");
  if (outcome.status === "invalid_capture") {
    throw scope.failure("invalid_capture", { variable: outcome.variable });
  }
  const { entry, canonicalUri, variables } = outcome.selection;
  const { definition } = entry;
  const match: ResourceMatch = Object.freeze({ canonicalUri, requestUri, definition, variables });
  return { read, entry, match, view: policyView(view, scope, match) };
}

/** One round of `discover` over the candidates: the first begins with it, the second ends with it (READ-2, READ-7). */
export function discoverCandidates<C>(
  { gateway, scope, view, events }: Read<C>,
  candidates: readonly RegistryEntry<C>[],
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
