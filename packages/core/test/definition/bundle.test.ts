import { describe, expect, it } from "vitest";
import type { BundleHandlers } from "../../src/definition/binding.ts";
import { bundle } from "../../src/definition/bundle.ts";
import { captureBinding } from "../../src/definition/capture-binding.ts";

const never = (): never => {
  throw new Error("not called here");
};
const handlers: BundleHandlers<unknown> = { resolve: never, read: never };

/** A JavaScript caller's view: the compiler lets nothing wrong pass. */
const untyped = bundle as unknown as (options: object, given: unknown) => ReturnType<typeof bundle>;

describe("bundle", () => {
  it.each<[string, unknown, RegExp]>([
    ["resolve missing", { read: never }, /"a:x".*"resolve" is missing/],
    ["read missing", { resolve: never }, /"a:x".*"read" is missing/],
    ["read no function", { resolve: never, read: "x" }, /"a:x".*"read" must be a function/],
    ["nothing", undefined, /"a:x".*handlers must be an object/],
    [
      "complete on a URI",
      { ...handlers, complete: { v: never } },
      /"a:x".*complete needs a uriTemplate/,
    ],
  ])("[DEF-2] %s fails construction, naming definition and callback", (_, given, message) => {
    expect(() => untyped({ uri: "a:x", name: "x" }, given)).toThrow(message);
  });

  it.each<[string, unknown, RegExp]>([
    ["a variable the template has not", { w: never }, /complete names "w"/],
    ["no function", { v: "x" }, /complete: the callback "v" must be a function/],
    ["null", null, /complete must be an object/],
  ])("[DEF-2] complete with %s fails construction", (_, complete, message) => {
    const options = { uriTemplate: "a:/{v}", name: "x" };
    expect(() => untyped(options, { ...handlers, complete })).toThrow(message);
  });

  it("captures callbacks once, with `this` = the object that they came from", () => {
    class Store {
      calls: string[] = [];
      complete = {
        answer: ["yes"],
        v(this: { answer: string[] }): string[] {
          return this.answer;
        },
      };
      resolve(): never {
        this.calls.push("resolve");
        throw new Error("resolve");
      }
      read(): never {
        this.calls.push("read");
        throw new Error("read");
      }
    }
    const store = new Store();
    const binding = untyped({ uriTemplate: "a:/{v}", name: "x" }, store);
    store.resolve = never;
    store.complete.v = never;
    expect(() => binding.resolve(undefined as never, undefined as never)).toThrow("resolve");
    expect(() => binding.read(undefined as never, undefined as never)).toThrow("read");
    expect(store.calls).toEqual(["resolve", "read"]);
    expect(binding.complete?.["v"]?.("", undefined as never)).toEqual(["yes"]);
    expect(Object.isFrozen(binding)).toBe(true);
    expect(Object.isFrozen(binding.complete)).toBe(true);
  });

  it("keeps a variable named __proto__ harmless", () => {
    const complete = JSON.parse('{"__proto__": null}') as Record<string, unknown>;
    Object.defineProperty(complete, "__proto__", { value: () => ["p"], enumerable: true });
    const binding = untyped(
      { uriTemplate: "a:/{__proto__}", name: "x" },
      { ...handlers, complete },
    );
    expect(Object.keys(binding.complete ?? {})).toEqual(["__proto__"]);
  });

  it("takes a class's methods as completers, and nothing that every object has", () => {
    class Completer {
      values = ["a", "b"];
      v(): string[] {
        return this.values;
      }
    }
    const template = { uriTemplate: "a:/{v}/{constructor}/{toString}", name: "x" };
    const binding = untyped(template, { ...handlers, complete: new Completer() });
    expect(Object.keys(binding.complete ?? {})).toEqual(["v"]);
    expect(binding.complete?.["v"]?.("", undefined as never)).toEqual(["a", "b"]);
    expect(untyped(template, { ...handlers, complete: {} }).complete).toBeUndefined();
  });

  it("[DEF-1] a binding made by hand is copied and validated like any other", () => {
    const byHand = { definition: { uri: "a:x", name: "x" }, resolve: never, read: never };
    const captured = captureBinding(byHand);
    byHand.definition.name = "changed";
    expect(captured.definition.name).toBe("x");
    expect(captureBinding(captured)).toBe(captured);
    expect(() => captureBinding({ ...byHand, definition: { uri: "x", name: "x" } })).toThrow(
      TypeError,
    );
  });
});
