import { decodeSegment, encodeSegment } from "./percent-encoding.ts";
import { pathEnd, pathRange } from "./uri-structure.ts";

/** The form in which SEL-1 compares identities: every path segment of a valid URI, its scheme folded already, decoded once and re-encoded. */
export function canonicalForm(uri: string): string {
  const { start, end } = pathRange(uri);
  return uri.slice(0, start) + canonicalPath(uri.slice(start, end)) + uri.slice(end);
}

/** The same for the literal texts of a template. The first holds the authority; those after a variable are path, the last with query and fragment. */
export function canonicalLiterals(literals: readonly string[]): string[] {
  return literals.map((literal, i) => {
    if (i === 0) return canonicalForm(literal);
    const end = pathEnd(literal, 0);
    return canonicalPath(literal.slice(0, end)) + literal.slice(end);
  });
}

function canonicalPath(path: string): string {
  return path
    .split("/")
    .map((segment) => encodeSegment(decodeSegment(segment) ?? segment))
    .join("/");
}
