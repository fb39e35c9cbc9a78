/** The gateway's limits, all effective values (LIM-2). Bytes, milliseconds or counts, as the name says. */
export interface GatewayLimits {
  readonly maxUriBytes: number;
  readonly maxPlanItems: number;
  readonly maxItems: number;
  readonly maxItemPayloadBytes: number;
  readonly maxPayloadBytes: number;
  readonly maxItemEncodedBytes: number;
  readonly maxEncodedBytes: number;
  readonly reportPayloadBytes: number;
  readonly reportEncodedBytes: number;
  readonly maxIssues: number;
  readonly readTimeoutMs: number;
  readonly itemTimeoutMs: number;
  readonly policyConcurrency: number;
  readonly defaultPageSize: number;
  readonly maxPageSize: number;
  readonly maxPageBytes: number;
  readonly maxConcurrentReads: number;
  readonly maxQueuedReads: number;
}

/** Overrides of {@link GatewayLimits}: `0` or absent means the default; raising one raises no other (LIM-1). */
export type LimitOverrides = { readonly [L in keyof GatewayLimits]?: number | undefined };
