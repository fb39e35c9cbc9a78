/**
 * Selection as SEL-1 words it: every registration tried, one by one. Frozen and slow: do not improve. It imports nothing
 * of `src`; the fast code is judged by it.
 */
import {
  composed,
  decodedOnce,
  encoded,
  matchesStructurally,
  type Parts,
  partsOf,
  referenceMatch,
} from "./reference-template.ts";

export type ReferenceEntry = { readonly uri: string } | { readonly uriTemplate: string };

export interface ReferenceSelection {
  readonly status: "selected" | "none" | "ambiguous" | "invalid_capture";
  readonly candidates: readonly ReferenceEntry[];
  readonly variable?: string | undefined;
  readonly variables?: Readonly<Record<string, string>>;
  readonly canonicalUri?: string;
}

export function referenceSelect(
  entries: readonly ReferenceEntry[],
  input: string,
  maxBytes = 8192,
): ReferenceSelection {
  const nothing = { status: "none", candidates: [] } as const;
  if (new TextEncoder().encode(input).length > maxBytes) return nothing;
  const identity = composed(partsOf(input));
  const exact = entries.flatMap((entry) => ("uri" in entry ? [entry] : []));
  const templates = entries.flatMap((entry) => ("uriTemplate" in entry ? [entry] : []));

  const same = exact.find(({ uri }) => composed(partsOf(uri)) === identity);
  if (same !== undefined) {
    return { status: "selected", candidates: [same], variables: {}, canonicalUri: same.uri };
  }
  const matching = templates.filter(({ uriTemplate }) =>
    matchesStructurally(partsOf(uriTemplate), partsOf(input)),
  );
  const [only] = matching;
  if (only === undefined) return nothing;
  if (matching.length > 1) return { status: "ambiguous", candidates: matching };
  const match = referenceMatch(only.uriTemplate, input, maxBytes);
  if (match.status === "no_match") return nothing;
  if (match.status === "invalid_capture") {
    return { status: "invalid_capture", candidates: [only], variable: match.variable };
  }

  const canonical = canonicalParts(input);
  if (exact.some(({ uri }) => composed(canonicalParts(uri)) === composed(canonical)))
    return nothing;
  const again = templates.filter(({ uriTemplate }) =>
    matchesStructurally(canonicalParts(uriTemplate), canonical),
  );
  if (again.length > 1) return { status: "ambiguous", candidates: again };
  return {
    status: "selected",
    candidates: [only],
    variables: Object.fromEntries(match.variables),
    canonicalUri: match.canonicalUri,
  };
}

/** Scheme lower-cased, every path segment decoded once and re-encoded; a variable stays one. */
function canonicalParts(text: string): Parts {
  const parts = partsOf(text);
  const segments = parts.segments.map((segment) =>
    /^\{.*\}$/.test(segment) ? segment : encoded(decodedOnce(segment)!),
  );
  return { ...parts, segments };
}
