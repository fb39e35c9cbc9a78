/**
 * Reads a callback from its owner, once, and binds it: later changes of the owner reach nothing, and `this` is the
 * object that the callback came from, so that class-based owners work (DEF-2).
 *
 * What it returns is checked where it is used. Throws a `TypeError` naming `what` (the definition or policy) and the
 * callback.
 */
export function captureCallback<O extends object, K extends keyof O & string>(
  owner: O,
  key: K,
  what: string,
): NonNullable<O[K]> {
  const callback = captureOptionalCallback(owner, key, what);
  if (callback === undefined) throw new TypeError(`${what}: the callback "${key}" is missing`);
  return callback;
}

/** {@link captureCallback} of one that may be left out. */
export function captureOptionalCallback<O extends object, K extends keyof O & string>(
  owner: O,
  key: K,
  what: string,
): NonNullable<O[K]> | undefined {
  const callback: O[K] = owner[key];
  if (callback === undefined || callback === null) return undefined;
  if (typeof callback !== "function") {
    throw new TypeError(`${what}: the callback "${key}" must be a function`);
  }
  const bound: unknown = Function.prototype.bind.call(callback, owner);
  if (!isSameKind(bound, callback)) throw new TypeError(`${what}: "${key}" cannot be bound`);
  return bound;
}

/** A bound function takes and returns what the original does: for the compiler, which sees `any`. */
function isSameKind<F>(bound: unknown, original: F): bound is F {
  return typeof bound === typeof original;
}
