import {
  blobPayload,
  bundle,
  createReadPlan,
  createResourceGateway,
  createTarget,
  type JsonObject,
  publicPolicy,
  resource,
  type ResourceFailure,
  type ResourceGateway,
  type ResourcePolicy,
  textPayload,
} from "@org/resources-core";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { SECRET, thrownValue } from "../model/answering.ts";

const URI = "docs://here";
const REQUEST = { context: undefined };

/** A read's failure; fails if there is none. */
async function failureOf(gateway: ResourceGateway<undefined>, uri = URI): Promise<ResourceFailure> {
  try {
    await gateway.read(uri, REQUEST);
  } catch (error) {
    return error as ResourceFailure;
  }
  throw new Error("the read succeeded");
}

function gatewayOf(policy: Partial<ResourcePolicy<unknown>>): ResourceGateway<undefined> {
  return createResourceGateway<undefined>({
    policy: { ...publicPolicy(), ...policy },
    bindings: [resource({ uri: URI, name: "here" }, "here")],
  });
}

describe("what was passed in", () => {
  it("[TGT-1] [PAY-1] [READ-7] changes nothing later, however it is mutated", async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const meta = { note: { of: ["the author"] } };
    const cache = { ttlMs: 5 };
    const data = { tenant: { name: "a" } };
    const payload = blobPayload(bytes, "image/png", { _meta: meta, cache });
    const seen: unknown[] = [];
    const policy = {
      ...publicPolicy(),
      visible: ({ authorizationData }: { readonly authorizationData: unknown }) => {
        seen.push(JSON.stringify(authorizationData));
        return true;
      },
    };
    const definition = { uri: URI, name: "here", _meta: { a: [1] } };
    const target = createTarget({ uri: URI, authorizationData: data });
    const items = [target];
    const handlers = { resolve: () => createReadPlan(target, items), read: () => payload };
    const bindings = [bundle(definition, handlers)];
    const limits = { maxItems: 3 };
    const gateway = createResourceGateway<undefined>({ policy, bindings, limits });
    const before = await gateway.read(URI, REQUEST);

    bytes.fill(9);
    meta.note.of.push("somebody else");
    cache.ttlMs = 9;
    data.tenant.name = "b";
    definition.uri = "docs://there";
    definition._meta.a.push(2);
    handlers.read = () => blobPayload(new Uint8Array(99), "image/gif");
    policy.visible = () => false;
    policy.read = () => false;
    bindings.length = 0;
    limits.maxItems = 1;

    const after = await gateway.read(URI, REQUEST);
    expect({ ...after, operationId: "" }).toEqual({ ...before, operationId: "" });
    expect(after.items[0]?.bytes).toEqual(new Uint8Array([1, 2, 3]));
    expect(new Set(seen)).toEqual(new Set(['{"tenant":{"name":"a"}}']));
    expect(gateway.limits.maxItems).toBe(3);
  });

  it("[READ-5] is read once: an answer of policy that is changed while others are asked still says what it said", async () => {
    const answers: { visible: boolean }[] = [];
    const gateway = gatewayOf({
      visible: () => {
        const answer = { visible: true };
        answers.push(answer);
        return answer;
      },
      read: () => {
        for (const answer of answers) answer.visible = false;
        return true;
      },
    });
    await expect(gateway.read(URI, REQUEST)).resolves.toMatchObject({ partial: false });
  });

  it("[READ-4] is read once: an answer whose getter says another thing each time is believed as it was first read", async () => {
    let reads = 0;
    const fickle = (): { readonly visible: boolean } => {
      let own = 0;
      return {
        get visible() {
          reads += 1;
          own += 1;
          return own === 1;
        },
      };
    };
    await expect(gatewayOf({ visible: fickle }).read(URI, REQUEST)).resolves.toMatchObject({
      partial: false,
    });
    expect(reads).toBe(2);
  });
});

describe("what was got back", () => {
  it("[READ-9] is the caller's own: bytes changed, nothing else can be, and the next read is as the first", async () => {
    const gateway = createResourceGateway<undefined>({
      policy: publicPolicy(),
      bindings: [
        resource({ uri: URI, name: "here", mimeType: "image/png" }, new Uint8Array([1, 2, 3])),
      ],
    });
    const first = await gateway.read(URI, REQUEST);
    first.items[0]?.bytes?.fill(9);
    const second = await gateway.read(URI, REQUEST);
    expect(second.items[0]?.bytes).toEqual(new Uint8Array([1, 2, 3]));
    const parts = [second, second.items, second.items[0], second.contents, second.issues];
    for (const part of [...parts, second._meta, second.cache, ...Object.values(second._meta)]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
    expect(Reflect.set(second, "partial", true)).toBe(false);
    expect(Reflect.set(second.items, 0, null)).toBe(false);
  });

  it("[PAY-1] is not shared between two reads of one payload object", async () => {
    const payload = blobPayload(new Uint8Array([1]), "image/png");
    const gateway = createResourceGateway<undefined>({
      policy: publicPolicy(),
      bindings: [resource({ uri: URI, name: "here" }, payload)],
    });
    const [one, other] = await Promise.all([
      gateway.read(URI, REQUEST),
      gateway.read(URI, REQUEST),
    ]);
    one.items[0]?.bytes?.fill(7);
    expect(other.items[0]?.bytes).toEqual(new Uint8Array([1]));
    expect(payload.bytes).toEqual(new Uint8Array([1]));
  });
});

function deep(levels: number): unknown {
  return JSON.parse("[".repeat(levels) + "]".repeat(levels));
}

/** Objects that hosts should not make, as JSON of theirs. */
function hostile(): Record<string, unknown> {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = { cycle };
  return {
    cycle,
    "65 levels": { deep: deep(65) },
    "a getter": Object.defineProperty({}, "a", { enumerable: true, get: () => SECRET }),
    "a getter that throws": Object.defineProperty({}, "a", {
      enumerable: true,
      get: () => {
        throw new Error(SECRET);
      },
    }),
    "not finite": { a: Number.NaN },
    "a bigint": { a: 1n },
    "a function": { a: () => SECRET },
    "a proxy that throws": thrownValue("hostile"),
  };
}

describe("hostile host objects", () => {
  it.each(Object.entries(hostile()))(
    "[PAY-1] [TGT-1] [case X12] are refused as metadata and as authorization data: %s",
    (_, value) => {
      const json = value as JsonObject;
      expect(() => textPayload("", "text/plain", { _meta: json })).toThrow(TypeError);
      expect(() => createTarget({ uri: URI, authorizationData: json })).toThrow(TypeError);
    },
  );

  it("[TGT-1] an own __proto__ is data, and changes nobody's prototype", () => {
    const data: unknown = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"a":1}}');
    const { authorizationData } = createTarget({ uri: URI, authorizationData: data });
    expect(JSON.stringify(authorizationData)).toBe(JSON.stringify(data));
    expect(Object.getPrototypeOf(authorizationData)).toBeNull();
    expect("polluted" in {}).toBe(false);
  });

  it("[PAY-1] a proxy that answers like data is copied, and its traps are not heard again", async () => {
    let isLocked = false;
    const sly = new Proxy<JsonObject>(
      { note: "said" },
      {
        get: (target, key) => {
          if (isLocked) throw new Error("asked again");
          return Reflect.get(target, key) as unknown;
        },
      },
    );
    const payload = textPayload("", "text/plain", { _meta: sly });
    isLocked = true;
    const gateway = createResourceGateway<undefined>({
      policy: publicPolicy(),
      bindings: [resource({ uri: URI, name: "here" }, payload)],
    });
    const { items } = await gateway.read(URI, REQUEST);
    expect(items[0]?._meta).toEqual({ note: "said" });
  });

  it.each<[string, Partial<ResourcePolicy<unknown>>]>([
    ["visible", { visible: () => thrownValue("hostile") as boolean }],
    ["read", { read: () => thrownValue("hostile") as boolean }],
    ["discover", { discover: () => thrownValue("hostile") as boolean }],
    ["decideMany", { decideMany: () => thrownValue("hostile") as [] }],
    ["decideMany, within", { decideMany: () => [thrownValue("hostile") as { visible: false }] }],
    ["decideMany, a list of holes", { decideMany: () => Array.from({ length: 1 }) }],
    [
      "decideMany, like a list",
      { decideMany: () => ({ 0: { visible: false }, length: 1 }) as never },
    ],
  ])("[READ-4] as answers of policy fail closed: %s", async (_, policy) => {
    const failure = await failureOf(gatewayOf(policy));
    expect(failure.code).toBe("policy_failed");
  });
});

describe("a failure", () => {
  const nested = new AggregateError(
    [new Error(SECRET, { cause: { password: SECRET } }), SECRET],
    SECRET,
    { cause: new Error(SECRET) },
  );

  it.each<[string, ResourceGateway<undefined>]>([
    [
      "policy_failed",
      gatewayOf({
        read: () => {
          throw nested;
        },
      }),
    ],
    ["policy_failed", gatewayOf({ visible: () => SECRET as unknown as boolean })],
    [
      "no_items",
      createResourceGateway<undefined>({
        policy: publicPolicy(),
        bindings: [
          resource({ uri: URI, name: "here" }, () => {
            throw nested;
          }),
        ],
      }),
    ],
    [
      "resolve_failed",
      createResourceGateway<undefined>({
        policy: publicPolicy(),
        bindings: [
          bundle(
            { uri: URI, name: "here" },
            {
              resolve: () => {
                throw nested;
              },
              read: () => textPayload("", "text/plain"),
            },
          ),
        ],
      }),
    ],
  ])(
    "[READ-13] [case R11] %s tells nothing of its cause, however it is looked at",
    async (code, gateway) => {
      const failure = await failureOf(gateway);
      expect(failure.code).toBe(code);
      expect(failure.cause).toBeDefined();
      const clone: unknown = structuredClone(failure);
      const wrapped = { error: failure, list: [failure], map: new Map([["error", failure]]) };
      const told = [
        JSON.stringify(failure),
        String(failure),
        String(failure.stack),
        failure.message,
        inspect(failure),
        inspect(failure, { depth: 9, showHidden: true, getters: true }),
        inspect(wrapped, { depth: 9 }),
        JSON.stringify(wrapped),
        inspect(clone, { depth: 9, showHidden: true }),
        JSON.stringify(Object.entries(failure)),
        JSON.stringify(
          Object.getOwnPropertyNames(failure).map((key): unknown => Reflect.get(failure, key)),
        ),
      ];
      for (const text of told) expect(text).not.toContain(SECRET);
    },
  );
});
