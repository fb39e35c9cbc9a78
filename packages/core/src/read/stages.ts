import type { Random } from "../clock.ts";
import type { ResourceMatch } from "../definition/match.ts";
import type { Registry, RegistryEntry } from "../definition/registry.ts";
import type { ReadPlan } from "../identity/plan.ts";
import type { GatewayLimits } from "../limits.ts";
import type { OperationEvents } from "../operation-events.ts";
import type { ReadProgress } from "../operation.ts";
import type { Decision } from "../policy/answers.ts";
import type { Decider } from "../policy/decide.ts";
import type { RequestScope } from "../request-scope.ts";
import type { PolicyScope } from "../scope.ts";
import type { Bodies } from "./admit-bodies.ts";
import type { Allowances } from "./budget.ts";
import type { ResultSizer } from "./result-sizer.ts";

// A read as each station hands it to the next: what is known grows, and nothing that is known changes.

/** What a gateway brings to each of its reads. */
export interface ReadGateway<C> {
  readonly registry: Registry<C>;
  readonly decider: Decider<C>;
  readonly limits: GatewayLimits;
  readonly allowances: Allowances;
  readonly random: Random;
}

/** What was asked, by whom, until when, and who is told. */
export interface Read<C> {
  readonly gateway: ReadGateway<C>;
  readonly uri: unknown;
  readonly scope: RequestScope;
  readonly context: C;
  readonly events: OperationEvents<C> | undefined;
  readonly sizer: ResultSizer;
  readonly onProgress: ((progress: ReadProgress) => unknown) | undefined;
}

/** A read that has found its binding, which the caller may know of. */
export interface MatchedRead<C> {
  readonly read: Read<C>;
  readonly entry: RegistryEntry<C>;
  readonly match: ResourceMatch;
  readonly view: PolicyScope<C>;
}

/** A read that knows which items it stands for. */
export interface PlannedRead<C> {
  readonly read: Read<C>;
  readonly matched: MatchedRead<C>;
  readonly plan: ReadPlan;
}

/** A read that knows which items the caller may have, by the first round. */
export interface DecidedRead<C> {
  readonly read: Read<C>;
  readonly planned: PlannedRead<C>;
  readonly first: readonly Decision[];
}

/** A read that has its bodies, as far as there are any and they fit. */
export interface AdmittedRead<C> {
  readonly read: Read<C>;
  readonly decided: DecidedRead<C>;
  readonly bodies: Bodies;
}

/** A read that knows which items the caller may still have, by the second round. */
export interface RecheckedRead<C> {
  readonly read: Read<C>;
  readonly admitted: AdmittedRead<C>;
  readonly final: readonly Decision[];
}
