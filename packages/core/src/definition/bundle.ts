import type { TemplateLiteral } from "@org/resources-uri";
import type { BundleHandlers, ResourceBinding } from "./binding.ts";
import { createBinding } from "./capture-binding.ts";
import { createDefinition } from "./create-definition.ts";
import type { ResourceDefinition, ResourceTemplateDefinition } from "./definition.ts";

/** What a builder takes for a resource: its definition. */
export type ResourceFields = Omit<ResourceDefinition, "uriTemplate">;

/** What a builder takes for a template: its definition; `T` types the variables. */
export type TemplateFields<T extends string> = Omit<
  ResourceTemplateDefinition,
  "uri" | "uriTemplate" | "size"
> & { readonly uriTemplate: TemplateLiteral<T> };

/** Builds a binding that plans each read itself: many items, of many kinds, under one URI or template. */
export interface BundleBuilder<in out C> {
  (options: ResourceFields, handlers: BundleHandlers<C>): ResourceBinding<C>;
  <const T extends string>(
    options: TemplateFields<T>,
    handlers: BundleHandlers<C, T>,
  ): ResourceBinding<C>;
}

/**
 * Builds a binding that plans each read itself: `resolve` names the items without reading bodies (READ-3), `read` reads
 * one body at a time (READ-6), `complete` completes the template's variables (CMP-1).
 *
 * With a `uriTemplate`, `match.variables` is typed by it. Options and handlers are captured now; later changes of either
 * reach nothing. Throws a `TypeError` naming the definition and the field or callback at fault (DEF-1, DEF-2).
 *
 * @example
 * ```ts
 * const project = bundle(
 *   { uriTemplate: "asset://projects/{project}", name: "project" },
 *   {
 *     resolve: async (match) => {
 *       const requested = createTarget({ uri: match.canonicalUri });
 *       const files = await store.filesOf(match.variables.project);
 *       return createReadPlan(requested, files.map((file) => createTarget({ uri: file.uri })));
 *     },
 *     read: async (target) => textPayload(await store.text(target.uri), "text/plain"),
 *   },
 * );
 * ```
 */
export function bundle<C = unknown>(
  options: ResourceFields,
  handlers: BundleHandlers<C>,
): ResourceBinding<C>;
export function bundle<C = unknown, const T extends string = string>(
  options: TemplateFields<T>,
  handlers: BundleHandlers<C, T>,
): ResourceBinding<C>;
export function bundle<C>(options: object, handlers: BundleHandlers<C>): ResourceBinding<C> {
  return createBinding(createDefinition(options), handlers);
}
