/** What is made by a constructor of this package alone, and refused when it is not. */
export type ConstructedKind = "target" | "plan" | "payload" | "gateway";

/** A value of another copy of the package carries this mark, but not this copy's private one. */
const MARK: unique symbol = Symbol.for("@org/resources-core/constructed");

/**
 * The common root of targets, plans and payloads: frozen, and told from any look-alike by a private field that no
 * spread, clone or proxy carries.
 */
export abstract class Constructed {
  readonly #own = true;

  static is(value: unknown): value is Constructed {
    return typeof value === "object" && value !== null && #own in value && value.#own;
  }
}

export { MARK as CONSTRUCTED_MARK };

/** A target or plan cannot be made from what was given: the read fails as `invalid_plan` (READ-3). */
export class PlanError extends TypeError {
  readonly #own = true;

  static is(thrown: unknown): thrown is PlanError {
    return typeof thrown === "object" && thrown !== null && #own in thrown && thrown.#own;
  }
}

/** A payload cannot be made from what was given: the item is left out as `invalid_content` (READ-6). */
export class PayloadError extends TypeError {
  readonly #own = true;

  static is(thrown: unknown): thrown is PayloadError {
    return typeof thrown === "object" && thrown !== null && #own in thrown && thrown.#own;
  }
}

/**
 * Says what is wrong with a value that should have been made by `maker`: nothing of the kind, a look-alike, or the work
 * of another copy of the package, which is a fault of the installation and reads like one (TGT-2).
 */
export function notConstructed(value: unknown, kind: ConstructedKind, maker: string): string {
  // A proxy of this copy's own work, say, carries the mark too.
  if (markOf(value) === kind && !isOwnKind(value)) {
    return `this ${kind} was built by another copy of @org/resources-core: install one copy for gateway, bindings and adapter`;
  }
  return `a ${kind} is made by ${maker} alone; got ${nameOf(value)}`;
}

function isOwnKind(value: unknown): boolean {
  try {
    return value instanceof Constructed;
  } catch {
    return false;
  }
}

function markOf(value: unknown): unknown {
  try {
    return typeof value === "object" && value !== null ? Reflect.get(value, MARK) : undefined;
  } catch {
    return undefined;
  }
}

/** Names the kind of thing, never its content: messages end up in logs. */
function nameOf(value: unknown): string {
  if (value === null) return "null";
  return typeof value === "object" ? "an object that it did not make" : typeof value;
}
