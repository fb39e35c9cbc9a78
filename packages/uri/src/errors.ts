import type { TemplateErrorCode, UriErrorCode } from "./error-codes.ts";

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

/**
 * More than one template answers to a URI (SEL-1). The message names none of them: it may reach a caller who must not know them.
 *
 * @example ["x://h/users/{id}", "x://h/{type}/{id}"] select "x://h/users/7"
 * @remedy Find such pairs beforehand with `findTemplateOverlaps` or `resources-uri overlaps`, and tell them apart by a literal segment.
 */
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

/**
 * A URI matches one template, but with a value that may not be captured (TPL-4), or its canonical form is over `maxBytes`.
 *
 * @example ["x://h/docs/{name}"] select "x://h/docs/..%2F..%2Fetc%2Fpasswd"
 * @remedy As a client, send values that are one path segment. As a server, answer with an error, and try no other template.
 */
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
