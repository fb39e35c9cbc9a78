import { describe, expect, it } from "vitest";
import { bundle } from "../../src/definition/bundle.ts";
import { createResourceGateway } from "../../src/gateway.ts";
import { blobPayload, textPayload } from "../../src/identity/payload.ts";
import { createReadPlan } from "../../src/identity/plan.ts";
import { createTarget } from "../../src/identity/target.ts";
import { publicPolicy } from "../../src/policy/public-policy.ts";
import { resource } from "../../src/readers/function-backed.ts";
import { BUNDLE, world } from "./world.ts";

describe("hosts that are careless or worse", () => {
  it("[TGT-3] change nothing later by changing what they passed in or got back", async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const meta = { note: { of: ["host"] } };
    const payload = blobPayload(bytes, "image/png", { _meta: meta });
    const items = [createTarget({ uri: "i:a", authorizationData: meta })];
    const plan = createReadPlan(createTarget({ uri: BUNDLE }), items);
    const bindings = [
      bundle({ uri: BUNDLE, name: "b" }, { resolve: () => plan, read: () => payload }),
    ];
    const policy = { ...publicPolicy() };
    const limits = { maxItems: 5 };
    const gateway = createResourceGateway({ policy, bindings, limits });
    const read = () => gateway.read(BUNDLE, { context: undefined });
    const before = JSON.stringify((await read()).contents);

    bytes.fill(9);
    meta.note.of.push("changed");
    items.push(createTarget({ uri: "i:b" }));
    bindings.length = 0;
    policy.visible = () => false;
    limits.maxItems = 1;
    const first = await read();
    for (const item of first.items) item.bytes?.fill(9);
    payload.bytes?.fill(9);
    for (const frozen of [
      first,
      first.items,
      first.contents,
      first.items[0],
      first._meta,
      plan.items,
    ]) {
      expect(() =>
        Object.assign(frozen as object, { length: 0, uri: "other", partial: true }),
      ).toThrow(TypeError);
    }
    expect(JSON.stringify((await read()).contents)).toBe(before);
  });

  it("share no bytes between callers, whoever keeps a payload", async () => {
    const gateway = createResourceGateway({
      policy: publicPolicy(),
      bindings: [resource({ uri: "a:b", name: "n" }, blobPayload(new Uint8Array(4), "image/png"))],
    });
    const read = async () => (await gateway.read("a:b", { context: undefined })).items[0]?.bytes;
    const [one, other] = [await read(), await read()];
    one?.fill(7);
    expect(other).toEqual(new Uint8Array(4));
    expect(await read()).toEqual(new Uint8Array(4));
  });

  it("cannot reach a prototype through keys of their JSON", async () => {
    const meta: unknown = JSON.parse('{"a":{"__proto__":{"polluted":true}},"constructor":"x"}');
    const { read } = world({
      items: { "i:a": { body: () => textPayload("", "text/plain", { _meta: meta as never }) } },
    });
    const { items } = await read();
    expect(JSON.stringify(items[0]?._meta)).toBe(JSON.stringify(meta));
    expect({}).not.toHaveProperty("polluted");
  });

  it("cannot make a decision of a look-alike that answers differently each time", async () => {
    let looks = 0;
    const changing = {
      get visible() {
        looks += 1;
        return looks === 1;
      },
    };
    const { read } = world({ items: { "i:a": { visible: [() => changing, true] } } });
    expect((await read()).items).toHaveLength(1);
    expect(looks).toBe(1);
  });

  it("find their scopes frozen, and still whole when spread", async () => {
    const seen: object[] = [];
    const note = (_: unknown, scope: object) => {
      seen.push(scope);
      return true;
    };
    const { read } = world({
      policy: { discover: note, visible: note, read: note },
      items: {
        "i:a": {
          body: (target, scope) => {
            note(target, scope);
            return textPayload("", "text/plain");
          },
        },
      },
    });
    await read({ context: { who: "me" } });
    for (const scope of seen) {
      expect(Object.isFrozen(scope)).toBe(true);
      expect({ ...scope }).toMatchObject({
        context: { who: "me" },
        deadline: expect.any(Number) as number,
        operationId: expect.any(String) as string,
        signal: expect.any(AbortSignal) as AbortSignal,
      });
    }
    expect(seen.at(-4)).toHaveProperty("match");
    const body = seen.find((scope) => "maxBytes" in scope);
    expect(body).toHaveProperty("maxBytes", 4_194_304);
  });
});
