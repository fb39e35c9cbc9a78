import { isObject } from "./json-shape.ts";
import type { WireResult } from "./wire-result.ts";

/** The protocol's limit on values. */
const MAX_VALUES = 100;

/**
 * What a host's callback answers for a prompt, as the protocol has it and nothing else of it: like the SDKs' own prompts,
 * a hundred values at most, and the truth about the rest.
 *
 * @throws TypeError for what is no completion.
 */
export function promptResult(answer: unknown): WireResult {
  const completion = isObject(answer) ? answer["completion"] : undefined;
  const { values, total, hasMore } = isObject(completion) ? completion : {};
  if (!isListOfStrings(values)) throw wrong("completion.values is a list of strings");
  if (total !== undefined && !Number.isSafeInteger(total)) {
    throw wrong("completion.total is a whole number");
  }
  if (hasMore !== undefined && typeof hasMore !== "boolean") {
    throw wrong("completion.hasMore is true or false");
  }
  const isCut = values.length > MAX_VALUES;
  return {
    completion: {
      values: values.slice(0, MAX_VALUES),
      ...(isCut || total !== undefined ? { total: total ?? values.length } : {}),
      ...(isCut || hasMore !== undefined ? { hasMore: isCut || hasMore } : {}),
    },
  };
}

function wrong(rule: string): TypeError {
  return new TypeError(`completions.prompts answers with { completion: { values } }: ${rule}.`);
}

function isListOfStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((member) => typeof member === "string");
}
