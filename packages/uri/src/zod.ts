import { z } from "zod";
import { parseTemplateSyntax } from "./template-syntax.ts";
import { maxBytesOf } from "./characters.ts";
import { ResourceTemplateError } from "./errors.ts";
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
    try {
      parseTemplateSyntax(value, maxBytes);
    } catch (error) {
      if (!ResourceTemplateError.is(error)) throw error;
      const { code, offset, message } = error;
      context.addIssue({ code: "custom", message, params: { code, offset } });
    }
  });
}
