import { describe, expect, it } from "vitest";

import { resourceTemplateStandard, resourceUriStandard } from "../src/index.ts";

// https://standardschema.dev: version 1, a vendor, and a validate function that returns a value or issues.
describe("Standard Schema", () => {
  it.each([
    [
      "resourceUriStandard",
      resourceUriStandard,
      "asset://project/7",
      "a b",
      "' ' is not allowed in a URI: write %20",
    ],
    [
      "resourceTemplateStandard",
      resourceTemplateStandard,
      "asset://project/{id}",
      "x:a{b}",
      "{b} is a part of a path segment: it must be the whole, as in /{b}/",
    ],
  ])("%s returns the very string, or one issue", (_name, schema, valid, invalid, message) => {
    const { version, vendor, validate } = schema["~standard"];
    expect([version, vendor]).toEqual([1, "@org/resources-uri"]);
    expect(validate(valid)).toEqual({ value: valid });
    expect(validate(invalid)).toEqual({ issues: [{ message }] });
    expect(validate(7)).toEqual({ issues: [{ message: "a string is needed, not number" }] });
    expect(validate(undefined)).toEqual({
      issues: [{ message: "a string is needed, not undefined" }],
    });
  });
});
