import { describe, expect, it } from "vitest";
import { isFunctionBacked } from "../../src/definition/function-backed.ts";
import { textPayload } from "../../src/identity/payload.ts";
import { resource, resourceTemplate } from "../../src/readers/function-backed.ts";
import type { ReaderRequest } from "../../src/scope.ts";
import { readBody, readPayload } from "./read-body.ts";

const at = { uri: "a:x", name: "x" };

/** A JavaScript caller's view. */
const untypedResource = resource as (options: object, body: unknown) => ReturnType<typeof resource>;
const untypedTemplate = resourceTemplate as unknown as typeof untypedResource;

describe("resource", () => {
  it("[FN-1] a static body is copied when it is given", async () => {
    const bytes = Uint8Array.of(1, 2);
    const binding = resource(at, bytes);
    bytes[0] = 9;
    expect(await readBody(binding)).toMatchObject({ bytes: [1, 2] });
    const wide = untypedResource(at, Uint16Array.of(0x0201));
    expect(await readBody(wide)).toMatchObject({ bytes: [1, 2] });
  });

  it("[FN-1] what a reader returns is copied, not consumed, and nobody shares it", async () => {
    const bytes = Uint8Array.of(1, 2);
    const binding = resource(at, () => bytes);
    const first = await readPayload(binding);
    bytes[0] = 9;
    expect(first.bytes).toEqual(Uint8Array.of(1, 2));
    expect(await readBody(binding)).toMatchObject({ bytes: [9, 2] });
    expect(bytes).toEqual(Uint8Array.of(9, 2));
  });

  it("[FN-1] the reader is given the declared URI, its bounds and the whole scope", async () => {
    let seen: ReaderRequest<unknown> | undefined;
    const controller = new AbortController();
    const binding = resource(at, (request) => {
      seen = request;
      return "";
    });
    await readPayload(binding, { maxBytes: 7, signal: controller.signal });
    expect(seen).toMatchObject({ uri: "a:x", maxBytes: 7, operationId: "op", context: undefined });
    expect(seen?.signal).toBe(controller.signal);
    expect(Object.isFrozen(seen)).toBe(true);
    expect(seen === undefined ? [] : Object.keys({ ...seen }).toSorted()).toEqual([
      "context",
      "deadline",
      "match",
      "maxBytes",
      "operationId",
      "signal",
      "uri",
      "variables",
    ]);
  });

  it("[TGT-1] its target carries the private data that was given, copied", async () => {
    const authorizationData = { tenant: "t" };
    const binding = resource({ ...at, authorizationData }, "");
    authorizationData.tenant = "other";
    const plan = await binding.resolve(undefined as never, undefined as never);
    expect(plan.requested.authorizationData).toEqual({ tenant: "t" });
    expect(plan.items).toEqual([plan.requested]);
    expect(binding.definition).not.toHaveProperty("authorizationData");
    expect(binding.definition).not.toHaveProperty("content");
  });

  it.each<[string, object, unknown, RegExp]>([
    ["no body", at, undefined, /"a:x": the body is missing/],
    ["null", at, null, /"a:x": the body is missing/],
    ["a number", at, 1, /"a:x": the body is of another kind/],
    [
      "a look-alike payload",
      at,
      { ...textPayload("x", "a/b") },
      /"a:x": the body is of another kind/,
    ],
    ["a template", { uriTemplate: "a:/{v}", name: "x" }, "", /needs resourceTemplate/],
    ["an unknown content mode", { ...at, content: "binary" }, "", /"a:x": content must be/],
    [
      "private data that is no JSON",
      { ...at, authorizationData: { f: () => 1 } },
      "",
      /authorizationData/,
    ],
    ["completions", { ...at, complete: {} }, "", /no field "complete"/],
  ])("[DEF-2] %s fails construction", (_, options, body, message) => {
    expect(() => untypedResource(options, body)).toThrow(TypeError);
    expect(() => untypedResource(options, body)).toThrow(message);
  });
});

describe("resourceTemplate", () => {
  const template = { uriTemplate: "a:/{v}", name: "x" } as const;

  it("[FN-1] the reader is given its variables, and target and `uri` are canonical", async () => {
    const binding = resourceTemplate(
      template,
      ({ uri, variables, match }) => `${uri} ${variables.v} ${match.variables.v}`,
    );
    expect(await readBody(binding)).toEqual({
      text: "a:/value value value",
      mimeType: "text/plain",
    });
  });

  it("[READ-6] [READ-16] like a resource, is marked: its plan is its requested target alone", () => {
    expect(isFunctionBacked(resourceTemplate(template, () => ""))).toBe(true);
    expect(isFunctionBacked(resource(at, ""))).toBe(true);
  });

  it.each<[string, object, unknown, RegExp]>([
    ["no reader", template, undefined, /"a:\/\{v\}": the callback "read" is missing/],
    ["a static body", template, "x", /the callback "read" is missing/],
    ["a URI", at, () => "", /a uri needs resource/],
    [
      "private data that is no JSON",
      { ...template, authorizationData: 1n },
      () => "",
      /authorizationData/,
    ],
    [
      "completions of something else",
      { ...template, complete: { w: () => [] } },
      () => "",
      /names "w"/,
    ],
  ])("[DEF-2] %s fails construction", (_, options, read, message) => {
    expect(() => untypedTemplate(options, read)).toThrow(TypeError);
    expect(() => untypedTemplate(options, read)).toThrow(message);
  });
});
