// For users.
export { encodeIri } from "./encode-iri.ts";
export type { TemplateErrorCode, UriErrorCode } from "./error-codes.ts";
export {
  AmbiguousResourceError,
  ResourceCaptureError,
  ResourceTemplateError,
  ResourceUriError,
} from "./errors.ts";
export { type Hazard, normalizationHazards } from "./normalization-hazards.ts";
export {
  parseResourceTemplate,
  type ResourceTemplate,
  type ResourceTemplateOptions,
  type TemplateMatch,
} from "./resource-template.ts";
export {
  isResourceUri,
  parseResourceUri,
  type ResourceUri,
  type ResourceUriOptions,
  type ResourceUriString,
  type ResourceUriVerdict,
  validateResourceUri,
} from "./resource-uri.ts";
export {
  createResourceSelector,
  type ResourceSelection,
  type ResourceSelector,
  type SelectorEntry,
} from "./selector.ts";
export { resourceTemplateStandard, resourceUriStandard } from "./standard-schema.ts";
export type { TemplateLiteral, TemplateVariables } from "./template-literal.ts";
export { findTemplateOverlaps, type TemplateOverlap } from "./template-overlaps.ts";

// For integrators.
export { type Fault, ResourceIdentityError } from "./errors.ts";
export type { SelectionOutcome, SelectionSurvey } from "./selector.ts";
export type { StandardResult, StandardSchemaV1 } from "./standard-schema.ts";
