import { describe, expect, it } from "vitest";
import { resource } from "../../src/readers/function-backed.ts";
import { readBody } from "./read-body.ts";

const at = { uri: "a:x", name: "x", mimeType: "text/plain" };

/** A JavaScript caller's view. */
const untyped = resource as (options: object, body: unknown) => ReturnType<typeof resource>;

describe("a static body", () => {
  it("[FN-1] a file source is captured: what becomes of the object later changes nothing, and `this` is it", async () => {
    const file = {
      kind: "file-source",
      text: "first",
      async read(this: { text: string }) {
        return new TextEncoder().encode(this.text);
      },
    } as const;
    const binding = resource(at, file);
    Object.assign(file, { kind: "other", read: () => Promise.reject(new Error("replaced")) });
    expect(await readBody(binding)).toEqual({ text: "first", mimeType: "text/plain" });
  });

  it.each<[string, unknown]>([
    ["undefined", undefined],
    ["null", null],
  ])("[DEF-2] %s is said to be missing", (_, body) => {
    expect(() => untyped(at, body)).toThrow(/"a:x": the body is missing: give a string/);
  });

  it.each<[string, unknown]>([
    ["an object", { a: 1 }],
    ["a number", 7],
    ["a promise", Promise.resolve("x")],
    ["a Blob", new Blob(["x"])],
    ["a stream, which could be read once only", new ReadableStream()],
    ["a URL", new URL("file:///tmp/x")],
  ])("[DEF-2] %s is said to be of another kind, with what would do", (_, body) => {
    expect(() => untyped(at, body)).toThrow(
      /"a:x": the body is of another kind: give .*, or a function that returns a body/,
    );
  });
});
