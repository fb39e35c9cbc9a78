import { describe, expect, test } from "vitest";
import { completionParams, paramsOf, stringIn, uriIn } from "../src/params.ts";
import { MalformedParams } from "../src/wire-error.ts";

const ref = { type: "ref/resource", uri: "docs://{name}" };
const argument = { name: "name", value: "g" };

describe("[SDK-2] parameters of a completion", () => {
  test("a resource template's variable", () => {
    const params = { ref, argument, context: { arguments: { lang: "en" } } };
    expect(completionParams(params)).toEqual({
      kind: "resource",
      request: {
        uriTemplate: "docs://{name}",
        variable: "name",
        value: "g",
        variables: { lang: "en" },
      },
    });
  });

  test("without siblings", () => {
    expect(completionParams({ ref, argument })).toMatchObject({
      request: { variables: undefined },
    });
    expect(completionParams({ ref, argument, context: {} })).toMatchObject({ kind: "resource" });
  });

  test("a sibling called __proto__ is a name like any other", () => {
    const siblings: unknown = JSON.parse('{"__proto__":"x"}');
    const asked = completionParams({ ref, argument, context: { arguments: siblings } });
    expect(asked.kind === "resource" && Object.keys(asked.request.variables ?? {})).toEqual([
      "__proto__",
    ]);
  });

  test("a prompt's argument is not ours", () => {
    expect(completionParams({ ref: { type: "ref/prompt", name: "p" }, argument })).toEqual({
      kind: "prompt",
    });
  });

  test.each([
    ["nothing", undefined],
    ["null", null],
    ["an array", []],
    ["no ref", { argument }],
    ["no argument", { ref }],
    ["a prompt without name", { ref: { type: "ref/prompt" }, argument }],
    ["a ref of another kind", { ref: { type: "ref/tool" }, argument }],
    ["a ref without URI", { ref: { type: "ref/resource" }, argument }],
    ["an argument without value", { ref, argument: { name: "name" } }],
    ["a value that is no string", { ref, argument: { name: "name", value: 1 } }],
    ["a context that is no object", { ref, argument, context: "x" }],
    ["siblings that are no object", { ref, argument, context: { arguments: [] } }],
    ["a sibling that is no string", { ref, argument, context: { arguments: { a: 1 } } }],
  ])("malformed: %s", (_, params) => {
    expect(() => completionParams(params)).toThrow(MalformedParams);
  });
});

describe("[SDK-1] the URI of a read stays what was sent", () => {
  test.each(["HTTP://H:80/A/../b", " x ", "db://users/%31", 7, null])("%j", (uri) => {
    expect(uriIn({ uri })).toBe(uri);
  });

  test("there is none in parameters that are none", () => {
    expect([uriIn(undefined), uriIn(null), uriIn([])]).toEqual([undefined, undefined, undefined]);
    expect(() => stringIn(paramsOf(undefined), "uri")).toThrow(MalformedParams);
  });
});
