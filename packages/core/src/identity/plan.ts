import type { CacheHint } from "../definition/definition.ts";
import type { ResourceTarget } from "./target.ts";

declare const PLAN: unique symbol;

/** The canonical requested target and the ordered items of one read (TGT-2). Made by `createReadPlan` alone. */
export interface ReadPlan {
  readonly requested: ResourceTarget;
  readonly items: readonly ResourceTarget[];
  readonly cache?: CacheHint | undefined;
  readonly [PLAN]: true;
}

/** What `createReadPlan` takes besides targets. */
export interface PlanOptions {
  readonly cache?: CacheHint | undefined;
}
