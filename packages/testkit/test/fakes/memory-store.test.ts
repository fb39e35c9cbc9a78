import {
  bundle,
  createReadPlan,
  createResourceGateway,
  createTarget,
  publicPolicy,
  resourceTemplate,
  textPayload,
} from "@org/resources-core";
import { expect, it } from "vitest";
import { memoryStore } from "../../src/index.ts";

const BODIES = {
  "asset://p/a": "text",
  "asset://p/b": new Uint8Array([1, 2, 3]),
  "asset://q/c": textPayload("{}", "application/json"),
};

it("[KIT-1] a memory store gives bodies by URI and lists them in order, recording each call", async () => {
  const store = memoryStore(BODIES);
  expect(await store.list("asset://p/")).toEqual(["asset://p/a", "asset://p/b"]);
  expect(await store.list()).toHaveLength(3);
  const { text, mimeType } = await store.read({ uri: "asset://q/c" });
  expect([text, mimeType]).toEqual(["{}", "application/json"]);
  store.put("asset://p/a", "new");
  expect((await store.read({ uri: "asset://p/a" })).text).toBe("new");
  store.remove("asset://p/b");
  await expect(store.read({ uri: "asset://p/b" })).rejects.toThrow("unavailable()");
  expect(store.calls).toEqual([
    { action: "list", prefix: "asset://p/" },
    { action: "list", prefix: "" },
    { action: "read", uri: "asset://q/c", operationId: undefined },
    { action: "put", uri: "asset://p/a" },
    { action: "read", uri: "asset://p/a", operationId: undefined },
    { action: "remove", uri: "asset://p/b" },
    { action: "read", uri: "asset://p/b", operationId: undefined },
  ]);
});

it("[KIT-1] a memory store keeps copies of bytes", async () => {
  const bytes = new Uint8Array([1, 2, 3]);
  const store = memoryStore({ "asset://p/a": bytes });
  bytes[0] = 9;
  expect((await store.read({ uri: "asset://p/a" })).bytes).toEqual(new Uint8Array([1, 2, 3]));
});

it("[KIT-1] a memory store's read is the read of a bundle and of a template", async () => {
  const store = memoryStore(BODIES);
  const preview = bundle(
    { uri: "bundle://all", name: "all" },
    {
      resolve: async ({ canonicalUri }, scope) => {
        const uris = await store.list("asset://p/", scope);
        const requested = createTarget({ uri: canonicalUri });
        return createReadPlan(requested, [
          ...uris.map((uri) => createTarget({ uri })),
          createTarget({ uri: "asset://p/missing" }),
        ]);
      },
      read: store.read,
    },
  );
  const single = resourceTemplate({ uriTemplate: "asset://q/{id}", name: "one" }, store.read);
  const gateway = createResourceGateway({
    policy: publicPolicy(),
    bindings: [preview, single],
    limits: { maxItemPayloadBytes: 3 },
  });
  const { items, issues } = await gateway.read("bundle://all", { context: {} });
  // "text" is four bytes, over the limit; the third is not there.
  expect(items.map(({ uri }) => uri)).toEqual(["asset://p/b"]);
  expect(issues.map(({ code }) => code)).toEqual(["budget_exceeded", "unavailable"]);
  const { items: singles, operationId } = await gateway.read("asset://q/c", { context: {} });
  expect(singles[0]?.text).toBe("{}");
  expect(store.calls.at(-1)).toEqual({ action: "read", uri: "asset://q/c", operationId });
});

it("[KIT-1] a stalled memory store answers nobody, until it is resumed or the caller gives up", async () => {
  const store = memoryStore(BODIES);
  store.stall();
  store.stall();
  const givingUp = new AbortController();
  const { signal } = givingUp;
  const [patient, impatient, listing] = [
    store.read({ uri: "asset://p/a" }),
    store.read({ uri: "asset://p/a" }, { signal }),
    store.list("", { signal }),
  ];
  const gone = new Error("gone");
  const ends = Promise.allSettled([impatient, listing]);
  givingUp.abort(gone);
  expect(await ends).toEqual([
    { status: "rejected", reason: gone },
    { status: "rejected", reason: gone },
  ]);
  await expect(store.read({ uri: "asset://p/a" }, { signal })).rejects.toBe(gone);
  store.resume();
  expect((await patient).text).toBe("text");
  expect((await store.read({ uri: "asset://p/a" })).text).toBe("text");
});
