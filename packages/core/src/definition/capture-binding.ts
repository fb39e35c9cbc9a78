import { parseResourceTemplate } from "@org/resources-uri";
import type { CompleteHandlers, CompleteVariable, ResourceBinding } from "./binding.ts";
import { captureCallback, captureOptionalCallback } from "./capture-callback.ts";
import { createDefinition, nameOf } from "./create-definition.ts";
import type { AnyDefinition } from "./definition.ts";

/** Bindings made here: immutable already, so that a registry need not copy them again. */
const CAPTURED: WeakSet<object> = new WeakSet();

/** Where a binding's callbacks are found: a bundle's handlers, or a binding made by hand. */
export type BindingCallbacks<C> = Omit<ResourceBinding<C>, "definition">;

/**
 * Makes the immutable binding of a validated definition and the callbacks found on `owner` (DEF-2).
 *
 * Throws a `TypeError` naming the definition and the callback that is missing or of no use.
 */
export function createBinding<C>(
  definition: AnyDefinition,
  owner: BindingCallbacks<C>,
): ResourceBinding<C> {
  const what = nameOf(definition);
  if (!isObject(owner)) throw new TypeError(`${what}: handlers must be an object`);
  return sealBinding<C>(
    definition,
    captureCallback(owner, "resolve", what),
    captureCallback(owner, "read", what),
    owner.complete,
  );
}

/**
 * Makes the immutable binding of callbacks that need no capturing: functions of core's own that do not look at `this`, or
 * captured ones.
 */
export function sealBinding<C>(
  definition: AnyDefinition,
  resolve: ResourceBinding<C>["resolve"],
  read: ResourceBinding<C>["read"],
  handlers: CompleteHandlers<C> | undefined,
): ResourceBinding<C> {
  const complete = captureComplete<C>(definition, handlers, nameOf(definition));
  const binding: ResourceBinding<C> = Object.freeze({
    definition,
    resolve,
    read,
    ...(complete === undefined ? {} : { complete }),
  });
  CAPTURED.add(binding);
  return binding;
}

/** Copies and validates a binding of any origin; one that was built here is returned as it is. */
export function captureBinding<C>(binding: ResourceBinding<C>): ResourceBinding<C> {
  if (CAPTURED.has(binding)) return binding;
  return createBinding<C>(createDefinition(binding.definition), binding);
}

/** Captures the completion callbacks of a template's variables (CMP-1). */
function captureComplete<C>(
  definition: AnyDefinition,
  handlers: CompleteHandlers<C> | undefined,
  what: string,
): CompleteHandlers<C> | undefined {
  if (handlers === undefined) return undefined;
  if (!isObject(handlers)) {
    throw new TypeError(`${what}: complete must be an object of callbacks by variable`);
  }
  if (definition.uriTemplate === undefined) {
    throw new TypeError(`${what}: complete needs a uriTemplate`);
  }
  const variables = parseResourceTemplate<string>(definition.uriTemplate).variableNames;
  for (const [key, value] of Object.entries(handlers)) {
    if (typeof value === "function" && !variables.includes(key)) {
      throw new TypeError(
        `${what}: complete names ${JSON.stringify(key.slice(0, 80))}, no variable of the template`,
      );
    }
  }
  const captured: Record<string, CompleteVariable<C>> = {};
  Object.setPrototypeOf(captured, null);
  for (const variable of variables) {
    if (!holds(handlers, variable)) continue;
    const callback = captureOptionalCallback(handlers, variable, `${what}: complete`);
    if (callback !== undefined) captured[variable] = callback;
  }
  return Object.keys(captured).length === 0 ? undefined : Object.freeze(captured);
}

/** Whether an author put a member there: a class's methods count, what every object inherits (`constructor`) does not. */
function holds(handlers: object, variable: string): boolean {
  if (Object.hasOwn(handlers, variable)) return true;
  for (
    let prototype = Reflect.getPrototypeOf(handlers);
    prototype !== null && Reflect.getPrototypeOf(prototype) !== null;
    prototype = Reflect.getPrototypeOf(prototype)
  ) {
    if (variable !== "constructor" && Object.hasOwn(prototype, variable)) return true;
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
