import { describe, expect, it } from "vitest";

import {
  isResourceUri,
  parseResourceUri,
  ResourceUriError,
  validateResourceUri,
} from "../src/index.ts";
import { faultOf } from "./uri-fault-of.ts";

describe("bounds", () => {
  it("[URI-9] maxBytes counts UTF-8 bytes of the input; the default is 8192", () => {
    expect(faultOf(`x:${"a".repeat(8190)}`)).toBeUndefined();
    expect(faultOf(`x:${"a".repeat(8191)}`)?.code).toBe("too_long");
    expect(faultOf("x:é", 4)?.code).toBe("invalid_character");
    expect(faultOf("x:é", 3)?.code).toBe("too_long");
    expect(faultOf("x:\u{1F600}", 5)?.code).toBe("too_long");
    expect(faultOf("x:\u{1F600}", 6)?.code).toBe("invalid_character");
    expect(faultOf("x:\uD800", 4)?.code).toBe("too_long");
    expect(faultOf(`x:${"a".repeat(100_000)}`, 200_000)).toBeUndefined();
    expect(isResourceUri(`x:${"a".repeat(8190)}`)).toBe(true);
    expect(isResourceUri(`x:${"a".repeat(8191)}`)).toBe(false);
    expect(() => parseResourceUri("x:abc", { maxBytes: 4 })).toThrow("at most 4 bytes are allowed");
  });

  it.each([0, -1, 1.5, Number.NaN, Infinity, 2 ** 53])(
    "[URI-9] maxBytes %d is a caller's mistake",
    (maxBytes) => {
      expect(() => parseResourceUri("x:a", { maxBytes })).toThrow(
        new TypeError("maxBytes must be a positive safe integer"),
      );
      expect(() => validateResourceUri("x:a", { maxBytes })).toThrow(TypeError);
    },
  );

  it("cuts long input in messages", () => {
    const fault = faultOf("a/".repeat(2000));
    expect(fault?.message.length).toBeLessThan(200);
    expect(faultOf(`x:{${"a".repeat(4000)}}`)?.message.length).toBeLessThan(200);
    expect(faultOf(`x:/${"%2e".repeat(2)}`)?.message).toContain("'%2e%2e'");
  });
});

describe("what is returned", () => {
  it("[URI-2] href is the very input; components are not decoded; the scheme is folded", () => {
    const input = "HTTPS://Ex%41mple.COM:0443/%7euser/?Q=%2f#Fr%61g";
    expect(parseResourceUri(input)).toEqual({
      href: input,
      scheme: "https",
      authority: "Ex%41mple.COM:0443",
      path: "/%7euser/",
      query: "Q=%2f",
      fragment: "Fr%61g",
    });
  });

  it("is frozen", () => {
    expect(Object.isFrozen(parseResourceUri("x:a"))).toBe(true);
  });

  it("an error is made when it is looked at, and only once", () => {
    const verdict = validateResourceUri("a b");
    if (verdict.ok) throw new Error("valid?");
    expect(verdict.error).toBeInstanceOf(ResourceUriError);
    expect(verdict.error).toBe(verdict.error);
    const { ok, error } = verdict;
    expect([ok, error.code]).toEqual([false, "invalid_character"]);
  });

  it("parseResourceUri throws the error that validateResourceUri returns", () => {
    expect(() => parseResourceUri("x://h/a b")).toThrow(
      expect.objectContaining({ name: "ResourceUriError", code: "invalid_character", offset: 7 }),
    );
  });

  it("only strings are resource URIs, not what converts to one", () => {
    expect(isResourceUri(new String("x:a"))).toBe(false);
    expect(isResourceUri({ toString: () => "x:a" })).toBe(false);
    expect(isResourceUri(7)).toBe(false);
  });
});
