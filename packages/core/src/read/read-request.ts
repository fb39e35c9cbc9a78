import type { Registry, RegistryEntry } from "../definition/registry.ts";
import type { ResourceMatch } from "../definition/match.ts";
import type { GatewayLimits } from "../limits.ts";
import type { OperationEvents } from "../operation-events.ts";
import type { ReadProgress } from "../operation.ts";
import type { Decider } from "../policy/decide.ts";
import type { RequestScope } from "../request-scope.ts";
import type { PolicyScope, Scope } from "../scope.ts";
import type { Random } from "../clock.ts";
import type { ResultSizer } from "./result-sizer.ts";

/** What a gateway brings to each of its reads. */
export interface ReadGateway<C> {
  readonly registry: Registry<C>;
  readonly decider: Decider<C>;
  readonly limits: GatewayLimits;
  readonly random: Random;
}

/** One read: what was asked, by whom, until when, and who is told. */
export interface ReadCall<C> {
  readonly uri: unknown;
  readonly scope: RequestScope;
  readonly view: Scope<C>;
  readonly events: OperationEvents<C> | undefined;
  readonly sizer: ResultSizer;
  readonly onProgress: ((progress: ReadProgress) => unknown) | undefined;
}

/** A read that has found its binding: what it decides about from here on. */
export interface MatchedRead<C> {
  readonly entry: RegistryEntry<C>;
  readonly match: ResourceMatch;
  readonly view: PolicyScope<C>;
}
