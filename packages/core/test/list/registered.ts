import type { ResourceBinding } from "../../src/definition/binding.ts";
import { bundle } from "../../src/definition/bundle.ts";
import type { AnyDefinition } from "../../src/definition/definition.ts";
import type { ResourcePolicy } from "../../src/policy/policy.ts";
import { publicPolicy } from "../../src/policy/public-policy.ts";
import type { Scope } from "../../src/scope.ts";

/** Lists and completions plan nothing and read nothing (LST-1). */
function never(): never {
  throw new Error("a list may not come here");
}

/** A resource that can only be listed. */
export function at(uri: string, fields: object = {}): ResourceBinding {
  return bundle({ uri, name: "n", ...fields }, { resolve: never, read: never });
}

/** A template that can only be listed. */
export function under(uriTemplate: string, fields: object = {}): ResourceBinding {
  return bundle({ uriTemplate, name: "n", ...fields }, { resolve: never, read: never });
}

/** `count` resources in the order in which they are listed. */
export function numbered(count: number): ResourceBinding[] {
  return Array.from({ length: count }, (_, index) => at(`a:${String(index).padStart(6, "0")}`));
}

export type DiscoverFunction<C> = (definition: AnyDefinition, scope: Scope<C>) => unknown;

/** A policy that answers `discover` as told, rightly or not. */
export function discovering<C>(
  discover: DiscoverFunction<C>,
  more: { readonly [K in keyof ResourcePolicy<C>]?: (...args: never[]) => unknown } = {},
): ResourcePolicy<C> {
  const policy: object = { ...publicPolicy(), discover, ...more };
  return policy as ResourcePolicy<C>;
}
