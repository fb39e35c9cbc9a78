import { isWellFormed } from "./well-formed.ts";

// What a callback throws to say something other than "I am broken". The classes are private: only the three functions
// make them, and what another copy of this package threw counts as any other throw (fail closed).

const MAX_EXPECTATION_LENGTH = 200;
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A callback says: not for this caller, or not there. */
export class UnavailableSignal extends Error {
  readonly #own = true;

  constructor(cause: unknown) {
    super(
      "unavailable() was thrown where no gateway of this copy of @org/resources-core catches it",
      { cause },
    );
  }

  static is(thrown: unknown): thrown is UnavailableSignal {
    return isObject(thrown) && #own in thrown && thrown.#own;
  }
}

/** A callback says: this template variable cannot be what the client sent. */
export class InvalidVariableSignal extends Error {
  readonly variable: string;
  readonly expectation: string;
  readonly #own = true;

  constructor(variable: string, expectation: string) {
    super(
      "invalidVariable() was thrown where no gateway of this copy of @org/resources-core catches it",
    );
    this.variable = variable;
    this.expectation = expectation;
  }

  static is(thrown: unknown): thrown is InvalidVariableSignal {
    return isObject(thrown) && #own in thrown && thrown.#own;
  }
}

/** A reader says: the body is longer than `maxBytes`. */
export class TooLargeSignal extends Error {
  readonly #own = true;

  constructor() {
    super("tooLarge() was thrown where no gateway of this copy of @org/resources-core catches it");
  }

  static is(thrown: unknown): thrown is TooLargeSignal {
    return isObject(thrown) && #own in thrown && thrown.#own;
  }
}

/**
 * Ends a callback by saying that the resource is not there for this caller: a denial, never a malfunction (READ-3, READ-6).
 *
 * It throws by itself; `throw unavailable()` reads well too. `cause` is for the host's log alone.
 *
 * @example
 * const row = await store.find(id);
 * if (row === undefined) throw unavailable();
 */
export function unavailable(cause?: unknown): never {
  throw new UnavailableSignal(cause);
}

/**
 * Ends `resolve`, or a function-backed template's reader, by saying what a variable must be: the read fails as
 * `invalid_capture` (READ-3, READ-6).
 *
 * `expectation` is the author's fixed text, at most 200 characters: it goes to the client, so it is never built from
 * input. Throws a `TypeError` if it is too long or empty, or `name` is no variable name.
 *
 * @example
 * if (!/^[1-9][0-9]*$/.test(index)) throw invalidVariable("index", "a positive decimal number");
 */
export function invalidVariable(name: string, expectation: string): never {
  if (typeof name !== "string" || !VARIABLE_NAME.test(name)) {
    throw new TypeError("invalidVariable: the name is no template variable's");
  }
  if (
    typeof expectation !== "string" ||
    expectation === "" ||
    expectation.length > MAX_EXPECTATION_LENGTH ||
    !isWellFormed(expectation)
  ) {
    throw new TypeError(
      `invalidVariable: the expectation of "${name.slice(0, 64)}" must be a text of 1 to ${MAX_EXPECTATION_LENGTH} characters`,
    );
  }
  throw new InvalidVariableSignal(name, expectation);
}

/** Ends a reader by saying that the body is longer than `maxBytes`: the item is left out as `budget_exceeded` (READ-6). */
export function tooLarge(): never {
  throw new TooLargeSignal();
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
