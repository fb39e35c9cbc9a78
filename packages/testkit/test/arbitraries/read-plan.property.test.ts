import {
  bundle,
  createReadPlan,
  createResourceGateway,
  publicPolicy,
  resource,
} from "@org/resources-core";
import { contentsByteLength } from "@org/resources-reporting";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  payload,
  payloadOf,
  payloadSource,
  readPlan,
  target,
} from "../../src/arbitraries/index.ts";
import { runs, shrunk, TIMEOUT_MS } from "./shrunk.ts";

vi.setConfig({ testTimeout: TIMEOUT_MS });

describe("[KIT-3] arbitrary targets and plans", () => {
  it("are accepted by a gateway, items and bodies in order", async () => {
    await fc.assert(
      fc.asyncProperty(readPlan(), payload(), async (plan, body) => {
        const { requested, items } = plan;
        const binding = bundle(
          { uri: requested.uri, name: "arbitrary" },
          { resolve: () => plan, read: () => body },
        );
        const gateway = createResourceGateway({ policy: publicPolicy(), bindings: [binding] });
        const read = await gateway.read(requested.uri, { context: {} });
        expect(read.items.map(({ uri }) => uri)).toEqual(items.map(({ uri }) => uri));
        expect(read.partial).toBe(false);
        for (const { mimeType, text } of read.items) {
          expect([mimeType, text]).toEqual([body.mimeType, body.text]);
        }
      }),
      runs(100),
    );
  });

  it("are distinct, and of the sizes asked for", () => {
    fc.assert(
      fc.property(readPlan({ minItems: 1, maxItems: 3 }), ({ requested, items }) => {
        expect(items.length).toBeGreaterThan(0);
        expect(items.length).toBeLessThan(4);
        expect(createReadPlan(requested, items).items).toEqual(items);
      }),
      runs(200),
    );
    const plans = fc.sample(readPlan(), { numRuns: 300, seed: 1 });
    expect(new Set(plans.map(({ items }) => items.length))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
    const own = plans.filter(({ requested, items }) => items.includes(requested));
    expect(own.length).toBeGreaterThan(30);
    expect(own.length).toBeLessThan(270);
  });

  it("have private data and representations, some of them", () => {
    const targets = fc.sample(target(), { numRuns: 100, seed: 1 });
    expect(targets.some(({ authorizationData }) => authorizationData !== undefined)).toBe(true);
    expect(targets.some(({ representation }) => representation !== "")).toBe(true);
  });

  it("shrink to something readable", () => {
    expect(shrunk(readPlan(), () => false)).toBe(
      '{"requested":{"uri":"a:","representation":""},"items":[],"cache":undefined}',
    );
    expect(shrunk(readPlan(), ({ items }) => items.length === 0)).toMatch(
      /^\{"requested":\{"uri":"a:","representation":""\},"items":\[\{"uri":".{2,3}","representation":""\}\],"cache":undefined\}$/,
    );
  });
});

describe("[KIT-3] arbitrary payloads", () => {
  it("can be sized and read, whatever they are", async () => {
    await fc.assert(
      fc.asyncProperty(payloadSource(), async (source) => {
        const body = payloadOf(source);
        const binding = resource({ uri: "doc://a", name: "a" }, body);
        const gateway = createResourceGateway({ policy: publicPolicy(), bindings: [binding] });
        const { items } = await gateway.read("doc://a", { context: {} });
        const [item] = items;
        expect(item).toMatchObject(source._meta === undefined ? {} : { _meta: source._meta });
        expect("text" in source ? item?.text : item?.bytes).toEqual(
          "text" in source ? source.text : source.bytes,
        );
        expect(item && contentsByteLength(item)).toBeGreaterThan(0);
      }),
      runs(200),
    );
  });

  it("shrink to something readable, of which the source shows bytes", () => {
    expect(shrunk(payload(), ({ text }) => text === undefined || text === "")).toBe(
      '{"mimeType":"text/plain","text":" ","cache":undefined}',
    );
    expect(shrunk(payloadSource(), (source) => !("bytes" in source))).toBe(
      '{"mimeType":"text/plain","_meta":undefined,"bytes":Uint8Array.from([])}',
    );
  });
});
