import { describe, expectTypeOf, it } from "vitest";

import {
  createResourceSelector,
  isResourceUri,
  parseResourceTemplate,
  parseResourceUri,
  type ResourceSelection,
  type ResourceTemplate,
  type ResourceUriString,
  resourceUriStandard,
  type SelectionOutcome,
  type StandardSchemaV1,
  type TemplateErrorCode,
  type TemplateLiteral,
  type TemplateVariables,
  type UriErrorCode,
  validateResourceUri,
} from "../src/index.ts";

declare const anyTemplate: string;
declare const host: string;

function wrapped<const T extends string>(template: TemplateLiteral<T>): ResourceTemplate<T> {
  return parseResourceTemplate(template);
}

describe("variables of a template literal", () => {
  it("are the names between its braces", () => {
    expectTypeOf<TemplateVariables<"x://h/{id}/{file}">>().toEqualTypeOf<{
      readonly id: string;
      readonly file: string;
    }>();
    expectTypeOf<TemplateVariables<"x:/{__proto__}?q#f">>().toEqualTypeOf<{
      readonly __proto__: string;
    }>();
    expectTypeOf<TemplateVariables<string>>().toEqualTypeOf<Readonly<Record<string, string>>>();
    expectTypeOf<TemplateVariables<`x://${string}/{id}`>>().toEqualTypeOf<
      Readonly<Record<string, string>>
    >();
  });

  it("type match and expand", () => {
    const template = parseResourceTemplate("x://h/{id}/{file}");
    expectTypeOf(template).toEqualTypeOf<ResourceTemplate<"x://h/{id}/{file}">>();
    const match = template.match("x://h/1/2");
    if (match.ok) expectTypeOf(match.variables.id).toEqualTypeOf<string>();
    // @ts-expect-error: no such variable
    if (match.ok) expectTypeOf(match.variables.name);
    expectTypeOf(template.expand({ id: "1", file: "2" })).toEqualTypeOf<ResourceUriString>();
    // @ts-expect-error: a value is missing
    template.expand({ id: "1" });
    // @ts-expect-error: a value too many
    template.expand({ id: "1", file: "2", more: "3" });
    // @ts-expect-error: a value is a string
    template.expand({ id: 1, file: "2" });
  });

  it("of a plain string are any", () => {
    const template = parseResourceTemplate(anyTemplate);
    expectTypeOf(template).toEqualTypeOf<ResourceTemplate>();
    template.expand({ whatever: "1" });
    parseResourceTemplate(`x://${host}/{id}`).expand({ id: "1" });
  });
});

describe("a wrong template literal is a type error", () => {
  it("that names the fault", () => {
    expectTypeOf<
      TemplateLiteral<"a/{x}{y}">
    >().toEqualTypeOf<"partial_segment: a variable must be a whole path segment">();
    expectTypeOf<
      TemplateLiteral<"x://h/{a}/{a}">
    >().toEqualTypeOf<"repeated_name: a name may stand in a template once">();
    expectTypeOf<TemplateLiteral<"x://h/{id}">>().toEqualTypeOf<"x://h/{id}">();
    expectTypeOf<TemplateLiteral<string>>().toEqualTypeOf<string>();
  });

  it("each of TPL-2, at the call", () => {
    expectTypeOf(parseResourceTemplate).toBeFunction();
    // @ts-expect-error: partial segments
    parseResourceTemplate("a/{x}{y}");
    // @ts-expect-error: partial segment
    parseResourceTemplate("x://h/a{b}");
    // @ts-expect-error: partial segment
    parseResourceTemplate("x://h/{b}.txt");
    // @ts-expect-error: variable in the authority
    parseResourceTemplate("x://{h}/a");
    // @ts-expect-error: variable in the authority
    parseResourceTemplate("x://h{id}");
    // @ts-expect-error: variable in the query
    parseResourceTemplate("x://h/a?q={q}");
    // @ts-expect-error: variable in the fragment
    parseResourceTemplate("x://h/a#{f}");
    // @ts-expect-error: operator
    parseResourceTemplate("x://h/{+a}");
    // @ts-expect-error: operator
    parseResourceTemplate("x://h/a{?q}");
    // @ts-expect-error: explode modifier
    parseResourceTemplate("x://h/{a*}");
    // @ts-expect-error: prefix modifier
    parseResourceTemplate("x://h/{a:3}");
    // @ts-expect-error: list
    parseResourceTemplate("x://h/{a,b}");
    // @ts-expect-error: repeated name
    parseResourceTemplate("x://h/{a}/{a}");
    // @ts-expect-error: bad name
    parseResourceTemplate("x://h/{a-b}");
    // @ts-expect-error: bad name
    parseResourceTemplate("x://h/{1a}");
    // @ts-expect-error: empty name
    parseResourceTemplate("x://h/{}");
    // @ts-expect-error: unbalanced
    parseResourceTemplate("x://h/{a");
    // @ts-expect-error: unbalanced
    parseResourceTemplate("x://h/{a}/b}");
    // @ts-expect-error: no variable
    parseResourceTemplate("x://h/a");
    // @ts-expect-error: no scheme
    parseResourceTemplate("users/{id}");
    // @ts-expect-error: variable in the scheme
    parseResourceTemplate("{s}://h/{a}");
  });

  it("right ones are none, in any place of the path", () => {
    parseResourceTemplate("x:{a}");
    parseResourceTemplate("x:/{a}/");
    parseResourceTemplate("x:///{a}");
    parseResourceTemplate("X+y://h:80/{a}/b/{C_9}/{_}?q=1/2#f/g");
    parseResourceTemplate("urn:a:b/{id}");
    // A function of one's own may pass the check on.
    expectTypeOf(wrapped("x:{a}")).toEqualTypeOf<ResourceTemplate<"x:{a}">>();
    // @ts-expect-error: and it holds there too
    wrapped("x:a{a}");
  });
});

describe("selection", () => {
  it("types the variables of each entry by its template", () => {
    const selector = createResourceSelector([
      { uri: "x:index", kind: 1 },
      { uriTemplate: "x:{id}", kind: 2 },
      { uriTemplate: "x:{id}/{file}", kind: 3 },
    ]);
    const selection = selector.select("x:1");
    if (selection?.entry.kind === 3)
      expectTypeOf(selection.entry.uriTemplate).toEqualTypeOf<"x:{id}/{file}">();
    type Selection = NonNullable<typeof selection>;
    expectTypeOf<Extract<Selection, { entry: { kind: 3 } }>["variables"]>().toEqualTypeOf<{
      readonly id: string;
      readonly file: string;
    }>();
    expectTypeOf<Selection["canonicalUri"]>().toEqualTypeOf<ResourceUriString>();
  });

  it("of an exact entry has no variables", () => {
    expectTypeOf<ResourceSelection<{ readonly uri: "x:a" }>["variables"]>().toEqualTypeOf<
      Readonly<Record<string, never>>
    >();
    const selection = createResourceSelector([{ uri: "x:index" }]).select("x:index");
    expectTypeOf<NonNullable<typeof selection>["entry"]["uri"]>().toEqualTypeOf<"x:index">();
    expectTypeOf<NonNullable<typeof selection>["variables"]>().not.toBeNever();
  });

  it("of entries known at run time has any variables", () => {
    type Entry = { readonly uri: string } | { readonly uriTemplate: string };
    expectTypeOf<ResourceSelection<{ readonly uriTemplate: string }>["variables"]>().toEqualTypeOf<
      Readonly<Record<string, string>>
    >();
    expectTypeOf<SelectionOutcome<Entry>["status"]>().toEqualTypeOf<
      "selected" | "ambiguous" | "invalid_capture" | "none"
    >();
  });
});

describe("verdicts", () => {
  it("narrow", () => {
    const input: unknown = "x:a";
    if (isResourceUri(input)) {
      expectTypeOf(input).toEqualTypeOf<ResourceUriString>();
      expectTypeOf(input).toExtend<string>();
    }
    const verdict = validateResourceUri(input);
    if (verdict.ok) expectTypeOf(verdict.uri.href).toEqualTypeOf<ResourceUriString>();
    else expectTypeOf(verdict.error.code).toEqualTypeOf<UriErrorCode>();
    // @ts-expect-error: not every string is one
    const wrong: ResourceUriString = "x:a";
    void wrong;
    // @ts-expect-error: components cannot be set
    parseResourceUri("x:a").path = "b";
  });

  it("codes of URIs are codes of templates too", () => {
    expectTypeOf<UriErrorCode>().toExtend<TemplateErrorCode>();
  });

  it("Standard Schema goes from unknown to string", () => {
    expectTypeOf(resourceUriStandard).toEqualTypeOf<StandardSchemaV1<unknown, string>>();
  });
});
