import { describe, expect, it } from "vitest";

import {
  AmbiguousResourceError,
  ResourceCaptureError,
  ResourceIdentityError,
  ResourceTemplateError,
  ResourceUriError,
} from "../src/index.ts";

const fault = { code: "empty", offset: 0, message: "m" } as const;

describe("errors", () => {
  it.each([
    ["ResourceUriError", new ResourceUriError(fault), ResourceUriError],
    ["ResourceTemplateError", new ResourceTemplateError(fault), ResourceTemplateError],
    ["AmbiguousResourceError", new AmbiguousResourceError(["x:{a}"]), AmbiguousResourceError],
    ["ResourceCaptureError", new ResourceCaptureError("a"), ResourceCaptureError],
  ])("%s has its name, is an Error of the common kind, and knows its own", (name, error, type) => {
    expect(error).toBeInstanceOf(Error);
    expect(error).toBeInstanceOf(ResourceIdentityError);
    expect(error.name).toBe(name);
    expect(String(error)).toBe(`${name}: ${error.message}`);
    expect(type.is(error)).toBe(true);
    // Look-alikes: the same prototype, the same members, another class.
    expect(type.is(Object.create(type.prototype))).toBe(false);
    expect(type.is({ code: error.code, name, message: error.message })).toBe(false);
    expect(type.is(new Error(error.message))).toBe(false);
    for (const value of [null, undefined, "ResourceUriError", 7, () => error])
      expect(type.is(value)).toBe(false);
  });

  it("templates of an ambiguity are a copy, frozen, for the host alone", () => {
    const templates = ["x:{a}", "x:{b}"];
    const error = new AmbiguousResourceError(templates);
    templates.pop();
    expect(error.templates).toEqual(["x:{a}", "x:{b}"]);
    expect(Object.isFrozen(error.templates)).toBe(true);
    expect(Object.entries(error)).toEqual([["code", "ambiguous"]]);
  });
});
