import type { ResourceUriString, TemplateVariables } from "@org/resources-uri";
import type { ResourceDefinition, ResourceTemplateDefinition } from "./definition.ts";

/**
 * A request's URI and the definition that it selected (READ-3).
 *
 * `canonicalUri` is the identity that policy and storage know; `requestUri` is what the client sent, byte for byte.
 * `T` is the template, which types `variables`; they are decoded once (TPL-4), null-prototype and frozen.
 */
export interface ResourceMatch<T extends string = string> {
  readonly canonicalUri: ResourceUriString;
  readonly requestUri: ResourceUriString;
  readonly definition: ResourceDefinition | ResourceTemplateDefinition;
  readonly variables: TemplateVariables<T>;
}
