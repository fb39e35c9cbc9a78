import type { TemplateErrorCode } from "./error-codes.ts";
import { ResourceTemplateError } from "./errors.ts";
import { findInputFault, findUriFault, notAbsolute, quote } from "./uri-fault.ts";
import { foldScheme } from "./uri-structure.ts";

/** A template taken apart: `literals[0] {names[0]} literals[1] … {names[n-1]} literals[n]`, the scheme in lower case. */
export interface TemplateSyntax {
  readonly literals: readonly string[];
  readonly names: readonly string[];
  /** Where each variable's `{` stands in the source. */
  readonly offsets: readonly number[];
}

interface Expression {
  readonly offset: number;
  readonly end: number;
  readonly name: string;
}

/**
 * Takes a template apart (TPL-1, TPL-2). Faults of expressions come first, from left to right, then those of the literal
 * text, then the lack of any variable.
 *
 * @throws {ResourceTemplateError}
 */
export function parseTemplateSyntax(input: unknown, maxBytes: number): TemplateSyntax {
  const template = readable(input, maxBytes);
  const expressions = findExpressions(template);
  const masked = mask(template, expressions);
  checkPlaces(template, masked, expressions);
  const fault = findUriFault(masked, maxBytes);
  if (fault?.code === "not_absolute") fail("not_absolute", fault.offset, notAbsolute(template));
  if (fault !== undefined) throw new ResourceTemplateError(fault);
  if (expressions.length === 0) {
    fail("no_variable", 0, `${quote(template)} has no {variable}: it is a URI, register it as one`);
  }
  const literals: string[] = [];
  let from = 0;
  for (const { offset, end } of expressions) {
    literals.push(template.slice(from, offset));
    from = end;
  }
  literals.push(template.slice(from));
  literals[0] = foldScheme(literals[0]!);
  return {
    literals,
    names: expressions.map((e) => interned(e.name)),
    offsets: expressions.map((e) => e.offset),
  };
}

/** The same text as a property name: engines then take it for one at once, where a slice of a template would be looked up each time. */
function interned(name: string): string {
  return Object.keys({ [name]: true })[0] ?? name;
}

/** The error that {@link parseTemplateSyntax} would throw. */
export function findTemplateError(
  input: unknown,
  maxBytes: number,
): ResourceTemplateError | undefined {
  try {
    parseTemplateSyntax(input, maxBytes);
    return undefined;
  } catch (error) {
    if (ResourceTemplateError.is(error)) return error;
    throw error;
  }
}

function readable(input: unknown, maxBytes: number): string {
  const fault = findInputFault(input, maxBytes);
  if (fault === undefined && typeof input === "string") return input;
  throw new ResourceTemplateError(
    fault ?? { code: "not_a_string", offset: 0, message: "a string is needed" },
  );
}

function findExpressions(template: string): Expression[] {
  const expressions: Expression[] = [];
  const seen = new Set<string>();
  for (let at = template.search(/[{}]/); at !== -1;) {
    const close = next(template, /[{}]/g, at + 1);
    if (template[at] === "}" || close === -1 || template[close] === "{") {
      fail(
        "unbalanced_brace",
        at,
        `'${template[at]}' has no partner: a variable is written {name}`,
      );
    }
    const name = template.slice(at + 1, close);
    checkExpression(name, at, seen);
    seen.add(name);
    expressions.push({ offset: at, end: close + 1, name });
    at = next(template, /[{}]/g, close + 1);
  }
  return expressions;
}

function next(text: string, what: RegExp, from: number): number {
  what.lastIndex = from;
  return what.exec(text)?.index ?? -1;
}

function checkExpression(text: string, offset: number, seen: ReadonlySet<string>): void {
  const shown = quote(`{${text}}`);
  // RFC 6570 §2.2: operators, those held in reserve included.
  if (/^[+#./;?&=,!@|]/.test(text)) {
    fail(
      "unsupported_operator",
      offset,
      `the operator of ${shown} is not supported: only {name} is, for a whole path segment`,
    );
  }
  if (text.includes(","))
    fail(
      "variable_list",
      offset,
      `${shown} lists variables: write one {name} for each path segment`,
    );
  if (text.endsWith("*"))
    fail(
      "explode_modifier",
      offset,
      `${shown} explodes a value, which is not supported: write {name}`,
    );
  if (text.includes(":"))
    fail("prefix_modifier", offset, `${shown} cuts a value, which is not supported: write {name}`);
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(text)) {
    fail(
      "invalid_name",
      offset,
      `${shown} is no variable: a name is made of letters, digits and '_', and starts with no digit`,
    );
  }
  if (seen.has(text))
    fail(
      "repeated_name",
      offset,
      `${shown} stands in the template twice: give each variable a name of its own`,
      text,
    );
}

/** Letters in place of expressions: a text of the same length and structure. */
function mask(template: string, expressions: readonly Expression[]): string {
  let masked = "";
  let from = 0;
  for (const { offset, end } of expressions) {
    masked += template.slice(from, offset) + "x".repeat(end - offset);
    from = end;
  }
  return masked + template.slice(from);
}

/** A variable must be a whole segment of the path. */
function checkPlaces(template: string, masked: string, expressions: readonly Expression[]): void {
  // RFC 3986 appendix B.
  const colon = /^[^:/?#]+:/.exec(masked)?.[0].length ?? 0;
  const authority = masked.startsWith("//", colon)
    ? (/^\/\/[^/?#]*/.exec(masked.slice(colon))?.[0].length ?? 0)
    : 0;
  const path = colon + authority;
  const pathEnd = path + (/^[^?#]*/.exec(masked.slice(path))?.[0].length ?? 0);
  const fragment = masked.indexOf("#");
  for (const { offset, end, name } of expressions) {
    const place =
      offset < colon
        ? "scheme"
        : offset < path
          ? "authority"
          : offset < pathEnd
            ? "path"
            : fragment !== -1 && offset > fragment
              ? "fragment"
              : "query";
    if (place !== "path") {
      fail(
        `variable_in_${place}`,
        offset,
        `{${name}} stands in the ${place}: variables are supported in the path only`,
        name,
      );
    }
    const before = offset === path || template[offset - 1] === "/";
    const after = end === pathEnd || template[end] === "/";
    if (!before || !after) {
      fail(
        "partial_segment",
        offset,
        `{${name}} is a part of a path segment: it must be the whole, as in /{${name}}/`,
        name,
      );
    }
  }
}

function fail(code: TemplateErrorCode, offset: number, message: string, variable?: string): never {
  throw new ResourceTemplateError({ code, offset, message, variable });
}
