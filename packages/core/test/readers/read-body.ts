import { parseResourceUri } from "@org/resources-uri";
import type { ResourceBinding } from "../../src/definition/binding.ts";
import { PayloadError } from "../../src/identity/construction.ts";
import type { Payload } from "../../src/identity/payload.ts";
import { TooLargeSignal } from "../../src/signal.ts";

/** What became of one body, in a form that tables can state. */
export type BodyOutcome =
  | { readonly text: string; readonly mimeType: string }
  | { readonly bytes: readonly number[]; readonly mimeType: string }
  | "invalid_content"
  | "budget_exceeded"
  | "read_failed";

/** Plans and reads a binding's one body, as the read's stations do. */
export async function readPayload(
  binding: ResourceBinding,
  options: { readonly maxBytes?: number; readonly signal?: AbortSignal } = {},
): Promise<Payload> {
  const scope = {
    context: undefined,
    signal: options.signal ?? new AbortController().signal,
    deadline: Date.now() + 10_000,
    operationId: "op",
  };
  const uri = parseResourceUri(binding.definition.uri ?? "a:/value").href;
  const match = {
    canonicalUri: uri,
    requestUri: uri,
    definition: binding.definition,
    variables: { v: "value" },
  };
  const plan = await binding.resolve(match, scope);
  const maxBytes = options.maxBytes ?? 1_000_000;
  return binding.read(plan.requested, { ...scope, match, maxBytes });
}

/** {@link readPayload}, with its issue instead of an error. */
export async function readBody(
  binding: ResourceBinding,
  options: { readonly maxBytes?: number; readonly signal?: AbortSignal } = {},
): Promise<BodyOutcome> {
  try {
    const payload = await readPayload(binding, options);
    const { mimeType } = payload;
    return payload.text === undefined
      ? { bytes: [...payload.bytes], mimeType }
      : { text: payload.text, mimeType };
  } catch (error) {
    if (PayloadError.is(error)) return "invalid_content";
    return TooLargeSignal.is(error) ? "budget_exceeded" : "read_failed";
  }
}
