/**
 * What TypeScript can see of a template written as a literal: its variables, and its faults. Names of faults are those
 * of `TemplateErrorCode`; the parser in template-syntax.ts decides, this only warns early.
 */

type Letter =
  | "a"
  | "b"
  | "c"
  | "d"
  | "e"
  | "f"
  | "g"
  | "h"
  | "i"
  | "j"
  | "k"
  | "l"
  | "m"
  | "n"
  | "o"
  | "p"
  | "q"
  | "r"
  | "s"
  | "t"
  | "u"
  | "v"
  | "w"
  | "x"
  | "y"
  | "z";
type Digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";
type NameStart = Letter | Uppercase<Letter> | "_";
type Operator = "+" | "#" | "." | "/" | ";" | "?" | "&";

/** One literal string: neither `string` nor a pattern with holes. */
type IsLiteral<T extends string> = string extends T
  ? false
  : {} extends Record<T, unknown>
    ? false
    : true;

/** The names between braces, in order. */
type Names<
  T extends string,
  Found extends readonly string[] = [],
> = T extends `${string}{${infer Name}}${infer Rest}` ? Names<Rest, [...Found, Name]> : Found;

/**
 * The values of a template's variables: one string for each `{name}`. Where the template is no literal type, any names.
 *
 * @example
 * type Values = TemplateVariables<"asset://project/{id}/{file}">; // { readonly id: string; readonly file: string }
 */
export type TemplateVariables<T extends string> = T extends unknown
  ? IsLiteral<T> extends true
    ? { readonly [Name in Names<T>[number]]: string }
    : Readonly<Record<string, string>>
  : never;

type IsName<T extends string> = T extends `${NameStart}${infer Rest}` ? IsNameRest<Rest> : false;
type IsNameRest<T extends string> = T extends ""
  ? true
  : T extends `${NameStart | Digit}${infer Rest}`
    ? IsNameRest<Rest>
    : false;

/** The fault of one expression, or `never`. */
type ExpressionFault<Name extends string, Seen extends string> = Name extends `${Operator}${string}`
  ? "unsupported_operator: only {name} is supported"
  : Name extends `${string},${string}`
    ? "variable_list: only one name may stand in braces"
    : Name extends `${string}*`
      ? "explode_modifier: only {name} is supported"
      : Name extends `${string}:${string}`
        ? "prefix_modifier: only {name} is supported"
        : IsName<Name> extends false
          ? "invalid_name: a name matches [A-Za-z_][A-Za-z0-9_]*"
          : Name extends Seen
            ? "repeated_name: a name may stand in a template once"
            : never;

/** The first fault of the segments of a path, or `never`. */
type PathFault<
  Path extends string,
  Seen extends string = never,
> = Path extends `${infer Segment}/${infer Rest}`
  ? [SegmentFault<Segment, Seen>] extends [never]
    ? PathFault<Rest, Seen | NameOf<Segment>>
    : SegmentFault<Segment, Seen>
  : SegmentFault<Path, Seen>;

type NameOf<Segment extends string> = Segment extends `{${infer Name}}` ? Name : never;

type SegmentFault<
  Segment extends string,
  Seen extends string,
> = Segment extends `${infer Before}{${infer Name}}${infer After}`
  ? [ExpressionFault<Name, Seen>] extends [never]
    ? `${Before}${After}` extends ""
      ? never
      : "partial_segment: a variable must be a whole path segment"
    : ExpressionFault<Name, Seen>
  : Segment extends `${string}${"{" | "}"}${string}`
    ? "unbalanced_brace: write {name}"
    : never;

type HasVariable<T extends string> = T extends `${string}{${string}` ? true : false;

type TailFault<T extends string> = T extends `${infer Path}#${infer Fragment}`
  ? HasVariable<Fragment> extends true
    ? "variable_in_fragment: variables may stand in the path only"
    : QueryFault<Path>
  : QueryFault<T>;

type QueryFault<T extends string> = T extends `${infer Path}?${infer Query}`
  ? HasVariable<Query> extends true
    ? "variable_in_query: variables may stand in the path only"
    : PathFault<Path>
  : PathFault<T>;

/** A template after `scheme:`. */
type HierarchyFault<T extends string> = T extends `//${infer Authority}/${infer Path}`
  ? HasVariable<Authority> extends true
    ? "variable_in_authority: variables may stand in the path only"
    : TailFault<Path>
  : T extends `//${string}`
    ? "variable_in_authority: variables may stand in the path only"
    : T extends `/${infer Path}`
      ? TailFault<Path>
      : TailFault<T>;

type Operators<T extends string> = T extends `${string}{${Operator}${string}` ? true : false;

/** The fault that TypeScript can see in a template, or `never`. */
type TemplateFault<T extends string> =
  HasVariable<T> extends false
    ? "no_variable: without a {name} it is a URI"
    : Operators<T> extends true
      ? "unsupported_operator: only {name} is supported"
      : T extends `${infer Scheme}:${infer Rest}`
        ? HasVariable<Scheme> extends true
          ? "not_absolute: a template starts with a literal scheme"
          : Scheme extends `${string}/${string}`
            ? PathFault<T> extends infer Fault extends string
              ? [Fault] extends [never]
                ? "not_absolute: a template starts with a literal scheme"
                : Fault
              : never
            : HierarchyFault<Rest>
        : [PathFault<T>] extends [never]
          ? "not_absolute: a template starts with a literal scheme"
          : PathFault<T>;

/**
 * `T` itself where it may be a template; else a string that says what is wrong, so that a wrong literal is a type error
 * that explains itself. Use it for parameters that take templates: `function f<const T extends string>(template: TemplateLiteral<T>)`.
 */
export type TemplateLiteral<T extends string> =
  IsLiteral<T> extends true ? ([TemplateFault<T>] extends [never] ? T : TemplateFault<T>) : T;
