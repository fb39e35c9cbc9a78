import { bundle, type BundleBuilder } from "../definition/bundle.ts";
import type { ResourceBinding } from "../definition/binding.ts";
import {
  resource,
  type ResourceBodySource,
  type ResourceOptions,
  resourceTemplate,
  type ResourceTemplateOptions,
  type TemplateReader,
} from "./function-backed.ts";

/** The builders with one context type: what every callback's scope carries. */
export interface ResourceBuilders<in out C> {
  readonly resource: (options: ResourceOptions, body: ResourceBodySource<C>) => ResourceBinding<C>;
  readonly resourceTemplate: <const T extends string>(
    options: ResourceTemplateOptions<C, T>,
    read: TemplateReader<C, T>,
  ) => ResourceBinding<C>;
  readonly bundle: BundleBuilder<C>;
}

/**
 * Names the context once and gives the builders typed by it.
 *
 * @example
 * ```ts
 * const { resource, resourceTemplate, bundle } = resourcesFor<{ user: string }>();
 * const greeting = resource({ uri: "docs://hello", name: "hello" }, ({ context }) => `Hello ${context.user}`);
 * ```
 */
export function resourcesFor<C>(): ResourceBuilders<C> {
  return BUILDERS;
}

const BUILDERS = Object.freeze({ resource, resourceTemplate, bundle });
