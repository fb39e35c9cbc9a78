import type { TemplateErrorCode } from "./error-codes.ts";
import { ResourceTemplateError } from "./errors.ts";
import { encodeSegment } from "./percent-encoding.ts";
import { branded, type ResourceUriString } from "./resource-uri.ts";
import { isCapturable } from "./template-match.ts";
import type { TemplateSyntax } from "./template-syntax.ts";
import { quote } from "./uri-fault.ts";

/** Expands a template (TPL-5): everything outside unreserved is encoded, in upper-case hex, and nothing that `match` would not give back is accepted. */
export function expandTemplate(
  { literals, names, offsets }: TemplateSyntax,
  variables: object,
  maxBytes: number,
): ResourceUriString {
  if (typeof variables !== "object" || variables === null) {
    throw new TypeError("expand takes an object of strings");
  }
  const values = new Map<string, unknown>(Object.entries(variables));
  let uri = literals[0]!;
  for (const [i, name] of names.entries()) {
    const value = values.get(name);
    const offset = offsets[i]!;
    if (value === undefined) fail("missing_value", offset, `{${name}} has no value`, name);
    if (typeof value !== "string" || !isCapturable(value) || /[\u{D800}-\u{DFFF}]/u.test(value)) {
      const message = `{${name}} must be non-empty, well-formed text without '/', '\\' or NUL that is neither '.' nor '..'`;
      fail("invalid_value", offset, message, name);
    }
    uri += encodeSegment(value) + literals[i + 1]!;
    values.delete(name);
  }
  for (const name of values.keys()) {
    fail("unknown_variable", 0, `the template has no variable ${quote(name)}`, name);
  }
  if (uri.length > maxBytes) {
    fail("too_long", 0, `the expansion takes more than ${maxBytes} bytes`);
  }
  return branded(uri);
}

function fail(code: TemplateErrorCode, offset: number, message: string, variable?: string): never {
  throw new ResourceTemplateError({ code, offset, message, variable });
}
