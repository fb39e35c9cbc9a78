import { maxBytesOf } from "./characters.ts";
import type { ResourceUriString } from "./resource-uri.ts";
import { expandTemplate } from "./template-expand.ts";
import type { TemplateLiteral, TemplateVariables } from "./template-literal.ts";
import { matchTemplate } from "./template-match.ts";
import { parseTemplateSyntax } from "./template-syntax.ts";

/** How long a template and what it makes may be. */
export interface ResourceTemplateOptions {
  /** Bytes that the template, a URI it matches and an expansion may take. Default 8192 (URI-9). */
  readonly maxBytes?: number | undefined;
}

/** What {@link ResourceTemplate.match} answers. */
export type TemplateMatch<T extends string = string> =
  | { readonly ok: true; readonly variables: TemplateVariables<T> }
  | {
      readonly ok: false;
      readonly code: "no_match" | "invalid_capture";
      readonly variable?: string | undefined;
    };

/** A parsed resource template. Frozen. */
export interface ResourceTemplate<T extends string = string> {
  /** The template as it was written. */
  readonly uriTemplate: T;
  /** The names of its variables, in order. */
  readonly variableNames: readonly string[];
  /**
   * Matches any string against the template and decodes what the variables take, once (TPL-3, TPL-4).
   *
   * `no_match`: another URI, or no URI. `invalid_capture`: the structure fits, but a value (`variable`) is not one that
   * may be captured, or the canonical form is over `maxBytes` (no `variable`).
   */
  match(uri: string): TemplateMatch<T>;
  /**
   * Makes the URI in which the variables have these values, percent-encoded (TPL-5). `match` gives them back.
   *
   * @throws {ResourceTemplateError} `missing_value`, `unknown_variable`, `invalid_value` (empty, `.`, `..`, with `/`, `\` or NUL, or no well-formed string), `too_long`.
   */
  expand(variables: TemplateVariables<T>): ResourceUriString;
}

/**
 * Parses a resource template: a URI in which whole path segments may be `{name}` (TPL-1, TPL-2).
 *
 * @throws {ResourceTemplateError} with `code`, `offset` and a remedy, if it is none.
 * @example
 * const template = parseResourceTemplate("asset://project/{id}/{file}");
 * template.expand({ id: "7", file: "My File.txt" }); // "asset://project/7/My%20File.txt"
 * template.match("asset://project/7/My%20File.txt"); // { ok: true, variables: { id: "7", file: "My File.txt" } }
 */
export function parseResourceTemplate<const T extends string>(
  template: TemplateLiteral<T>,
  options?: ResourceTemplateOptions,
): ResourceTemplate<T> {
  const maxBytes = maxBytesOf(options);
  const syntax = parseTemplateSyntax(template, maxBytes);
  // `variables` has the members that TypeScript derives from the literal, and TemplateLiteral<T> is T.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.freeze({
    uriTemplate: template,
    variableNames: Object.freeze([...syntax.names]),
    match: (uri: string) => {
      const match = matchTemplate(syntax, uri, maxBytes);
      return match.ok ? { ok: true, variables: match.variables } : match;
    },
    expand: (variables: object) => expandTemplate(syntax, variables, maxBytes),
  }) as unknown as ResourceTemplate<T>;
}
