import { captureOptionalCallback } from "./definition/capture-callback.ts";
import { createRegistry, type Registry } from "./definition/registry.ts";
import { effectiveLimits, type GatewayLimits } from "./limits.ts";
import { createCursorKeys, type CursorKeys } from "./list/cursor-keys.ts";
import type { Observer } from "./observer.ts";
import type { GatewayOptions } from "./operation.ts";
import { capturePolicy } from "./policy/captured-policy.ts";
import { Decider } from "./policy/decide.ts";
import type { ResourcePolicy } from "./policy/policy.ts";
import { dependableRandom, operationIds } from "./random.ts";
import { allowancesOf } from "./read/budget.ts";
import type { ReadGateway } from "./read/stages.ts";
import type { ScopeHost } from "./request-scope.ts";
import { createScopeHost } from "./scope-host.ts";
import { Slots } from "./slots.ts";

/** Everything that a gateway is made of, validated, captured and immutable; what its operations share. */
export interface GatewayParts<C> extends ReadGateway<C> {
  readonly policy: ResourcePolicy<C>;
  readonly registry: Registry<C>;
  readonly limits: GatewayLimits;
  readonly scopes: ScopeHost;
  readonly slots: Slots;
  readonly cursorKeys: CursorKeys;
  readonly listTtlMs: number;
  readonly nextOperationId: () => string;
  readonly concurrencyKey: ((context: C) => string) | undefined;
  readonly observer: Observer<C> | undefined;
}

/** Makes a gateway's parts from its options, each of which is read once; throws a `TypeError` that names what is wrong. */
export function createGatewayParts<C>(options: GatewayOptions<C>): GatewayParts<C> {
  if (typeof options !== "object" || options === null) {
    throw new TypeError("createResourceGateway takes an object with a policy");
  }
  refuseUnknown(options);
  const name = "The gateway";
  const policy = capturePolicy(options.policy);
  const limits = effectiveLimits(options.limits);
  const { bindings, contributors } = options;
  const registry = createRegistry<C>({ bindings, contributors, limits });
  const random = dependableRandom(captureOptionalCallback(options, "random", name));
  return Object.freeze({
    policy,
    decider: new Decider(policy, limits.policyConcurrency),
    limits,
    allowances: allowancesOf(limits),
    registry,
    random,
    scopes: createScopeHost(options.clock),
    slots: new Slots(limits.maxConcurrentReads, limits.maxQueuedReads),
    cursorKeys: createCursorKeys(options.cursorKeys),
    listTtlMs: ttlOf(options.listTtlMs),
    nextOperationId: operationIds(random),
    concurrencyKey: captureOptionalCallback(options, "concurrencyKey", name),
    observer: captureOptionalCallback(options, "observer", name),
  });
}

const OPTIONS: Readonly<Record<keyof GatewayOptions<unknown>, true>> = {
  policy: true,
  bindings: true,
  contributors: true,
  limits: true,
  cursorKeys: true,
  listTtlMs: true,
  concurrencyKey: true,
  observer: true,
  clock: true,
  random: true,
};

/** A misspelt option would be as good as none, and `cursorKey` would go unnoticed until there are two replicas. */
function refuseUnknown(options: object): void {
  const prototype: unknown = Reflect.getPrototypeOf(options);
  // Somebody's class may have members of its own.
  if (prototype !== Object.prototype && prototype !== null) return;
  for (const key of Object.keys(options)) {
    if (Object.hasOwn(OPTIONS, key)) continue;
    const known = Object.keys(OPTIONS).join(", ");
    throw new TypeError(
      `createResourceGateway: unknown option ${JSON.stringify(key.slice(0, 80))}; there are ${known}`,
    );
  }
}

function ttlOf(listTtlMs: unknown): number {
  if (listTtlMs === undefined) return 0;
  if (typeof listTtlMs !== "number" || !Number.isSafeInteger(listTtlMs) || listTtlMs < 0) {
    throw new TypeError("listTtlMs must be a safe integer >= 0 (milliseconds)");
  }
  return listTtlMs;
}
