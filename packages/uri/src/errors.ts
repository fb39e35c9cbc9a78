/**
 * Why a string is no resource URI.
 *
 * Verdicts are given in this order (URI-1): `too_long`, `not_a_string`, `empty`; then the first fault of characters,
 * escapes and UTF-8 by offset; then `not_absolute`, `reserved_scheme`, `credentials`, `invalid_authority`, `dot_segment`.
 */
export type UriErrorCode =
  | "too_long"
  | "not_a_string"
  | "empty"
  | "invalid_character"
  | "unexpanded_template"
  | "invalid_utf8"
  | "invalid_percent_escape"
  | "not_absolute"
  | "reserved_scheme"
  | "credentials"
  | "invalid_authority"
  | "dot_segment";

/** Why a string is no resource template, or why values cannot be expanded into it: its own faults, and those of its literal text. */
export type TemplateErrorCode =
  | UriErrorCode
  | "no_variable"
  | "unbalanced_brace"
  | "unsupported_operator"
  | "variable_list"
  | "explode_modifier"
  | "prefix_modifier"
  | "invalid_name"
  | "repeated_name"
  | "variable_in_scheme"
  | "variable_in_authority"
  | "variable_in_query"
  | "variable_in_fragment"
  | "partial_segment"
  | "missing_value"
  | "unknown_variable"
  | "invalid_value";

/** One fault, as data: what an error is made of. `offset` is a UTF-16 index into the input. */
export interface Fault<Code extends string> {
  readonly code: Code;
  readonly offset: number;
  readonly message: string;
}

/**
 * The idea that all errors of this package share: a stable `code`, a message that is safe to show to whoever wrote the input.
 *
 * `instanceof` holds within one copy of the package; across copies, compare `name` and `code`.
 */
export abstract class ResourceIdentityError<Code extends string> extends Error {
  /** Stable, from a closed union. */
  readonly code: Code;

  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }
}

/** Says why, and where, a string is no resource URI. */
export class ResourceUriError extends ResourceIdentityError<UriErrorCode> {
  /** UTF-16 index of the fault in the input. */
  readonly offset: number;
  readonly #brand = true;

  constructor(fault: Fault<UriErrorCode>) {
    super(fault.code, fault.message);
    this.offset = fault.offset;
  }

  override get name(): string {
    return "ResourceUriError";
  }

  /** Tells whether `value` was made by this copy of the package (no look-alike passes). */
  static is(value: unknown): value is ResourceUriError {
    return typeof value === "object" && value !== null && #brand in value && value.#brand;
  }
}

/** Says why, and where, a string is no resource template, or which value cannot be expanded into it. */
export class ResourceTemplateError extends ResourceIdentityError<TemplateErrorCode> {
  /** UTF-16 index of the fault in the template. */
  readonly offset: number;
  /** The variable at fault, where there is one. */
  readonly variable: string | undefined;
  readonly #brand = true;

  constructor(fault: Fault<TemplateErrorCode> & { readonly variable?: string | undefined }) {
    super(fault.code, fault.message);
    this.offset = fault.offset;
    this.variable = fault.variable;
  }

  override get name(): string {
    return "ResourceTemplateError";
  }

  /** Tells whether `value` was made by this copy of the package (no look-alike passes). */
  static is(value: unknown): value is ResourceTemplateError {
    return typeof value === "object" && value !== null && #brand in value && value.#brand;
  }
}

/** Says that more than one template answers to a URI (SEL-1). The message names none of them: it may reach a caller who must not know them. */
export class AmbiguousResourceError extends ResourceIdentityError<"ambiguous"> {
  /** The templates, for the host alone: not enumerable, not in the message. */
  declare readonly templates: readonly string[];
  readonly #brand = true;

  constructor(templates: readonly string[]) {
    super("ambiguous", "more than one resource template matches this URI");
    Object.defineProperty(this, "templates", { value: Object.freeze([...templates]) });
  }

  override get name(): string {
    return "AmbiguousResourceError";
  }

  /** Tells whether `value` was made by this copy of the package (no look-alike passes). */
  static is(value: unknown): value is AmbiguousResourceError {
    return typeof value === "object" && value !== null && #brand in value && value.#brand;
  }
}

/** Says that a URI matches one template, but with a value that may not be captured (TPL-4). */
export class ResourceCaptureError extends ResourceIdentityError<"invalid_capture"> {
  /** The variable at fault; `undefined` if the canonical form as a whole is too long. */
  readonly variable: string | undefined;
  readonly #brand = true;

  constructor(variable: string | undefined) {
    super(
      "invalid_capture",
      variable === undefined
        ? "the canonical form of this URI is too long"
        : `the value of {${variable}} is not valid: it must decode, once, to UTF-8 text without '/', '\\' or NUL that is neither '.' nor '..'`,
    );
    this.variable = variable;
  }

  override get name(): string {
    return "ResourceCaptureError";
  }

  /** Tells whether `value` was made by this copy of the package (no look-alike passes). */
  static is(value: unknown): value is ResourceCaptureError {
    return typeof value === "object" && value !== null && #brand in value && value.#brand;
  }
}
