import { describe, expect, it } from "vitest";
import { createResourceGateway } from "../../src/gateway.ts";
import type { CacheHint } from "../../src/definition/definition.ts";
import { textPayload } from "../../src/identity/payload.ts";
import { publicPolicy } from "../../src/policy/public-policy.ts";
import { resource, resourceTemplate } from "../../src/readers/function-backed.ts";
import { throwing, world } from "./world.ts";

const cached = (cache: CacheHint) => ({ body: () => textPayload("", "text/plain", { cache }) });
const open = { context: undefined };

describe("bundle.cache", () => {
  it("[READ-16] is the strictest of definition, plan and payloads; absent fields have no say", async () => {
    const cases: [CacheHint | undefined, CacheHint | undefined, CacheHint[], object][] = [
      [undefined, undefined, [], { ttlMs: 0, cacheScope: "private" }],
      [{ ttlMs: 5 }, undefined, [{}], { ttlMs: 5, cacheScope: "private" }],
      [{ ttlMs: 5 }, { ttlMs: 3 }, [{ ttlMs: 9 }], { ttlMs: 3, cacheScope: "private" }],
      [undefined, undefined, [{ ttlMs: 9 }, {}, { ttlMs: 7 }], { ttlMs: 7, cacheScope: "private" }],
      [{ ttlMs: 5 }, { ttlMs: 0 }, [], { ttlMs: 0, cacheScope: "private" }],
    ];
    for (const [definition, plan, payloads, expected] of cases) {
      const items = Object.fromEntries(payloads.map((hint, at) => [`i:${at}`, cached(hint)]));
      const { read } = world({
        items,
        definition: definition === undefined ? {} : { cache: definition },
        plan: { cache: plan },
      });
      // oxlint-disable-next-line no-await-in-loop -- one world after another
      expect((await read()).cache).toEqual(expected);
    }
  });

  it("[READ-16] is public where core itself planned the one item, and nobody says otherwise", async () => {
    const gateway = createResourceGateway({
      policy: publicPolicy(),
      bindings: [
        resource({ uri: "a:pub", name: "n", cache: { ttlMs: 9, cacheScope: "public" } }, "x"),
        resourceTemplate({ uriTemplate: "a:/t/{id}", name: "n" }, ({ variables }) =>
          textPayload("x", "text/plain", {
            cache: { cacheScope: variables.id === "p" ? "public" : "private" },
          }),
        ),
        resource({ uri: "a:mixed", name: "n", cache: { cacheScope: "private" } }, () =>
          textPayload("x", "text/plain", { cache: { cacheScope: "public" } }),
        ),
        resource({ uri: "a:silent", name: "n", cache: { ttlMs: 3 } }, "x"),
      ],
    });
    for (const [uri, expected] of [
      ["a:pub", { ttlMs: 9, cacheScope: "public" }],
      ["a:/t/p", { ttlMs: 0, cacheScope: "public" }],
      ["a:/t/q", { ttlMs: 0, cacheScope: "private" }],
      ["a:mixed", { ttlMs: 0, cacheScope: "private" }],
      ["a:silent", { ttlMs: 3, cacheScope: "private" }],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one read after another
      expect((await gateway.read(uri, open)).cache).toEqual(expected);
    }
  });

  it("[READ-15] [READ-16] [case X5] never tells by being public that nothing was hidden", async () => {
    const definition = { cache: { ttlMs: 9, cacheScope: "public" } } as const;
    const alone = await world({ definition, requestedAt: 0, items: {} }).read();
    const filtered = await world({
      definition,
      requestedAt: 0,
      items: { "i:h": { visible: false } },
    }).read();
    expect(alone.cache).toEqual({ ttlMs: 9, cacheScope: "private" });
    expect(filtered.cache).toEqual(alone.cache);
  });

  it("[READ-16] is 0 and private for what is partial", async () => {
    const { read } = world({
      definition: { cache: { ttlMs: 9, cacheScope: "public" } },
      items: { "i:a": {}, "i:b": { body: throwing(new Error("x")) } },
    });
    expect((await read()).cache).toEqual({ ttlMs: 0, cacheScope: "private" });
  });
});
