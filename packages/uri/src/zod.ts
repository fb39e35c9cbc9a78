import { z } from "zod";
import { findTemplateError } from "./template-syntax.ts";
import { maxBytesOf } from "./characters.ts";
import { type ResourceUriOptions, validateResourceUri } from "./resource-uri.ts";
import type { ResourceTemplateOptions } from "./resource-template.ts";

/**
 * A zod schema of resource URIs. Output: the string, unchanged. An issue carries the code and offset in `params`.
 *
 * @example
 * z.object({ uri: resourceUriSchema() }).parse({ uri: "asset://project/7" });
 */
export function resourceUriSchema(options?: ResourceUriOptions): z.ZodString {
  maxBytesOf(options);
  return z.string().superRefine((value, context) => {
    const verdict = validateResourceUri(value, options);
    if (verdict.ok) return;
    const { code, offset, message } = verdict.error;
    context.addIssue({ code: "custom", message, params: { code, offset } });
  });
}

/** A zod schema of resource templates. Output: the string, unchanged. An issue carries the code and offset in `params`. */
export function resourceTemplateSchema(options?: ResourceTemplateOptions): z.ZodString {
  const maxBytes = maxBytesOf(options);
  return z.string().superRefine((value, context) => {
    const error = findTemplateError(value, maxBytes);
    if (error === undefined) return;
    const { code, offset, message } = error;
    context.addIssue({ code: "custom", message, params: { code, offset } });
  });
}
