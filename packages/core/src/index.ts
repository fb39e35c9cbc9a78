// For those who build a server: definitions, callbacks, policies, and the gateway itself.
export { createResourceGateway } from "./gateway.ts";
export { resourcesFor } from "./readers/resources-for.ts";
export { resource, resourceTemplate } from "./readers/function-backed.ts";
export { bundle } from "./definition/bundle.ts";
export { publicPolicy } from "./policy/public-policy.ts";
export { batchPolicy } from "./policy/batch-policy.ts";
export { createTarget } from "./identity/target.ts";
export { createReadPlan } from "./identity/plan.ts";
export { blobPayload, textPayload } from "./identity/payload.ts";
export { invalidVariable, tooLarge, unavailable } from "./signal.ts";
export { isResourceFailure, ResourceFailure } from "./failure.ts";
export type { FailureCode, FailureDetails, FailureJson } from "./failure.ts";
export type { Payload, PayloadOptions } from "./identity/payload.ts";
export type { PlanOptions, ReadPlan } from "./identity/plan.ts";
export type { ResourceTarget, TargetOptions } from "./identity/target.ts";
export type { ResourcePolicy, TargetDecision, VisibleAnswer } from "./policy/policy.ts";
export type { PolicyScope, ReaderRequest, ReadScope, Scope } from "./scope.ts";
export type {
  Completion,
  CompletionRequest,
  GatewayOptions,
  OperationRequest,
  Page,
  PageRequest,
  ReadProgress,
  ReadRequest,
  ResourceGateway,
} from "./operation.ts";
export type { ReadBundle, ResolvedCache } from "./read/read-bundle-result.ts";
export type {
  BundleHandlers,
  CompleteHandlers,
  CompleteScope,
  CompleteVariable,
  CompletionCandidates,
  ResourceBinding,
} from "./definition/binding.ts";
export type { ResourceContributor } from "./definition/contributor.ts";
export type {
  Annotations,
  AnyDefinition,
  CacheHint,
  DefinitionFields,
  Icon,
  JsonObject,
  JsonValue,
  ResourceDefinition,
  ResourceTemplateDefinition,
} from "./definition/definition.ts";
export type { ResourceMatch } from "./definition/match.ts";
export type { ResourceBuilders } from "./readers/resources-for.ts";
export type {
  ReaderOptions,
  ResourceBodySource,
  ResourceOptions,
  ResourceTemplateOptions,
  TemplateReader,
} from "./readers/function-backed.ts";
export type { BundleBuilder, ResourceFields, TemplateFields } from "./definition/bundle.ts";
export type { ContentMode } from "./readers/body-kind.ts";
export type { BatchPolicyCallbacks } from "./policy/batch-policy.ts";
export type { FileSource, ResourceBody } from "./readers/resource-body.ts";
export type { GatewayLimits, LimitOverrides } from "./limits.ts";
export type { Awaitable } from "./awaitable.ts";

// For integrators: ports, events, and what the parts below say in their own words.
export { FAILURE_MESSAGES } from "./failure.ts";
export { DEFAULT_LIMITS } from "./limits.ts";
export { systemClock } from "./clock.ts";
export type { Clock, Random } from "./clock.ts";
export { HostJsonError } from "./host-json.ts";
export type { HostJsonFault } from "./host-json.ts";
export { ItemError } from "./read/issues.ts";
export type { BudgetDetail, GatewayEvent, Observer } from "./observer.ts";
export type { ResultSizer } from "./read/result-sizer.ts";
export type {
  ResourceUri,
  ResourceUriString,
  TemplateVariables,
  UriErrorCode,
} from "@org/resources-uri";
export type {
  IssueCode,
  ReadIssue,
  ReadItem,
  ReadReport,
  ReportBounds,
} from "@org/resources-reporting";
