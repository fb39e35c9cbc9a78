import { describe, expect, it } from "vitest";
import {
  AmbiguousResourceError,
  createResourceSelector,
  ResourceCaptureError,
} from "../src/index.ts";

describe("selection", () => {
  const selector = createResourceSelector([
    { uri: "x://h/users/me" },
    { uriTemplate: "x://h/users/{id}" },
    { uriTemplate: "x://h/{section}/{id}/edit" },
    { uriTemplate: "x://h/admin/{id}/edit" },
  ]);

  it("[SEL-1] prefers an exact registration, scheme folded", () => {
    expect(selector.select("X://h/users/me")).toMatchObject({ canonicalUri: "x://h/users/me" });
  });

  it("[SEL-1] [case X2] an escaped alias of an exact entry reaches no template", () => {
    expect(selector.select("x://h/users/%6De")).toBeUndefined();
    expect(selector.candidates("x://h/users/%6De")).toEqual([]);
  });

  it("[SEL-1] [case X13] an escaped alias of a template's literal is ambiguous", () => {
    expect(() => selector.select("x://h/%61dmin/1/edit")).toThrow(AmbiguousResourceError);
    expect(selector.candidates("x://h/%61dmin/1/edit")).toHaveLength(2);
  });

  it("[TPL-4] a value that may not be captured names its variable", () => {
    expect(() => selector.select("x://h/users/a%2Fb")).toThrow(ResourceCaptureError);
  });
});
