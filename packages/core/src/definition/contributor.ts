import type { ResourceBinding } from "./binding.ts";

/** A named source of bindings, merged once, when the gateway is built (FN-5). */
export interface ResourceContributor<in C = unknown> {
  readonly name: string;
  readonly bindings: Iterable<ResourceBinding<C>>;
}
