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

const KiB = 1024;
const MiB = 1024 * KiB;

/** What applies where the host says nothing (LIM-2). */
export const DEFAULT_LIMITS: GatewayLimits = Object.freeze({
  maxUriBytes: 2048,
  maxPlanItems: 512,
  maxItems: 64,
  maxItemPayloadBytes: 4 * MiB,
  maxPayloadBytes: 8 * MiB,
  maxItemEncodedBytes: 6 * MiB,
  maxEncodedBytes: 12 * MiB,
  reportPayloadBytes: 4 * KiB,
  reportEncodedBytes: 16 * KiB,
  maxIssues: 32,
  readTimeoutMs: 30_000,
  itemTimeoutMs: 10_000,
  policyConcurrency: 8,
  defaultPageSize: 50,
  maxPageSize: 200,
  maxPageBytes: 1 * MiB,
  maxConcurrentReads: 64,
  maxQueuedReads: 256,
});

/** A warning's URI has 51 bytes; no identity is longer than 8 KiB; a report without issues and a page's frame need room. */
const MINIMA: LimitOverrides = {
  maxUriBytes: 51,
  reportPayloadBytes: 256,
  reportEncodedBytes: 1 * KiB,
  maxPageBytes: 1 * KiB,
};
const MAX_URI_BYTES = 8192;
/** What a timer can hold: more would fire at once. */
const MAX_DURATION_MS = 2_147_483_647;

/** Kept free in every result for what the wire adds around items and report (LIM-3). */
export const WIRE_RESERVE_BYTES: number = 8 * KiB + 256;

/** Makes the effective limits, or throws a `TypeError` naming the limit, or both limits, at fault (LIM-1). */
export function effectiveLimits(overrides: LimitOverrides = {}): GatewayLimits {
  if (typeof overrides !== "object" || overrides === null) {
    throw new TypeError("limits must be an object");
  }
  for (const name of Object.keys(overrides)) {
    if (!isLimitName(name)) {
      throw new TypeError(`limits: there is no limit ${JSON.stringify(name.slice(0, 80))}`);
    }
  }
  const limits: Record<keyof GatewayLimits, number> = { ...DEFAULT_LIMITS };
  for (const name of LIMIT_NAMES) {
    const value: unknown = overrides[name];
    if (value === undefined || value === 0) continue;
    limits[name] = checked(name, value);
  }
  requireRelations(limits);
  return Object.freeze(limits);
}

const LIMIT_NAMES: readonly (keyof GatewayLimits)[] =
  Object.keys(DEFAULT_LIMITS).filter(isLimitName);

function isLimitName(name: string): name is keyof GatewayLimits {
  return Object.hasOwn(DEFAULT_LIMITS, name);
}

function checked(name: keyof GatewayLimits, value: unknown): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
    throw new TypeError(
      `limits.${name} must be a positive safe integer (0 or absent: the default)`,
    );
  }
  const minimum = MINIMA[name] ?? 1;
  if (value < minimum) {
    throw new TypeError(`limits.${name} is ${value}: the minimum of ${name} is ${minimum}`);
  }
  if (name === "maxUriBytes" && value > MAX_URI_BYTES) {
    throw new TypeError(`limits.${name} is ${value}: the maximum of ${name} is ${MAX_URI_BYTES}`);
  }
  if (name.endsWith("Ms") && value > MAX_DURATION_MS) {
    throw new TypeError(
      `limits.${name} is ${value}: no timer is longer than ${MAX_DURATION_MS} ms`,
    );
  }
  return value;
}

function requireRelations(limits: GatewayLimits): void {
  const { defaultPageSize, maxPageSize, maxPayloadBytes, reportPayloadBytes } = limits;
  const { maxEncodedBytes, reportEncodedBytes } = limits;
  if (defaultPageSize > maxPageSize) {
    throw new TypeError(
      `limits.defaultPageSize (${defaultPageSize}) is over limits.maxPageSize (${maxPageSize})`,
    );
  }
  if (maxPayloadBytes < reportPayloadBytes) {
    throw new TypeError(
      `limits.maxPayloadBytes (${maxPayloadBytes}) is under limits.reportPayloadBytes (${reportPayloadBytes})`,
    );
  }
  if (maxEncodedBytes < reportEncodedBytes + WIRE_RESERVE_BYTES) {
    throw new TypeError(
      `limits.maxEncodedBytes (${maxEncodedBytes}) is under limits.reportEncodedBytes (${reportEncodedBytes}) + ${WIRE_RESERVE_BYTES} bytes of framing`,
    );
  }
}
