import { maxBytesOf } from "./characters.ts";
import { parseTemplateSyntax } from "./template-syntax.ts";
import { pathRange } from "./uri-structure.ts";

/** Two templates to which one URI is ambiguous. */
export interface TemplateOverlap {
  readonly templates: readonly [string, string];
  /** A URI that both match structurally. */
  readonly witness: string;
}

/** Stands for a variable: no character of any template. */
const VARIABLE = "\0";

interface Shape {
  readonly template: string;
  readonly prefix: string;
  /** Path segments, literal or {@link VARIABLE}. */
  readonly segments: readonly string[];
  readonly tail: string;
}

/**
 * Finds the pairs of templates that some URI matches both of (SEL-2), each with such a URI. Overlaps are legal; a request
 * for such a URI is ambiguous.
 *
 * Quadratic at most among templates of equal scheme, authority, segment count and query with fragment; linear otherwise (URI-9).
 *
 * @throws {ResourceTemplateError} for an invalid template.
 * @example
 * findTemplateOverlaps(["x://h/users/{id}", "x://h/{type}/{id}"]);
 * // [{ templates: ["x://h/users/{id}", "x://h/{type}/{id}"], witness: "x://h/users/x" }]
 */
export function findTemplateOverlaps(
  templates: Iterable<string>,
  options?: { readonly maxBytes?: number | undefined },
): readonly TemplateOverlap[] {
  const maxBytes = maxBytesOf(options);
  const groups = new Map<string, Shape[]>();
  const overlaps: TemplateOverlap[] = [];
  for (const template of templates) {
    const shape = shapeOf(template, maxBytes);
    const key = [shape.prefix, shape.segments.length, shape.tail].join(VARIABLE);
    const group = groups.get(key);
    for (const other of group ?? []) {
      const witness = witnessOf(other, shape);
      if (witness === undefined || witness.length > maxBytes) continue;
      overlaps.push({ templates: [other.template, template], witness });
    }
    if (group === undefined) groups.set(key, [shape]);
    else group.push(shape);
  }
  return overlaps;
}

function shapeOf(template: string, maxBytes: number): Shape {
  const text = parseTemplateSyntax(template, maxBytes).literals.join(VARIABLE);
  const { start, end } = pathRange(text);
  const segments = text.slice(start, end).split("/");
  return { template, prefix: text.slice(0, start), segments, tail: text.slice(end) };
}

function witnessOf(a: Shape, b: Shape): string | undefined {
  const segments: string[] = [];
  for (const [i, left] of a.segments.entries()) {
    const right = b.segments[i]!;
    const common = left === VARIABLE ? right : left;
    if (left !== right && right !== VARIABLE && left !== VARIABLE) return undefined;
    if (common === "" && left !== right) return undefined;
    segments.push(common === VARIABLE ? "x" : common);
  }
  return a.prefix + segments.join("/") + a.tail;
}
