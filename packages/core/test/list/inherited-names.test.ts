import { expect, it } from "vitest";
import { bundle } from "../../src/definition/bundle.ts";
import type { CompleteScope } from "../../src/definition/binding.ts";
import { createResourceGateway } from "../../src/gateway.ts";
import { publicPolicy } from "../../src/policy/public-policy.ts";

it("[CMP-1] siblings are what the client sent, never what every object has", async () => {
  // A string to the compiler: a template of its own would ask every object for a completer "constructor".
  const uriTemplate: string = "a:/{v}/{toString}/{constructor}/{__proto__}/{hasOwnProperty}";
  let seen: CompleteScope<unknown> | undefined;
  const binding = bundle(
    { uriTemplate, name: "t" },
    {
      resolve: () => Promise.reject(new Error("no")),
      read: () => Promise.reject(new Error("no")),
      complete: {
        v: (_value: string, scope: CompleteScope<unknown>) => {
          seen = scope;
          return ["found"];
        },
      },
    },
  );
  const gateway = createResourceGateway({ policy: publicPolicy(), bindings: [binding] });
  const asked = { uriTemplate, variable: "v", value: "" };
  const request = { context: undefined };
  expect((await gateway.complete(asked, request)).values).toEqual(["found"]);
  expect(seen?.variables).toEqual({});
  expect((await gateway.complete({ ...asked, variables: {} }, request)).values).toEqual(["found"]);
  expect(Reflect.ownKeys(seen?.variables ?? { none: 1 })).toEqual([]);
  const own = JSON.parse('{"__proto__":"p","toString":"t"}') as Record<string, string>;
  await gateway.complete({ ...asked, variables: own }, request);
  expect(new Map(Object.entries(seen?.variables ?? {}))).toEqual(
    new Map([
      ["__proto__", "p"],
      ["toString", "t"],
    ]),
  );
});
