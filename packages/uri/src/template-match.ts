import { ONLY_PCHAR_OR_PERCENT, ONLY_UNRESERVED } from "./characters.ts";
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
  const segments = capturedSegments(syntax.literals, foldScheme(uri));
  return segments === undefined ? NO_MATCH : decodeCaptures(syntax, segments, maxBytes);
}

/** What each variable takes of `uri`, its scheme folded: raw segments; `undefined` if the structure does not fit. */
export function capturedSegments(literals: readonly string[], uri: string): string[] | undefined {
  const segments: string[] = [];
  let at = 0;
  for (const [i, literal] of literals.entries()) {
    if (i > 0) {
      const end = segmentEnd(uri, at);
      if (end === at) return undefined;
      segments.push(uri.slice(at, end));
      at = end;
    }
    if (!uri.startsWith(literal, at)) return undefined;
    at += literal.length;
  }
  return at === uri.length ? segments : undefined;
}

/** Decodes captured segments, once, and makes the canonical form, or refuses (TPL-4). A segment that no URI could hold is no match; that comes first. */
export function decodeCaptures(
  { literals, names }: TemplateSyntax,
  segments: readonly string[],
  maxBytes: number,
): Capture {
  const variables = emptyVariables();
  let canonicalUri = literals[0]!;
  let invalid: string | undefined;
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i]!;
    const name = names[i]!;
    let value: string | undefined = segment;
    let encoded = segment;
    if (!ONLY_UNRESERVED.test(segment)) {
      if (!ONLY_PCHAR_OR_PERCENT.test(segment)) return NO_MATCH;
      value = decodeSegment(segment);
      if (value !== undefined) encoded = encodeSegment(value);
    }
    if (value === undefined || !isCapturable(value)) invalid ??= name;
    else variables[name] = value;
    canonicalUri += encoded + literals[i + 1]!;
  }
  if (invalid !== undefined) return { ok: false, code: "invalid_capture", variable: invalid };
  if (canonicalUri.length > maxBytes) return { ok: false, code: "invalid_capture" };
  return { ok: true, variables: Object.freeze(variables), canonicalUri: branded(canonicalUri) };
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
