import { ONLY_PCHAR_OR_PERCENT } from "./characters.ts";
import { decodeSegment, encodeSegment } from "./percent-encoding.ts";
import { branded, type ResourceUriString } from "./resource-uri.ts";
import type { TemplateSyntax } from "./template-syntax.ts";
import { foldScheme, segmentEnd } from "./uri-structure.ts";

/** A match with its canonical form (TPL-5), or why there is none. */
export type Capture =
  | {
      readonly ok: true;
      readonly variables: Readonly<Record<string, string>>;
      readonly canonicalUri: ResourceUriString;
    }
  | {
      readonly ok: false;
      readonly code: "no_match" | "invalid_capture";
      readonly variable?: string | undefined;
    };

const NO_MATCH: Capture = Object.freeze({ ok: false, code: "no_match" });

/** Matches one template (TPL-3, TPL-4). */
export function matchTemplate(syntax: TemplateSyntax, uri: string, maxBytes: number): Capture {
  if (typeof uri !== "string") throw new TypeError("match takes a string");
  if (uri.length > maxBytes) return NO_MATCH;
  const folded = foldScheme(uri);
  const spans = spansOf(syntax.literals, folded);
  if (spans === undefined) return NO_MATCH;
  return decodedCapture(syntax, folded, spans, maxBytes);
}

/** Where the segments that the variables take start and end, in turn; `undefined` if the structure does not fit. */
function spansOf(literals: readonly string[], uri: string): number[] | undefined {
  const spans: number[] = [];
  let at = 0;
  for (const [i, literal] of literals.entries()) {
    if (i > 0) {
      const end = segmentEnd(uri, at);
      if (end === at) return undefined;
      spans.push(at, end);
      at = end;
    }
    if (!uri.startsWith(literal, at)) return undefined;
    at += literal.length;
  }
  return at === uri.length ? spans : undefined;
}

/** The first `count` raw segments at `spans`. */
export function segmentsAt(uri: string, spans: readonly number[], count: number): string[] {
  const segments: string[] = [];
  for (let i = 0; i < count; i++) segments.push(uri.slice(spans[2 * i], spans[2 * i + 1]));
  return segments;
}

/** {@link decodedCapture}, faster, of unreserved characters alone: they are what they stand for, and `uri`, its scheme folded, is its own canonical form. */
export function plainCapture(
  { names }: Pick<TemplateSyntax, "names">,
  uri: string,
  spans: readonly number[],
): Capture {
  const variables = emptyVariables();
  for (let i = 0; i < names.length; i++) {
    const value = uri.slice(spans[2 * i], spans[2 * i + 1]);
    const name = names[i]!;
    if (value === "." || value === "..")
      return { ok: false, code: "invalid_capture", variable: name };
    variables[name] = value;
  }
  return { ok: true, variables: Object.freeze(variables), canonicalUri: branded(uri) };
}

/** Decodes captured segments, once, and makes the canonical form, or refuses (TPL-4). A segment that no URI could hold is no match; that comes first. */
export function decodedCapture(
  { literals, names }: Pick<TemplateSyntax, "literals" | "names">,
  uri: string,
  spans: readonly number[],
  maxBytes: number,
): Capture {
  const segments = segmentsAt(uri, spans, names.length);
  if (!areUriSegments(segments)) return NO_MATCH;
  const variables = emptyVariables();
  let canonicalUri = literals[0]!;
  for (const [i, name] of names.entries()) {
    const value = decodeSegment(segments[i]!);
    if (value === undefined || !isCapturable(value)) {
      return { ok: false, code: "invalid_capture", variable: name };
    }
    variables[name] = value;
    canonicalUri += encodeSegment(value) + literals[i + 1]!;
  }
  if (canonicalUri.length > maxBytes) return { ok: false, code: "invalid_capture" };
  return { ok: true, variables: Object.freeze(variables), canonicalUri: branded(canonicalUri) };
}

/** Tells whether raw segments are made of what a path may hold; their escapes are not looked at. */
export function areUriSegments(segments: readonly string[]): boolean {
  return segments.every((segment) => ONLY_PCHAR_OR_PERCENT.test(segment));
}

/**
 * A null-prototype record, in which even `__proto__` is a plain name (TPL-6). Made this way it stays a fast object:
 * filling and freezing one made by `Object.create(null)` takes twice the time.
 */
export function emptyVariables(): Record<string, string> {
  const variables: Record<string, string> = {};
  Object.setPrototypeOf(variables, null);
  return variables;
}

/** Tells whether a variable may stand for `value`: text that is neither a way up nor a path (TPL-4). */
export function isCapturable(value: string): boolean {
  return value !== "" && value !== "." && value !== ".." && !/[/\\\0]/.test(value);
}
