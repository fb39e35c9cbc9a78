import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it.each([
  ["immediates", globalThis.setImmediate],
  ["messages, where there are no immediates", undefined],
])("a turn by %s comes after what microtasks put off to the next turn", async (_by, immediate) => {
  vi.stubGlobal("setImmediate", immediate);
  vi.resetModules();
  const { loopTurns } = await import("../../src/explorer/loop-turn.ts");
  const turns = loopTurns();
  try {
    const order: string[] = [];
    const deep = async (): Promise<void> => {
      for (let index = 0; index < 100; index += 1) {
        // oxlint-disable-next-line no-await-in-loop -- microtask after microtask
        await Promise.resolve();
      }
      order.push("microtasks");
      immediate?.(() => order.push("immediate"));
    };
    void deep();
    await turns.next();
    order.push("turn");
    expect(order).toEqual(
      immediate === undefined ? ["microtasks", "turn"] : ["microtasks", "immediate", "turn"],
    );
  } finally {
    turns.close();
  }
});

it("[KIT-4] the explorer works by messages, too", async () => {
  vi.stubGlobal("setImmediate", undefined);
  vi.resetModules();
  const { exploreReads } = await import("../../src/index.ts");
  const { createResourceGateway } = await import("@org/resources-core");
  const scenario = { uri: "doc://a", items: ["doc://a"], changes: [{ deny: "doc://a" }] };
  expect(await exploreReads(createResourceGateway, scenario, { runs: 30 })).toEqual({
    runs: 30,
    exhausted: true,
  });
});
