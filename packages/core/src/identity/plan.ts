import type { CacheHint } from "../definition/definition.ts";
import { copyCacheHint } from "./cache-hint.ts";
import {
  Constructed,
  CONSTRUCTED_MARK,
  type ConstructedKind,
  notConstructed,
  PlanError,
} from "./construction.ts";
import { assertTarget, type ResourceTarget } from "./target.ts";

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

class Plan extends Constructed {
  readonly requested: ResourceTarget;
  readonly items: readonly ResourceTarget[];
  readonly cache: CacheHint | undefined;
  declare readonly [PLAN]: true;
  readonly #own = true;

  constructor(
    requested: ResourceTarget,
    items: readonly ResourceTarget[],
    cache: CacheHint | undefined,
  ) {
    super();
    this.requested = requested;
    this.items = Object.freeze(items);
    this.cache = cache;
    Object.freeze(this);
  }

  static override is(value: unknown): value is Plan {
    return typeof value === "object" && value !== null && #own in value && value.#own;
  }

  get [CONSTRUCTED_MARK](): ConstructedKind {
    return "plan";
  }
}

/**
 * Makes the plan of one read: what was asked for, and the items to return, in order (TGT-2).
 *
 * `requested` is the canonical target (`match.canonicalUri`); `items` defaults to it alone and may be empty. An item with
 * the requested URI must be the same object; two items with one URI are refused, schemes folded, whatever their
 * representations.
 * Throws a `TypeError` that says what is wrong; thrown out of `resolve` it fails the read as `invalid_plan` (READ-3).
 *
 * @example
 * const requested = createTarget({ uri: match.canonicalUri });
 * return createReadPlan(requested, [requested, ...assets.map((asset) => createTarget({ uri: asset.uri }))]);
 */
export function createReadPlan(
  requested: ResourceTarget,
  items: readonly ResourceTarget[] = [requested],
  options: PlanOptions = {},
): ReadPlan {
  assertTarget(requested, "createReadPlan: the requested target");
  if (!Array.isArray(items)) throw new PlanError("createReadPlan: items must be an array");
  if (typeof options !== "object" || options === null) {
    throw new PlanError("createReadPlan: options must be an object");
  }
  const copies: ResourceTarget[] = [];
  const seen = new Set<string>();
  const requestedIdentity = foldScheme(requested.uri);
  for (let index = 0; index < items.length; index += 1) {
    const item: unknown = items[index];
    assertTarget(item, `createReadPlan: item ${index}`);
    const identity = foldScheme(item.uri);
    if (identity === requestedIdentity && item !== requested) {
      throw new PlanError(
        `createReadPlan: item ${index} has the requested URI but is not the requested target itself`,
      );
    }
    if (seen.has(identity)) {
      throw new PlanError(`createReadPlan: item ${index} repeats the URI of an earlier item`);
    }
    seen.add(identity);
    copies.push(item);
  }
  const cache = copyCacheHint(options.cache);
  if (!cache.ok) throw new PlanError(`createReadPlan: ${cache.fault}`);
  return new Plan(requested, copies, cache.hint);
}

/** {@link createReadPlan} of the requested target alone. */
export function planOf(requested: ResourceTarget): ReadPlan {
  return new Plan(requested, [requested], undefined);
}

/** Whether a plan is of its requested target and nothing else: most are. */
export function isOfItself({ items, requested }: ReadPlan): boolean {
  return items.length === 1 && items[0] === requested;
}

/** Tells a plan of this copy of the package from everything else. */
export function isPlan(value: unknown): value is ReadPlan {
  return Plan.is(value);
}

/** Says why a value is no plan of this copy. */
export function planFault(value: unknown): string {
  return `resolve: ${notConstructed(value, "plan", "createReadPlan")}`;
}

/** Schemes are compared without case, everything else byte for byte (TPL-3). */
function foldScheme(uri: string): string {
  const colon = uri.indexOf(":");
  return uri.slice(0, colon).toLowerCase() + uri.slice(colon);
}
