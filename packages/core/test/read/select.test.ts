import { describe, expect, it } from "vitest";
import { bundle } from "../../src/definition/bundle.ts";
import type { AnyDefinition } from "../../src/definition/definition.ts";
import { createResourceGateway } from "../../src/gateway.ts";
import { textPayload } from "../../src/identity/payload.ts";
import { createTarget } from "../../src/identity/target.ts";
import { createReadPlan } from "../../src/identity/plan.ts";
import { publicPolicy } from "../../src/policy/public-policy.ts";
import { resource, resourceTemplate } from "../../src/readers/function-backed.ts";
import { unavailable } from "../../src/signal.ts";
import { deferred } from "../deferred.ts";
import { failureOf } from "../failure-of.ts";
import { BUNDLE, throwing, world } from "./world.ts";

const open = { context: undefined };

/** A gateway over a few ways to answer to a URI; `discover` is asked by URI or template. */
function registered(discover: (name: string) => unknown, limits = {}) {
  const asked: string[] = [];
  const gateway = createResourceGateway({
    policy: {
      ...publicPolicy(),
      discover: (definition: AnyDefinition) => {
        const name = definition.uri ?? definition.uriTemplate;
        asked.push(name);
        return discover(name) as boolean;
      },
    },
    bindings: [
      resource({ uri: "x://h/users/me", name: "me" }, "exact"),
      resourceTemplate({ uriTemplate: "x://h/users/{id}", name: "user" }, (r) => r.variables.id),
      resourceTemplate({ uriTemplate: "x://h/{kind}/special", name: "kind" }, () => "kind"),
      resourceTemplate({ uriTemplate: "y://h/{section}/{id}", name: "open" }, () => "open"),
      resourceTemplate({ uriTemplate: "y://h/admin/{id}", name: "admin" }, () => "admin"),
    ],
    limits,
  });
  return { asked, gateway };
}

describe("selection", () => {
  it.each([
    ["x", "not_absolute"],
    ["", "empty"],
    ["x://h/a b", "invalid_character"],
    ["x://h/{id}", "unexpanded_template"],
    ["x://h/../a", "dot_segment"],
    ["mcp-warning://read/00", "reserved_scheme"],
    [42, "not_a_string"],
    [undefined, "not_a_string"],
    [`x://h/${"a".repeat(2048)}`, "too_long"],
  ])("[READ-2] refuses %.40j as invalid_uri: %s", async (uri, detail) => {
    const { gateway, asked } = registered(() => true);
    const failure = await failureOf(gateway.read(uri as string, open));
    expect(failure).toMatchObject({ code: "invalid_uri", detail });
    expect(failure).not.toHaveProperty("uri");
    expect(asked).toEqual([]);
  });

  it("[READ-2] tells where a URI is invalid, and holds it to maxUriBytes", async () => {
    const { gateway } = registered(() => true, { maxUriBytes: 51 });
    expect(await failureOf(gateway.read("x://h/a b", open))).toMatchObject({ offset: 7 });
    const long = `x://h/users/${"a".repeat(40)}`;
    expect(await failureOf(gateway.read(long, open))).toMatchObject({ detail: "too_long" });
    expect((await gateway.read(long.slice(0, 51), open)).items[0]?.text).toBe("a".repeat(39));
  });

  it("[READ-2] asks discover of every candidate, and lets an operational failure win over denials", async () => {
    const names = ["x://h/users/{id}", "x://h/{kind}/special"];
    for (const [first, second, code] of [
      [false, false, "unavailable"],
      [true, false, "unavailable"],
      [false, true, "unavailable"],
      [true, true, "ambiguous"],
      [false, throwing(new Error("x")), "policy_failed"],
      [throwing(new Error("x")), false, "policy_failed"],
      [throwing(new Error("x")), true, "policy_failed"],
      [false, "yes", "policy_failed"],
      [() => unavailable(), true, "unavailable"],
    ] as const) {
      const { gateway, asked } = registered((name) => {
        const answer: unknown = name === names[0] ? first : second;
        return typeof answer === "function" ? answer() : answer;
      });
      // oxlint-disable-next-line no-await-in-loop -- one world after another
      const failure = await failureOf(gateway.read("x://h/users/special", open));
      expect([first, second, failure.code]).toEqual([first, second, code]);
      const isAllAsked = names.every((name) => asked.includes(name));
      expect(isAllAsked || failure.code === "policy_failed").toBe(true);
    }
  });

  it("[READ-2] waits for all candidates before it denies, and fails at once where one breaks", async () => {
    const slow = deferred<boolean>();
    const { gateway } = registered((name) => (name === "x://h/users/{id}" ? false : slow.promise));
    let isOver = false;
    const failing = failureOf(gateway.read("x://h/users/special", open)).finally(() => {
      isOver = true;
    });
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    slow.reject(new Error("policy is down"));
    expect((await failing).code).toBe("policy_failed");

    const hanging = registered((name) =>
      name === "x://h/users/{id}" ? new Promise(() => {}) : Promise.reject(new Error("down")),
    );
    const failure = await failureOf(hanging.gateway.read("x://h/users/special", open));
    expect(failure.code).toBe("policy_failed");
  });

  it("[READ-2] [case X3] betrays no hidden template by the way selection goes", async () => {
    const failures = [];
    for (const [uri, hidden] of [
      ["x://h/users/special", "x://h/{kind}/special"],
      ["y://h/admin/..%2F", "y://h/admin/{id}"],
      ["x://h/users/%2F", "x://h/users/{id}"],
      ["z://nothing/here", ""],
    ]) {
      const { gateway } = registered((name) => name !== hidden);
      // oxlint-disable-next-line no-await-in-loop -- one world after another
      const failure = await failureOf(gateway.read(uri ?? "", open));
      failures.push({ ...failure.toJSON(), operationId: "", uri: "" });
    }
    for (const failure of failures) expect(failure).toEqual(failures[0]);
    expect(failures[0]).toMatchObject({ code: "unavailable", message: "Resource not found" });
  });

  it("[READ-2] tells ambiguous and invalid_capture only to who may discover all candidates", async () => {
    const { gateway } = registered(() => true);
    expect((await failureOf(gateway.read("x://h/users/special", open))).code).toBe("ambiguous");
    expect(await failureOf(gateway.read("x://h/users/a%2Fb", open))).toMatchObject({
      code: "invalid_capture",
      variable: "id",
    });
  });

  it("[READ-2] [case X2] falls through from no undiscoverable exact entry to a template", async () => {
    const { gateway, asked } = registered((name) => name !== "x://h/users/me");
    for (const uri of ["x://h/users/me", "X://h/users/me", "x://h/users/%6De"]) {
      // oxlint-disable-next-line no-await-in-loop -- one read after another
      expect((await failureOf(gateway.read(uri, open))).code).toBe("unavailable");
    }
    expect(asked.slice(0, 2)).toEqual(["x://h/users/me", "x://h/users/me"]);
  });

  it("[READ-2] is one failure, alike in code, message, data and shape, for all that is not for the caller", async () => {
    const worlds = [
      world({ discover: false }),
      world({ discover: () => unavailable(new Error("private")) }),
      world({ requested: { visible: false } }),
      world({ requested: { read: false } }),
      world({ requested: { read: () => unavailable() } }),
      world({ resolve: () => unavailable(new Error("private")) }),
      world({ discover: [true, false] }),
      world({ requested: { visible: [true, false] }, items: { "i:a": {} } }),
      world({ requested: { read: [true, false] }, items: { "i:a": {} } }),
      world({ items: { "i:a": { read: false } } }),
      world({ requestedAt: 0, requested: { body: () => unavailable() } }),
      world({ many: true, requested: { visible: false } }),
    ];
    const shapes = [];
    for (const { failure } of worlds) {
      // oxlint-disable-next-line no-await-in-loop -- one world after another
      const { operationId, ...shape } = (await failure()).toJSON();
      expect(operationId).toMatch(/^[0-9a-f]{24}$/);
      shapes.push(JSON.stringify(shape));
    }
    const { gateway } = createNothing();
    const { operationId: _, ...nothing } = (await failureOf(gateway.read(BUNDLE, open))).toJSON();
    for (const shape of shapes) expect(shape).toBe(JSON.stringify(nothing));
    expect(JSON.stringify(nothing)).toBe(
      '{"code":"unavailable","message":"Resource not found","retryable":false,"uri":"bundle://b"}',
    );
  });

  it("[READ-3] [case N1] [case Z7] hands one match to all: canonical and requested URI, definition, variables", async () => {
    let seen: unknown;
    const matches: unknown[] = [];
    const note = (_: unknown, scope: { readonly match: unknown }) => {
      matches.push(scope.match);
      return true;
    };
    const definition = { uriTemplate: "asset://p/{id}", name: "asset" };
    const gateway = createResourceGateway({
      policy: { ...publicPolicy(), visible: note, read: note },
      bindings: [
        bundle(definition, {
          resolve: (match) => {
            seen = match;
            return createReadPlan(createTarget({ uri: match.canonicalUri }));
          },
          read: (target, scope) => {
            note(target, scope);
            return textPayload("", "text/plain");
          },
        }),
      ],
    });
    await gateway.read("ASSET://p/%61%20b", open);
    expect(seen).toMatchObject({
      canonicalUri: "asset://p/a%20b",
      requestUri: "ASSET://p/%61%20b",
      definition,
      variables: { id: "a b" },
    });
    expect(Object.isFrozen(seen)).toBe(true);
    expect(matches).toHaveLength(5);
    expect(matches.every((match) => match === seen)).toBe(true);
  });
});

function createNothing() {
  return { gateway: createResourceGateway({ policy: publicPolicy() }) };
}
