// Arbitraries for fast-check: everything that a gateway takes, valid and not.
export {
  type InvalidUri,
  invalidResourceUri,
  resourceUri,
  type UriFaultCode,
} from "./resource-uri.ts";
export {
  type InvalidTemplate,
  invalidTemplate,
  type TemplateFaultCode,
  templateWithValues,
  type TemplateWithValues,
  variableValue,
} from "./resource-template.ts";
export {
  payload,
  payloadOf,
  payloadSource,
  type PayloadSource,
  type PlanConstraints,
  readPlan,
  target,
} from "./read-plan.ts";
export { type PolicyRule, PolicyScript, policyScript } from "./policy-script.ts";
export { readScenario, schedule } from "./read-scenario.ts";
