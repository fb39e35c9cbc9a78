/**
 * Templates as TPL-1 to TPL-5 word them. Frozen and slow: do not improve. It imports nothing of `src`; the fast code is
 * judged by it.
 */
import { type ReferenceFault, referenceVerdict } from "./reference-uri.ts";

export interface Parts {
  readonly scheme: string;
  readonly authority: string | undefined;
  readonly segments: readonly string[];
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

/** The components of a text by RFC 3986 appendix B; the scheme folded, if it is one. */
export function partsOf(text: string): Parts {
  const groups = /^(([^:/?#]+):)?(\/\/([^/?#]*))?([^?#]*)(\?([^#]*))?(#([\s\S]*))?/.exec(text)!;
  const scheme = groups[2] ?? "";
  return {
    scheme: /^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme) ? scheme.toLowerCase() : scheme,
    authority: groups[4],
    segments: groups[5]!.split("/"),
    query: groups[7],
    fragment: groups[9],
  };
}

export function composed({ scheme, authority, segments, query, fragment }: Parts): string {
  return [
    `${scheme}:`,
    authority === undefined ? "" : `//${authority}`,
    segments.join("/"),
    query === undefined ? "" : `?${query}`,
    fragment === undefined ? "" : `#${fragment}`,
  ].join("");
}

/** The fault of a template, or `undefined`: faults inside braces first, then where the braces stand, then the literal text. */
export function referenceTemplateFault(
  template: string,
  maxBytes = 8192,
): ReferenceFault | undefined {
  if (template === "" || new TextEncoder().encode(template).length > maxBytes) {
    return referenceVerdict(template, maxBytes);
  }
  const tokens = template
    .split(/(\{[^{}]*\})/)
    .map((text, i) => ({ text, isExpression: i % 2 === 1 }));
  const names: string[] = [];
  let offset = 0;
  for (const { text, isExpression } of tokens) {
    const stray = isExpression ? -1 : text.search(/[{}]/);
    if (stray !== -1) return { code: "unbalanced_brace", offset: offset + stray };
    if (isExpression) {
      const name = text.slice(1, -1);
      const code = names.includes(name) && isName(name) ? "repeated_name" : expressionFault(name);
      if (code !== undefined) return { code, offset };
      names.push(name);
    }
    offset += text.length;
  }
  const masked = tokens
    .map(({ text, isExpression }) => (isExpression ? "v".repeat(text.length) : text))
    .join("");
  return (
    placeFault(tokens, masked) ??
    referenceVerdict(masked, maxBytes) ??
    (names.length === 0 ? { code: "no_variable", offset: 0 } : undefined)
  );
}

const isName = (text: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);

/** RFC 6570 §2: expression = "{" [ operator ] variable-list "}". */
function expressionFault(text: string): string | undefined {
  if ("+#./;?&=,!@|".includes(text.slice(0, 1)) && text !== "") return "unsupported_operator";
  if (text.includes(",")) return "variable_list";
  if (text.endsWith("*")) return "explode_modifier";
  if (text.includes(":")) return "prefix_modifier";
  return isName(text) ? undefined : "invalid_name";
}

function placeFault(
  tokens: readonly { readonly text: string; readonly isExpression: boolean }[],
  masked: string,
): ReferenceFault | undefined {
  const { indices } = /^([^:/?#]+:)?(\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?(#[\s\S]*)?/d.exec(masked)!;
  const holds = (group: number, at: number): boolean => {
    const span = indices![group];
    return span !== undefined && at >= span[0] && at < span[1];
  };
  let offset = 0;
  for (const { text, isExpression } of tokens) {
    const start = offset;
    const end = start + text.length;
    offset = end;
    if (!isExpression) continue;
    if (holds(1, start)) return { code: "variable_in_scheme", offset: start };
    if (holds(2, start)) return { code: "variable_in_authority", offset: start };
    if (holds(4, start)) return { code: "variable_in_query", offset: start };
    if (holds(5, start)) return { code: "variable_in_fragment", offset: start };
    const [pathStart, pathEnd] = indices![3]!;
    const isWhole =
      (start === pathStart || masked[start - 1] === "/") &&
      (end === pathEnd || masked[end] === "/");
    if (!isWhole) return { code: "partial_segment", offset: start };
  }
  return undefined;
}

export type ReferenceMatch =
  | { readonly status: "no_match" }
  | { readonly status: "invalid_capture"; readonly variable: string | undefined }
  | {
      readonly status: "ok";
      readonly variables: ReadonlyMap<string, string>;
      readonly canonicalUri: string;
    };

const isVariable = (segment: string): boolean => /^\{.*\}$/.test(segment);

/** Segment by segment (TPL-3). */
export function matchesStructurally(template: Parts, uri: Parts): boolean {
  return (
    template.scheme === uri.scheme &&
    template.authority === uri.authority &&
    template.query === uri.query &&
    template.fragment === uri.fragment &&
    template.segments.length === uri.segments.length &&
    template.segments.every((segment, i) =>
      isVariable(segment) ? isRawSegment(uri.segments[i]!) : segment === uri.segments[i],
    )
  );
}

/** A non-empty segment of characters that a path may hold; escapes are looked at later. */
const isRawSegment = (text: string): boolean => /^[A-Za-z0-9\-._~!$&'()*+,;=:@%]+$/.test(text);

export function referenceMatch(template: string, input: string, maxBytes = 8192): ReferenceMatch {
  if (new TextEncoder().encode(input).length > maxBytes) return { status: "no_match" };
  const pattern = partsOf(template);
  const uri = partsOf(input);
  if (!matchesStructurally(pattern, uri)) return { status: "no_match" };
  const variables = new Map<string, string>();
  for (const [i, segment] of pattern.segments.entries()) {
    if (!isVariable(segment)) continue;
    const name = segment.slice(1, -1);
    const value = decodedOnce(uri.segments[i]!);
    if (value === undefined || !isCapturable(value))
      return { status: "invalid_capture", variable: name };
    variables.set(name, value);
  }
  const canonicalUri = referenceExpansion(template, variables);
  if (canonicalUri.length > maxBytes) return { status: "invalid_capture", variable: undefined };
  return { status: "ok", variables, canonicalUri };
}

export const isCapturable = (value: string): boolean =>
  value !== "" &&
  value !== "." &&
  value !== ".." &&
  !["/", "\\", "\0"].some((c) => value.includes(c));

/** The expansion of values that may be captured (TPL-5). */
export function referenceExpansion(
  template: string,
  variables: ReadonlyMap<string, string>,
): string {
  const pattern = partsOf(template);
  const segments = pattern.segments.map((segment) =>
    isVariable(segment) ? encoded(variables.get(segment.slice(1, -1))!) : segment,
  );
  return composed({ ...pattern, segments });
}

/** Octet by octet; `undefined` where an escape or the UTF-8 is malformed. */
export function decodedOnce(raw: string): string | undefined {
  const octets: number[] = [];
  for (let at = 0; at < raw.length; at++) {
    if (raw[at] !== "%") {
      octets.push(...new TextEncoder().encode(raw[at]));
      continue;
    }
    const digits = raw.slice(at + 1, at + 3);
    if (!/^[0-9A-Fa-f]{2}$/.test(digits)) return undefined;
    octets.push(Number.parseInt(digits, 16));
    at += 2;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(octets),
    );
  } catch {
    return undefined;
  }
}

/** Everything outside unreserved as upper-case hex of its UTF-8 octets. */
export function encoded(value: string): string {
  return Array.from(value)
    .map((character) =>
      /[A-Za-z0-9\-._~]/.test(character)
        ? character
        : [...new TextEncoder().encode(character)]
            .map((octet) => `%${octet.toString(16).toUpperCase().padStart(2, "0")}`)
            .join(""),
    )
    .join("");
}
