import type { CompletionRequest } from "@org/resources-core";
import { isRecord, type Unchecked } from "./json-shape.ts";
import { MalformedParams } from "./wire-error.ts";

/** Parameters as an object; absent ones are none. */
export function paramsOf(params: unknown): Unchecked {
  if (params === undefined) return {};
  if (!isRecord(params)) throw new MalformedParams();
  return params;
}

/** The URI of a read as it came, for whatever it is. */
export function uriIn(params: unknown): unknown {
  return isRecord(params) ? params["uri"] : undefined;
}

/** The cursor of a list as it came: one that is no string is for the gateway to refuse, like any other (LST-3). */
export function cursorIn(params: unknown): string | undefined {
  const { cursor } = paramsOf(params);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the gateway judges what is no string
  return cursor as string | undefined;
}

/** The string under `key`. */
export function stringIn(params: Unchecked, key: string): string {
  const value = params[key];
  if (typeof value !== "string") throw new MalformedParams();
  return value;
}

/** What `completion/complete` is asked for: a template's variable, or a prompt's argument, which is not ours. */
export function completionParams(
  params: unknown,
):
  | { readonly kind: "prompt" }
  | { readonly kind: "resource"; readonly request: CompletionRequest } {
  const { ref, argument, context } = paramsOf(params);
  if (!isRecord(ref) || !isRecord(argument)) throw new MalformedParams();
  const variable = stringIn(argument, "name");
  const value = stringIn(argument, "value");
  const variables = variablesIn(context);
  if (ref["type"] === "ref/prompt") {
    stringIn(ref, "name");
    return { kind: "prompt" };
  }
  if (ref["type"] !== "ref/resource") throw new MalformedParams();
  const uriTemplate = stringIn(ref, "uri");
  return { kind: "resource", request: { uriTemplate, variable, value, variables } };
}

function variablesIn(context: unknown): Record<string, string> | undefined {
  if (context === undefined) return undefined;
  if (!isRecord(context)) throw new MalformedParams();
  const { arguments: variables } = context;
  if (variables === undefined) return undefined;
  if (!isRecord(variables)) throw new MalformedParams();
  return Object.fromEntries(
    Object.keys(variables).map((name) => [name, stringIn(variables, name)]),
  );
}
