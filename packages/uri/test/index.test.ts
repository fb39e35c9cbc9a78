import { describe, expect, it } from "vitest";

import * as api from "../src/index.ts";
import * as zodEntry from "../src/zod.ts";

// Pins: what users rely on by name. A change here is a change for them.
describe("exported names", () => {
  it("of the package", () => {
    expect(Object.keys(api).toSorted()).toEqual([
      "AmbiguousResourceError",
      "ResourceCaptureError",
      "ResourceIdentityError",
      "ResourceTemplateError",
      "ResourceUriError",
      "createResourceSelector",
      "encodeIri",
      "findTemplateOverlaps",
      "isResourceUri",
      "normalizationHazards",
      "parseResourceTemplate",
      "parseResourceUri",
      "resourceTemplateStandard",
      "resourceUriStandard",
      "validateResourceUri",
    ]);
  });

  it("of the zod entry", () => {
    expect(Object.keys(zodEntry).toSorted()).toEqual([
      "resourceTemplateSchema",
      "resourceUriSchema",
    ]);
  });

  it("of a selector, a template, a URI", () => {
    expect(Object.keys(api.createResourceSelector([]))).toEqual(["select", "candidates", "survey"]);
    expect(Object.keys(api.parseResourceTemplate("x:{a}"))).toEqual([
      "uriTemplate",
      "variableNames",
      "match",
      "expand",
    ]);
    expect(Object.keys(api.parseResourceUri("x:a"))).toEqual([
      "href",
      "scheme",
      "authority",
      "path",
      "query",
      "fragment",
    ]);
  });
});
