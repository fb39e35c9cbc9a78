import {
  isResourceUri,
  type ResourceUriString,
  type SelectionSurvey,
  validateResourceUri,
} from "@org/resources-uri";
import { policyView } from "../callback-scope.ts";
import type { ResourceMatch } from "../definition/match.ts";
import type { RegistryEntry } from "../definition/registry.ts";
import type { MatchedRead, ReadCall, ReadGateway } from "./read-request.ts";

/** The first station: is it a URI at all? Anything else is `invalid_uri`, with the URI layer's verdict (READ-2). */
export function requireUri<C>(call: ReadCall<C>, maxUriBytes: number): ResourceUriString {
  const { uri, scope } = call;
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

/**
 * Asks for every binding that has a say in the selection whether the caller may know of it. Only if so may the caller
 * learn how the selection went (READ-2): a hidden binding is not betrayed by an error that it caused.
 */
export async function selectDiscoverable<C>(
  gateway: ReadGateway<C>,
  call: ReadCall<C>,
  uri: ResourceUriString,
): Promise<MatchedRead<C>> {
  const { scope, view, events } = call;
  const from = events?.elapsedMs() ?? 0;
  const { candidates, outcome } = gateway.registry.selector.survey(uri);
  const selected = outcome.status === "selected" ? outcome.selection : undefined;
  events?.emit({
    type: "select",
    candidates: candidates.length,
    definition: selected?.entry.uri ?? selected?.entry.uriTemplate,
    durationMs: events.elapsedMs() - from,
  });

  if (!(await discoverCandidates(gateway, call, candidates, 1))) throw scope.failure("unavailable");
  if (outcome.status === "ambiguous") throw scope.failure("ambiguous");
  if (outcome.status === "invalid_capture") {
    throw scope.failure("invalid_capture", { variable: outcome.variable });
  }
  if (selected === undefined) throw scope.failure("unavailable");

  const match: ResourceMatch = Object.freeze({
    canonicalUri: selected.canonicalUri,
    requestUri: uri,
    definition: selected.entry.definition,
    variables: selected.variables,
  });
  return { entry: selected.entry, match, view: policyView(view, scope, match) };
}

/** One round of `discover` over the candidates; both rounds end or begin here (READ-2, READ-7). */
export async function discoverCandidates<C>(
  gateway: ReadGateway<C>,
  call: ReadCall<C>,
  candidates: SelectionSurvey<RegistryEntry<C>>["candidates"],
  round: 1 | 2,
): Promise<boolean> {
  const { scope, view, events } = call;
  const from = events?.elapsedMs() ?? 0;
  const definitions = candidates.map((entry) => entry.definition);
  const discoverable = await gateway.decider.discoverAll(definitions, scope, view);
  events?.emit({
    type: "decide",
    round,
    station: "discover",
    permitted: discoverable ? candidates.length : 0,
    hidden: discoverable ? 0 : candidates.length,
    denied: 0,
    durationMs: events.elapsedMs() - from,
  });
  return discoverable;
}
