import type { AnyDefinition } from "../definition/definition.ts";
import type { ResourcePolicy } from "../policy/policy.ts";
import type { RequestScope } from "../request-scope.ts";
import type { Scope } from "../scope.ts";
import { UnavailableSignal } from "../signal.ts";

/** What these stations need of the operation that they run in: answers in time, and its failures. */
export type OperationLifetime = Pick<RequestScope, "ask" | "check" | "failure">;

/** Something with a definition, in the order of a list. */
export interface Listable {
  readonly definition: AnyDefinition;
}

/** Who decides what may be listed, and how many decisions run at once. */
export interface Discovery<in C> {
  readonly policy: Pick<ResourcePolicy<C>, "discover" | "discoverMany">;
  readonly policyConcurrency: number;
}

/** Sees one discoverable entry; `false` ends the walk. */
type Visit<E> = (entry: E, index: number) => boolean;

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
  scope: Scope<C>,
  lifetime: OperationLifetime,
  visit: Visit<E>,
): Promise<void> {
  const { discoverMany } = discovery.policy;
  if (discoverMany === undefined) {
    await visitOneByOne(entries, from, discovery, scope, lifetime, visit);
  } else {
    await visitInBatches(entries, from, wanted, discoverMany, scope, lifetime, visit);
  }
}

/** Asks whether the caller may know of a definition: `false` or a thrown `unavailable()` is no (READ-4). */
export function askDiscover<C>(
  definition: AnyDefinition,
  policy: Pick<ResourcePolicy<C>, "discover">,
  scope: Scope<C>,
  lifetime: OperationLifetime,
): boolean | Promise<boolean> {
  return lifetime.ask(policy.discover, definition, scope, acceptBoolean, refuseDiscover, lifetime);
}

function acceptBoolean(answer: unknown, lifetime: OperationLifetime): boolean {
  if (typeof answer === "boolean") return answer;
  const cause = new TypeError("discover must answer with a boolean");
  throw lifetime.failure("policy_failed", { cause });
}

function refuseDiscover(thrown: unknown, lifetime: OperationLifetime): boolean {
  if (UnavailableSignal.is(thrown)) return false;
  throw lifetime.failure("policy_failed", { cause: thrown });
}

async function visitOneByOne<C, E extends Listable>(
  entries: readonly E[],
  from: number,
  { policy, policyConcurrency }: Discovery<C>,
  scope: Scope<C>,
  lifetime: OperationLifetime,
  visit: Visit<E>,
): Promise<void> {
  const pending: Pending<E>[] = [];
  const failed = new FirstFailure();
  let next = from;
  for (;;) {
    // Ahead of an answer that is waited for, never ahead of one that is there.
    while (next < entries.length && pending.length < policyConcurrency) {
      const index = next;
      const entry = entries[index];
      next += 1;
      if (entry === undefined) break;
      const answer = askDiscover(entry.definition, policy, scope, lifetime);
      if (typeof answer === "boolean" && pending.length === 0) {
        if (answer && !visit(entry, index)) return;
        continue;
      }
      if (typeof answer !== "boolean") failed.watch(answer);
      pending.push({ entry, index, answer });
    }
    const head = pending.shift();
    if (head === undefined) return;
    // oxlint-disable-next-line no-await-in-loop -- answers are taken in the order of the list
    const permitted = await Promise.race([head.answer, failed.promise]);
    if (permitted && !visit(head.entry, head.index)) return;
  }
}

interface Pending<E> {
  readonly entry: E;
  readonly index: number;
  readonly answer: boolean | Promise<boolean>;
}

/** A promise that only ever rejects: with the first of many failures, whichever of them is waited for. */
class FirstFailure {
  readonly promise: Promise<never>;
  #reject: (error: unknown) => void = () => {};

  constructor() {
    this.promise = new Promise<never>((_resolve, reject) => {
      this.#reject = reject;
    });
    this.promise.catch(() => {});
  }

  watch(answer: Promise<unknown>): void {
    answer.catch(this.#reject);
  }
}

async function visitInBatches<C, E extends Listable>(
  entries: readonly E[],
  from: number,
  wanted: number,
  discoverMany: NonNullable<ResourcePolicy<C>["discoverMany"]>,
  scope: Scope<C>,
  lifetime: OperationLifetime,
  visit: Visit<E>,
): Promise<void> {
  let size = wanted;
  for (let at = from; at < entries.length;) {
    const batch = entries.slice(at, at + size);
    // oxlint-disable-next-line no-await-in-loop -- later batches are needed only if earlier ones hide much
    const answers = await askDiscoverMany(batch, discoverMany, scope, lifetime);
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
  scope: Scope<C>,
  lifetime: OperationLifetime,
): readonly boolean[] | Promise<readonly boolean[]> {
  const definitions = Object.freeze(batch.map(({ definition }) => definition));
  return lifetime.ask(
    discoverMany,
    definitions,
    scope,
    (answer) => booleans(answer, batch.length) ?? refusePolicy(wrongLength(batch), lifetime),
    refusePolicy,
    lifetime,
  );
}

function wrongLength(batch: readonly Listable[]): TypeError {
  return new TypeError(`discoverMany must answer with ${batch.length} booleans`);
}

/** Whatever policy threw is operational: the operation fails, the cause is the host's. */
export function refusePolicy(cause: unknown, lifetime: OperationLifetime): never {
  throw lifetime.failure("policy_failed", { cause });
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
