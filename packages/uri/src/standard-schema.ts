import { DEFAULT_MAX_BYTES } from "./characters.ts";
import { validateResourceUri } from "./resource-uri.ts";
import { findTemplateError } from "./template-syntax.ts";

/** The interface of https://standardschema.dev, version 1: what this package implements of it, so that it needs no dependency. */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output>;
    /** Never set: it carries the types. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What a {@link StandardSchemaV1} answers: the value, or why it is none. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] };

/** A Standard Schema of resource URIs: the string itself, unchanged, or one issue. */
export const resourceUriStandard: StandardSchemaV1<unknown, string> = standard((value) => {
  const verdict = validateResourceUri(value);
  return verdict.ok ? undefined : verdict.error.message;
});

/** A Standard Schema of resource templates: the string itself, unchanged, or one issue. */
export const resourceTemplateStandard: StandardSchemaV1<unknown, string> = standard(
  (value) => findTemplateError(value, DEFAULT_MAX_BYTES)?.message,
);

function standard(
  faultOf: (value: unknown) => string | undefined,
): StandardSchemaV1<unknown, string> {
  const validate = (value: unknown): StandardResult<string> => {
    const message = faultOf(value);
    if (message !== undefined) return { issues: [{ message }] };
    return typeof value === "string" ? { value } : { issues: [{ message: "not a string" }] };
  };
  return Object.freeze({
    "~standard": Object.freeze({ version: 1, vendor: "@org/resources-uri", validate }),
  });
}
