import type { AnyDefinition } from "../definition/definition.ts";
import { DISCOVER, operational } from "../policy/answers.ts";
import type { ResourcePolicy } from "../policy/policy.ts";
import type { RequestScope } from "../request-scope.ts";
import type { Scope } from "../scope.ts";
import { InOrder, type Visit } from "./in-order.ts";

/** Something with a definition, in the order of a list. */
export interface Listable {
  readonly definition: AnyDefinition;
}

/** Who decides what may be listed, and how many decisions run at once. */
export interface Discovery<in C> {
  readonly policy: Pick<ResourcePolicy<C>, "discover" | "discoverMany">;
  readonly policyConcurrency: number;
}

/** `discoverMany` is first asked for what is wanted, then for ever more, up to this many at once. */
const MAX_BATCH = 1024;

/**
 * Walks the entries from `from` on and shows `visit` those that the caller may discover, in order, until it has seen
 * enough (LST-1).
 *
 * `wanted` is how many it hopes for: policy is hardly asked for more. Rejects with `policy_failed` at the first throw or
 * wrong answer.
 */
export async function visitDiscoverable<C, E extends Listable>(
  entries: readonly E[],
  from: number,
  wanted: number,
  discovery: Discovery<C>,
  scope: RequestScope,
  view: Scope<C>,
  visit: Visit<E>,
): Promise<void> {
  const { discoverMany } = discovery.policy;
  if (discoverMany === undefined) {
    await visitOneByOne(entries, from, discovery, scope, view, visit);
  } else {
    await visitInBatches(entries, from, wanted, discoverMany, scope, view, visit);
  }
}

/** Asks whether the caller may know of a definition: `false` or a thrown `unavailable()` is no (READ-4). */
export function askDiscover<C>(
  definition: AnyDefinition,
  policy: Pick<ResourcePolicy<C>, "discover">,
  scope: RequestScope,
  view: Scope<C>,
): boolean | Promise<boolean> {
  const { accept, refuse } = DISCOVER;
  return scope.ask(policy.discover, definition, view, accept, refuse, scope);
}

async function visitOneByOne<C, E extends Listable>(
  entries: readonly E[],
  from: number,
  { policy, policyConcurrency }: Discovery<C>,
  scope: RequestScope,
  view: Scope<C>,
  visit: Visit<E>,
): Promise<void> {
  const ask = (entry: E): boolean | Promise<boolean> => {
    // Timers have no turn among answers that come at once: the clock is looked at, or ten thousand would all be asked.
    scope.check();
    return askDiscover(entry.definition, policy, scope, view);
  };
  await new InOrder(entries, from, policyConcurrency, ask, visit).walk();
}

async function visitInBatches<C, E extends Listable>(
  entries: readonly E[],
  from: number,
  wanted: number,
  discoverMany: NonNullable<ResourcePolicy<C>["discoverMany"]>,
  scope: RequestScope,
  view: Scope<C>,
  visit: Visit<E>,
): Promise<void> {
  let size = wanted;
  for (let at = from; at < entries.length;) {
    scope.check();
    const batch = entries.slice(at, at + size);
    // oxlint-disable-next-line no-await-in-loop -- later batches are needed only if earlier ones hide much
    const answers = await askDiscoverMany(batch, discoverMany, scope, view);
    for (const [offset, entry] of batch.entries()) {
      if (answers[offset] === true && !visit(entry, at + offset)) return;
    }
    at += batch.length;
    size = Math.max(size, Math.min(size * 2, MAX_BATCH));
  }
}

function askDiscoverMany<C>(
  batch: readonly Listable[],
  discoverMany: NonNullable<ResourcePolicy<C>["discoverMany"]>,
  scope: RequestScope,
  view: Scope<C>,
): readonly boolean[] | Promise<readonly boolean[]> {
  const definitions = Object.freeze(batch.map(({ definition }) => definition));
  return scope.ask(
    discoverMany,
    definitions,
    view,
    (answer) => booleans(answer, batch.length) ?? operational(wrongAnswer(batch.length), scope),
    operational,
    scope,
  );
}

function wrongAnswer(count: number): TypeError {
  return new TypeError(`policy.discoverMany must answer ${count} booleans, one a definition`);
}

/** Copies an answer, or says that it is none: a proxy may throw, or change its mind. */
function booleans(answer: unknown, length: number): readonly boolean[] | undefined {
  try {
    if (!Array.isArray(answer) || answer.length !== length) return undefined;
    const copy: unknown[] = Array.from({ length }, (_, index): unknown => answer[index]);
    return copy.every((value) => typeof value === "boolean") ? copy : undefined;
  } catch {
    return undefined;
  }
}
