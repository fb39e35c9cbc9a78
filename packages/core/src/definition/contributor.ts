import type { ResourceBinding } from "./binding.ts";
import { captureBinding } from "./capture-binding.ts";

/** A named source of bindings, merged once, when the gateway is built (FN-5). */
export interface ResourceContributor<in C = unknown> {
  readonly name: string;
  readonly bindings: Iterable<ResourceBinding<C>>;
}

/** A binding and who brought it. */
export interface ContributedBinding<in C> {
  readonly binding: ResourceBinding<C>;
  readonly contributor: string;
}

/** How the gateway's own `bindings` option is named among its peers. */
const OWN = "the bindings option";

/**
 * Merges every contributor's bindings, once, the `bindings` option as one among peers (FN-5).
 *
 * Each iterable is read once and each binding copied. Throws a `TypeError` naming the contributor whose iterable throws,
 * yields something else than bindings, or yields an invalid one.
 */
export function mergeContributors<C>(options: {
  readonly bindings?: Iterable<ResourceBinding<C>> | undefined;
  readonly contributors?: Iterable<ResourceContributor<C>> | undefined;
}): readonly ContributedBinding<C>[] {
  const { bindings, contributors } = options;
  const merged: ContributedBinding<C>[] = [];
  if (bindings !== undefined) collect(merged, OWN, () => bindings);
  if (contributors === undefined) return merged;
  const read = readAll("contributors", () => contributors);
  if (read === undefined) throw new TypeError("contributors must be iterable");
  for (const [index, contributor] of read.entries()) {
    collect(merged, nameOfContributor(contributor, index), () => contributor.bindings);
  }
  return merged;
}

function collect<C>(
  merged: ContributedBinding<C>[],
  contributor: string,
  bindings: () => Iterable<ResourceBinding<C>> | undefined,
): void {
  const read = readAll(contributor, bindings);
  if (read === undefined) throw new TypeError(`${contributor}: bindings must be iterable`);
  for (const [index, binding] of read.entries()) {
    merged.push({ binding: capture(contributor, index, binding), contributor });
  }
}

/** A foreign binding's getters may throw: that comes out under the contributor's name too. */
function capture<C>(
  contributor: string,
  index: number,
  binding: ResourceBinding<C>,
): ResourceBinding<C> {
  try {
    if (!isObject(binding) || !isObject(binding.definition)) {
      throw new TypeError(`entry ${index} is not a resource binding`);
    }
    return captureBinding(binding);
  } catch (error) {
    const fault =
      error instanceof TypeError ? error.message : `entry ${index} threw while it was read`;
    throw new TypeError(`${contributor}: ${fault}`, { cause: error });
  }
}

/** Reads a foreign iterable to its end, `undefined` if it is none; whatever it throws comes out under the name. */
function readAll<T>(name: string, source: () => Iterable<T> | undefined): readonly T[] | undefined {
  try {
    const iterable = source();
    return isIterable(iterable) ? [...iterable] : undefined;
  } catch (error) {
    throw new TypeError(`${name}: threw while its bindings were read`, { cause: error });
  }
}

function nameOfContributor(contributor: unknown, index: number): string {
  if (!isObject(contributor)) throw new TypeError(`contributors: entry ${index} is not an object`);
  let name: unknown;
  try {
    name = Reflect.get(contributor, "name");
  } catch (error) {
    throw new TypeError(`contributors: entry ${index} threw while its name was read`, {
      cause: error,
    });
  }
  if (typeof name !== "string" || name === "") {
    throw new TypeError(`contributors: entry ${index} has no name`);
  }
  return `Contributor ${JSON.stringify(name.slice(0, 200))}`;
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return isObject(value) && typeof Reflect.get(value, Symbol.iterator) === "function";
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
