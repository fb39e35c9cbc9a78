import { describe, expect, it } from "vitest";
import { createRegistry, type Registry } from "../../src/definition/registry.ts";

const limits = { maxUriBytes: 2048, maxPageBytes: 1_048_576 };

/** A JavaScript caller's view. */
const untyped = createRegistry as (options: object) => Registry<unknown>;

function boom(): never {
  throw new Error("db password");
}

function errorOf(options: object): TypeError {
  try {
    untyped({ ...options, limits });
  } catch (error) {
    if (error instanceof TypeError) return error;
    throw new Error(`not a TypeError: ${String(error)}`, { cause: error });
  }
  throw new Error("nothing was thrown");
}

describe("a contributor whose own code throws", () => {
  const definition = { uri: "a:x", name: "x" };

  it.each<[string, unknown, RegExp]>([
    [
      "in its name",
      {
        get name() {
          return boom();
        },
        bindings: [],
      },
      /^contributors: entry 0 threw while its name was read$/,
    ],
    [
      "in a binding's definition",
      {
        name: "c",
        bindings: [
          {
            get definition() {
              return boom();
            },
          },
        ],
      },
      /^Contributor "c": entry 0 threw while it was read$/,
    ],
    [
      "in a definition's name",
      {
        name: "c",
        bindings: [
          {
            definition: {
              uri: "a:x",
              get name() {
                return boom();
              },
            },
          },
        ],
      },
      /^Contributor "c": entry 0 threw while it was read$/,
    ],
    [
      "in a binding's callback",
      {
        name: "c",
        bindings: [
          {
            definition,
            get resolve() {
              return boom();
            },
          },
        ],
      },
      /^Contributor "c": entry 0 threw while it was read$/,
    ],
    [
      "as a proxy does",
      { name: "c", bindings: [new Proxy({}, { get: boom })] },
      /^Contributor "c": entry 0 threw while it was read$/,
    ],
    [
      "in its iterator, half way",
      {
        name: "c",
        bindings: {
          *[Symbol.iterator]() {
            yield { definition, resolve: boom, read: boom };
            boom();
          },
        },
      },
      /^Contributor "c": threw while its bindings were read$/,
    ],
    [
      "when asked for an iterator",
      {
        name: "c",
        bindings: {
          get [Symbol.iterator]() {
            return boom();
          },
        },
      },
      /^Contributor "c": threw while its bindings were read$/,
    ],
  ])("[FN-5] %s fails under its name, the throw as cause", (_, contributor, message) => {
    const error = errorOf({ contributors: [contributor] });
    expect(error.message).toMatch(message);
    expect(error.cause).toMatchObject({ message: "db password" });
  });

  it("[FN-5] whatever it throws, `undefined` too", () => {
    const contributor = {
      name: "c",
      get bindings() {
        throw undefined;
      },
    };
    expect(errorOf({ contributors: [contributor] }).message).toBe(
      'Contributor "c": threw while its bindings were read',
    );
  });
});

describe("contributors of a wrong shape", () => {
  it("[FN-5] a single one, and a promise of one, are told from a list", () => {
    expect(errorOf({ contributors: { name: "c", bindings: [] } }).message).toBe(
      "contributors must be iterable",
    );
    expect(errorOf({ contributors: [Promise.resolve({ name: "c", bindings: [] })] }).message).toBe(
      "contributors: entry 0 has no name",
    );
  });

  it("[FN-5] one that yields a wrong thing after good ones leaves nothing half merged: construction fails", () => {
    const good = { definition: { uri: "a:x", name: "x" }, resolve: boom, read: boom };
    const error = errorOf({ bindings: [good], contributors: [{ name: "c", bindings: [good, 7] }] });
    expect(error.message).toBe('Contributor "c": entry 1 is not a resource binding');
  });

  it("[FN-5] a long name is cut in the message", () => {
    const error = errorOf({ contributors: [{ name: "n".repeat(100_000), bindings: 1 }] });
    expect(error.message.length).toBeLessThan(300);
  });
});
