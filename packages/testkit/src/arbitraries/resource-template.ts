import { parseResourceTemplate, type TemplateErrorCode } from "@org/resources-uri";
import fc from "fast-check";
import { invalidResourceUri, type UriFaultCode } from "./resource-uri.ts";
import { joinUri, letter, oneOf, segment, textOf, uriParts } from "./uri-parts.ts";

/** A resource template, values for its variables, and the URI that they expand to. */
export interface TemplateWithValues {
  readonly uriTemplate: string;
  readonly values: Readonly<Record<string, string>>;
  readonly uri: string;
}

/** The faults that a template can have, expansion and length aside. */
export type TemplateFaultCode = Exclude<
  TemplateErrorCode,
  | "too_long"
  | "not_a_string"
  | "unexpanded_template"
  | "missing_value"
  | "unknown_variable"
  | "invalid_value"
>;

/** A string that is no resource template, and the code that the parser answers. */
export interface InvalidTemplate {
  readonly input: string;
  readonly code: TemplateFaultCode;
}

const name = fc
  .tuple(
    oneOf(letter, fc.constant("_")),
    textOf(fc.constantFrom(...Array.from("ab019_")), { maxLength: 3 }),
  )
  .map(([first, rest]) => first + rest);

/** A value that a variable can take: non-empty, well-formed, none of `/`, `\`, NUL, `.` and `..`. */
export function variableValue(): fc.Arbitrary<string> {
  return oneOf(
    { weight: 3, arbitrary: textOf(letter, { minLength: 1, maxLength: 5 }) },
    fc.string({ unit: "binary", minLength: 1, maxLength: 5 }),
    fc.constantFrom("%2F", "a b", "...", "é", "__proto__"),
  )
    .map((text) => text.replaceAll(/[/\\\0]/g, "-"))
    .filter((text) => text !== "." && text !== "..");
}

/**
 * Makes resource templates, values for their variables, and the URI that these expand to (KIT-3).
 *
 * @example
 * fc.assert(fc.property(templateWithValues(), ({ uriTemplate, values, uri }) => {
 *   const match = parseResourceTemplate<string>(uriTemplate).match(uri);
 *   assert.deepEqual(match.ok && { ...match.variables }, values);
 * }));
 */
export function templateWithValues(): fc.Arbitrary<TemplateWithValues> {
  return fc
    .tuple(
      uriParts,
      fc.array(segment, { maxLength: 3 }),
      fc.uniqueArray(fc.tuple(name, variableValue()), {
        minLength: 1,
        maxLength: 3,
        selector: ([variable]) => variable,
      }),
    )
    .map(([parts, literals, variables]) => {
      const segments = [...literals];
      for (const [index, [variable]] of variables.entries()) {
        segments.splice(index * 2, 0, expression(variable));
      }
      const uriTemplate = joinUri({ ...parts, segments });
      const values = Object.fromEntries(variables);
      const uri: string = parseResourceTemplate<string>(uriTemplate).expand(values);
      return { uriTemplate, values, uri };
    });
}

function expression(variable: string): string {
  return `{${variable}}`;
}

/**
 * Makes strings that are no resource templates, each with its code, or of one code alone (KIT-3): what RFC 6570 knows
 * and this project does not, what nobody knows, and templates whose literal text is no URI's.
 */
export function invalidTemplate(code?: TemplateFaultCode): fc.Arbitrary<InvalidTemplate> {
  const codes = code === undefined ? FAULT_CODES : [code];
  return oneOf(...codes.map((one) => FAULTS[one]().map((input) => ({ input, code: one }))));
}

/** A template whose segments are these, behind others. */
function withSegments(...wrong: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc
    .tuple(uriParts, fc.tuple(...wrong))
    .map(([parts, segments]) =>
      joinUri({ ...parts, segments: [...parts.segments.filter((one) => one !== ""), ...segments] }),
    );
}

/** A template with a variable, whose literal text has a fault. */
function withLiteralFault(code: UriFaultCode): fc.Arbitrary<string> {
  return invalidResourceUri(code).map(({ input }) => {
    const end = /[?#]/.exec(input)?.index ?? input.length;
    return `${input.slice(0, end)}/{id}${input.slice(end)}`;
  });
}

const FAULTS: Readonly<Record<TemplateFaultCode, () => fc.Arbitrary<string>>> = {
  empty: () => fc.constant(""),
  no_variable: () => uriParts.map(joinUri),
  unbalanced_brace: () => withSegments(fc.constantFrom("{a", "a}", "{", "}", "{{a}}", "{a}}")),
  unsupported_operator: () =>
    withSegments(
      fc
        .tuple(fc.constantFrom(...Array.from("+#./;?&=,!@|")), name)
        .map(([op, id]) => `{${op}${id}}`),
    ),
  variable_list: () => withSegments(fc.tuple(name, name).map(([a, b]) => `{${a},${b}}`)),
  explode_modifier: () => withSegments(name.map((id) => `{${id}*}`)),
  prefix_modifier: () => withSegments(name.map((id) => `{${id}:3}`)),
  invalid_name: () => withSegments(fc.constantFrom("{}", "{1a}", "{a-b}", "{a.b}", "{é}", "{a b}")),
  repeated_name: () =>
    name.chain((id) => withSegments(fc.constant(`{${id}}`), fc.constant(`{${id}}`))),
  variable_in_scheme: () => fc.tuple(name, segment).map(([id, text]) => `{${id}}:${text}`),
  variable_in_authority: () =>
    fc
      .tuple(uriParts, name, fc.constantFrom("", ".host", ":80"))
      .map(([parts, id, rest]) => joinUri({ ...parts, authority: `{${id}}${rest}` })),
  variable_in_query: () =>
    fc.tuple(uriParts, name).map(([parts, id]) => joinUri({ ...parts, query: `q={${id}}` })),
  variable_in_fragment: () =>
    fc.tuple(uriParts, name).map(([parts, id]) => joinUri({ ...parts, fragment: `{${id}}` })),
  partial_segment: () =>
    withSegments(fc.constantFrom("a{id}", "{id}a", "{id}{other}", "a{id}b", "{id}.json")),
  invalid_character: () => withSegments(fc.constantFrom("a b", "é", "a|b"), fc.constant("{id}")),
  invalid_utf8: () => withLiteralFault("invalid_utf8"),
  invalid_percent_escape: () => withLiteralFault("invalid_percent_escape"),
  not_absolute: () => fc.constantFrom("docs/{id}", "/{id}", "{id}", "//host/{id}"),
  reserved_scheme: () => withLiteralFault("reserved_scheme"),
  credentials: () => withLiteralFault("credentials"),
  invalid_authority: () => withLiteralFault("invalid_authority"),
  dot_segment: () => withLiteralFault("dot_segment"),
};

const FAULT_CODES: readonly TemplateFaultCode[] = Object.keys(FAULTS).filter(
  (code): code is TemplateFaultCode => code in FAULTS,
);
