import { describe, expect, it } from "vitest";
import { z } from "zod";

import { resourceTemplateSchema, resourceUriSchema } from "../src/zod.ts";

describe("the zod entry", () => {
  it("gives the string, unchanged", () => {
    const schema = z.object({ uri: resourceUriSchema(), uriTemplate: resourceTemplateSchema() });
    const value = { uri: "X://h/%61", uriTemplate: "X://h/{a}" };
    expect(schema.parse(value)).toEqual(value);
    const uri: string = schema.parse(value).uri;
    expect(uri).toBe("X://h/%61");
  });

  it.each([
    [
      resourceUriSchema(),
      "x://h/a b",
      "' ' is not allowed in a URI: write %20",
      { code: "invalid_character", offset: 7 },
    ],
    [
      resourceTemplateSchema(),
      "x://h/a{b}",
      "{b} is a part of a path segment: it must be the whole, as in /{b}/",
      { code: "partial_segment", offset: 7 },
    ],
  ])("refuses with one issue: message, code and offset", (schema, input, message, params) => {
    const result = schema.safeParse(input);
    expect(result.error?.issues).toEqual([
      expect.objectContaining({ code: "custom", message, params, path: [] }),
    ]);
  });

  it("leaves it to zod to say that something is no string", () => {
    expect(resourceUriSchema().safeParse(7).error?.issues).toEqual([
      expect.objectContaining({ code: "invalid_type" }),
    ]);
    expect(resourceTemplateSchema().safeParse(null).success).toBe(false);
  });

  it("[URI-9] takes maxBytes", () => {
    expect(resourceUriSchema({ maxBytes: 3 }).safeParse("x:ab").error?.issues[0]?.message).toBe(
      "at most 3 bytes are allowed",
    );
    expect(resourceTemplateSchema({ maxBytes: 4 }).safeParse("x:{a}").success).toBe(false);
    expect(() => resourceUriSchema({ maxBytes: 0 })).toThrow(TypeError);
    expect(() => resourceTemplateSchema({ maxBytes: 0 })).toThrow(TypeError);
  });

  it("becomes a plain string in JSON Schema", () => {
    expect(z.toJSONSchema(resourceUriSchema())).toMatchObject({ type: "string" });
  });
});
