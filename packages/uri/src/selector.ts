import { canonicalForm, canonicalLiterals } from "./canonical-form.ts";
import { maxBytesOf } from "./characters.ts";
import { AmbiguousResourceError, ResourceCaptureError } from "./errors.ts";
import { parseResourceUri, type ResourceUriString } from "./resource-uri.ts";
import type { TemplateVariables } from "./template-literal.ts";
import {
  areUriSegments,
  decodedCapture,
  emptyVariables,
  plainCapture,
  segmentsAt,
} from "./template-match.ts";
import { parseTemplateSyntax } from "./template-syntax.ts";
import { NO_TEMPLATE, SEVERAL_TEMPLATES, TemplateTrie } from "./template-trie.ts";
import { foldScheme } from "./uri-structure.ts";
import { quote } from "./uri-fault.ts";

/** What a selector selects among: anything with exactly one of `uri` and `uriTemplate`. */
export type SelectorEntry = { readonly uri: string } | { readonly uriTemplate: string };

/** The entry that answers to a URI, with the values of its variables and its identity. */
export type ResourceSelection<E extends SelectorEntry> = E extends unknown
  ? {
      readonly entry: E;
      /** Decoded, null-prototype and frozen; without members for an exact entry. */
      readonly variables: E extends { readonly uriTemplate: infer T extends string }
        ? TemplateVariables<T>
        : Readonly<Record<string, never>>;
      /** The registered URI, byte for byte, or the canonical expansion of the template. */
      readonly canonicalUri: ResourceUriString;
    }
  : never;

/** What {@link ResourceSelector.select} would do, as a value. */
export type SelectionOutcome<E extends SelectorEntry> =
  | { readonly status: "selected"; readonly selection: ResourceSelection<E> }
  | { readonly status: "ambiguous" }
  | { readonly status: "invalid_capture"; readonly variable: string | undefined }
  | { readonly status: "none" };

/** Both answers to one URI, worked out once. */
export interface SelectionSurvey<E extends SelectorEntry> {
  readonly candidates: readonly E[];
  readonly outcome: SelectionOutcome<E>;
}

/** An immutable set of entries that finds the one for a URI. Made by {@link createResourceSelector}. */
export interface ResourceSelector<E extends SelectorEntry> {
  /**
   * Finds the entry for a URI: an exact registration, else the only template that matches (SEL-1); `undefined` if none does.
   *
   * @throws {AmbiguousResourceError} if more than one template matches.
   * @throws {ResourceCaptureError} if one matches, with a value that may not be captured.
   */
  select(uri: string): ResourceSelection<E> | undefined;
  /** Finds every entry that has a say in {@link select}'s answer: an exact match alone, else each template that matches. For callers that ask policy first. */
  candidates(uri: string): readonly E[];
  /** For integrators: `candidates` and what `select` would do, in one walk and without throwing. */
  survey(uri: string): SelectionSurvey<E>;
}

/**
 * Makes a selector of entries, of which the URIs and templates are read once. Selection takes the same time among ten and
 * ten thousand (SEL-3).
 *
 * @throws {ResourceUriError} or {@link ResourceTemplateError} for an invalid entry; `TypeError` for duplicates (SEL-2): URIs equal up to the case of the scheme, templates equal up to variable names.
 * @example
 * const selector = createResourceSelector([{ uri: "asset://index" }, { uriTemplate: "asset://project/{id}" }]);
 * selector.select("asset://project/7")?.variables; // { id: "7" }
 */
export function createResourceSelector<const E extends SelectorEntry>(
  entries: Iterable<E>,
  options?: { readonly maxBytes?: number | undefined },
): ResourceSelector<E> {
  const selection = new Selection<E>(entries, maxBytesOf(options));
  return Object.freeze({
    select: (uri: string): ResourceSelection<E> | undefined => {
      const found = selection.find(uri, 2);
      if (found.code === undefined) return selectionOf(found);
      if (found.code === "ambiguous")
        throw new AmbiguousResourceError(found.templates.map((t) => t.source));
      if (found.code === "invalid_capture") throw new ResourceCaptureError(found.variable);
      return undefined;
    },
    candidates: (uri: string): readonly E[] => candidatesOf(selection.find(uri, Infinity)),
    survey: (uri: string): SelectionSurvey<E> => {
      const found = selection.find(uri, Infinity);
      return { candidates: candidatesOf(found), outcome: outcomeOf(found) };
    },
  });
}

interface ExactEntry<E> {
  readonly entry: E;
  readonly uri: ResourceUriString;
}

interface TemplateEntry<E> {
  readonly entry: E;
  readonly source: string;
  readonly literals: readonly string[];
  readonly names: readonly string[];
  /** Whether its literal segments are in canonical form. */
  readonly isCanonical: boolean;
}

interface Selected<E> {
  readonly code?: undefined;
  readonly entry: E;
  readonly variables: Readonly<Record<string, string>>;
  readonly canonicalUri: ResourceUriString;
}

type Found<E> =
  | Selected<E>
  | { readonly code: "none" }
  | { readonly code: "ambiguous"; readonly templates: readonly TemplateEntry<E>[] }
  | {
      readonly code: "invalid_capture";
      readonly template: TemplateEntry<E>;
      readonly variable: string | undefined;
    };

const NONE = Object.freeze({ code: "none" });
const NO_VARIABLES = Object.freeze(emptyVariables());

class Selection<E extends SelectorEntry> {
  readonly #maxBytes: number;
  readonly #exact = new Map<string, ExactEntry<E>>();
  readonly #templates: TemplateEntry<E>[] = [];
  readonly #trie = new TemplateTrie();
  /** Canonical forms of exact registrations. */
  readonly #canonicalExact: ReadonlySet<string>;
  /** Canonical forms of templates, of which some may coincide; by number, who has them. */
  readonly #canonicalTrie: TemplateTrie;
  readonly #canonicalTemplates: readonly (readonly TemplateEntry<E>[])[];
  /** Whether every registration is its own canonical form: then a canonical URI needs no second look. */
  readonly #isCanonical: boolean;

  constructor(entries: Iterable<E>, maxBytes: number) {
    this.#maxBytes = maxBytes;
    for (const entry of entries) {
      const uri = "uri" in entry ? entry.uri : undefined;
      const template = "uriTemplate" in entry ? entry.uriTemplate : undefined;
      if ((uri === undefined) === (template === undefined)) {
        throw new TypeError("an entry has exactly one of uri and uriTemplate");
      }
      if (uri !== undefined) this.#addUri(entry, uri);
      if (template !== undefined) this.#addTemplate(entry, template);
    }
    const uris = [...this.#exact.keys()];
    this.#canonicalExact = new Set(uris.map(canonicalForm));
    const isCanonical = this.#templates.every((template) => template.isCanonical);
    this.#isCanonical = isCanonical && uris.every((uri) => this.#canonicalExact.has(uri));
    [this.#canonicalTrie, this.#canonicalTemplates] = isCanonical
      ? [this.#trie, this.#templates.map((template) => [template])]
      : canonicalTrie(this.#templates);
  }

  #addUri(entry: E, input: string): void {
    const uri = parseResourceUri(input, { maxBytes: this.#maxBytes }).href;
    const folded = foldScheme(uri);
    const other = this.#exact.get(folded);
    if (other !== undefined)
      throw new TypeError(
        `duplicate resource URI: ${quote(uri)} is registered already, as ${quote(other.uri)}`,
      );
    this.#exact.set(folded, { entry, uri });
  }

  #addTemplate(entry: E, source: string): void {
    const { literals, names } = parseTemplateSyntax(source, this.#maxBytes);
    const other = this.#trie.add(literals);
    if (other !== -1) {
      throw new TypeError(
        `duplicate resource template: ${quote(source)} matches the same URIs as ${quote(this.#templates[other]!.source)}`,
      );
    }
    const canonical = canonicalLiterals(literals);
    const isCanonical = canonical.every((literal, i) => literal === literals[i]);
    this.#templates.push({ entry, source, literals, names, isCanonical });
  }

  /** SEL-1. At `limit` 2 the search stops at the second match; the code is the same as without limit. */
  find(uri: string, limit: number): Found<E> {
    if (typeof uri !== "string") throw new TypeError("a selector takes a string");
    if (uri.length > this.#maxBytes) return NONE;
    const found = this.#findFolded(uri, limit);
    // Registrations are folded: a URI whose scheme is not matches none, and only then is looked at.
    if (found !== NONE) return found;
    const folded = foldScheme(uri);
    return folded === uri ? NONE : this.#findFolded(folded, limit);
  }

  #findFolded(uri: string, limit: number): Found<E> {
    const exact = this.#exact.size === 0 ? undefined : this.#exact.get(uri);
    if (exact !== undefined) {
      return { entry: exact.entry, variables: NO_VARIABLES, canonicalUri: exact.uri };
    }
    const trie = this.#trie;
    const number = trie.match(uri, limit);
    if (number === NO_TEMPLATE) return NONE;
    if (number === SEVERAL_TEMPLATES) {
      const templates = trie.several.map((i) => this.#templates[i]!);
      const segments = segmentsAt(uri, trie.spans, templates[0]!.names.length);
      return areUriSegments(segments) ? { code: "ambiguous", templates } : NONE;
    }
    const template = this.#templates[number]!;
    const captured = trie.isPlain
      ? plainCapture(template, uri, trie.spans)
      : decodedCapture(template, uri, trie.spans, this.#maxBytes);
    if (!captured.ok) {
      if (captured.code === "no_match") return NONE;
      return { code: "invalid_capture", template, variable: captured.variable };
    }
    const { variables, canonicalUri } = captured;
    const selected = { entry: template.entry, variables, canonicalUri };
    const isCanonical = this.#isCanonical && canonicalUri === uri;
    return isCanonical ? selected : this.#compareCanonical(selected, template, limit);
  }

  /** The second look of SEL-1: no escaped alias walks round an exact entry or another template. */
  #compareCanonical(
    selected: Selected<E>,
    { isCanonical }: TemplateEntry<E>,
    limit: number,
  ): Found<E> {
    const canonical = isCanonical ? selected.canonicalUri : canonicalForm(selected.canonicalUri);
    if (this.#canonicalExact.has(canonical)) return NONE;
    const trie = this.#canonicalTrie;
    const number = trie.match(canonical, limit);
    const numbers = number === SEVERAL_TEMPLATES ? trie.several : [number];
    const templates = numbers.flatMap((i) => this.#canonicalTemplates[i] ?? []);
    return templates.length > 1 ? { code: "ambiguous", templates } : selected;
  }
}

function canonicalTrie<E>(
  templates: readonly TemplateEntry<E>[],
): [TemplateTrie, readonly (readonly TemplateEntry<E>[])[]] {
  const trie = new TemplateTrie();
  const byNumber: TemplateEntry<E>[][] = [];
  for (const template of templates) {
    const twin = trie.add(canonicalLiterals(template.literals));
    if (twin === NO_TEMPLATE) byNumber.push([template]);
    else byNumber[twin]!.push(template);
  }
  return [trie, byNumber];
}

function candidatesOf<E extends SelectorEntry>(found: Found<E>): readonly E[] {
  if (found.code === undefined) return [found.entry];
  if (found.code === "ambiguous") return found.templates.map((t) => t.entry);
  return found.code === "invalid_capture" ? [found.template.entry] : [];
}

/** `variables` are those of the entry's own template: what TypeScript derives from its literal. */
function selectionOf<E extends SelectorEntry>(found: Selected<E>): ResourceSelection<E> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return found as ResourceSelection<E>;
}

function outcomeOf<E extends SelectorEntry>(found: Found<E>): SelectionOutcome<E> {
  if (found.code === undefined) return { status: "selected", selection: selectionOf(found) };
  if (found.code === "invalid_capture")
    return { status: "invalid_capture", variable: found.variable };
  return { status: found.code };
}
