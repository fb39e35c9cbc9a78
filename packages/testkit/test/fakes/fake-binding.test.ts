import {
  createResourceGateway,
  publicPolicy,
  type ReadBundle,
  textPayload,
  tooLarge,
  unavailable,
} from "@org/resources-core";
import { describe, expect, it } from "vitest";
import {
  after,
  failing,
  type FakeBinding,
  fakeBinding,
  inTurn,
  manualClock,
  type ManualClock,
  never,
} from "../../src/index.ts";

function read(binding: FakeBinding, uri: string, clock?: ManualClock): Promise<ReadBundle> {
  const gateway = createResourceGateway({ policy: publicPolicy(), bindings: [binding], clock });
  return gateway.read(uri, { context: {} });
}

/** Items by URI, and the codes of what is missing. */
function told({ items, issues }: ReadBundle): unknown {
  return [
    items.map(({ uri, mimeType, text, bytes }) => [uri, mimeType, text ?? bytes]),
    issues.map(({ code }) => code),
  ];
}

describe("[KIT-1] a fake binding", () => {
  it("plans its items in order and gives their bodies", async () => {
    const binding = fakeBinding({
      uri: "bundle://p",
      items: {
        "asset://p/b": "text",
        "asset://p/a": new Uint8Array([1, 2]),
        "asset://p/c": textPayload("{}", "application/json"),
      },
    });
    expect(told(await read(binding, "bundle://p"))).toEqual([
      [
        ["asset://p/b", "text/plain", "text"],
        ["asset://p/a", "application/octet-stream", new Uint8Array([1, 2])],
        ["asset://p/c", "application/json", "{}"],
      ],
      [],
    ]);
  });

  it("makes the requested target an item where the script names it", async () => {
    const binding = fakeBinding({ uri: "doc://a", items: { "doc://a": "itself" } });
    expect(told(await read(binding, "doc://a"))).toEqual([
      [["doc://a", "text/plain", "itself"]],
      [],
    ]);
  });

  it("scripts items by the template's variables", async () => {
    const binding = fakeBinding({
      uriTemplate: "bundle://all/{project}",
      items: ({ variables }) => ({ [`asset://${variables["project"]}/a`]: "text" }),
    });
    const { items } = await read(binding, "bundle://all/alps");
    expect(items.map(({ uri }) => uri)).toEqual(["asset://alps/a"]);
  });

  it("fails, is too large, or is not there, as the script says", async () => {
    const binding = fakeBinding({
      uri: "bundle://p",
      items: {
        "asset://p/a": failing(new Error("disk on fire")),
        "asset://p/b": () => unavailable(),
        "asset://p/c": () => tooLarge(),
        "asset://p/d": "text",
      },
    });
    expect(told(await read(binding, "bundle://p"))).toEqual([
      [["asset://p/d", "text/plain", "text"]],
      ["read_failed", "unavailable", "budget_exceeded"],
    ]);
  });

  it("never comes, or comes later by the given clock", async () => {
    const clock = manualClock();
    const binding = fakeBinding({
      uri: "bundle://p",
      items: { "asset://p/a": never(), "asset://p/b": after(500, "late", clock) },
    });
    const reading = read(binding, "bundle://p", clock);
    await settled();
    clock.advance(10_000); // the first item's time
    await settled();
    clock.advance(500);
    expect(told(await reading)).toEqual([[["asset://p/b", "text/plain", "late"]], ["timeout"]]);
    expect(clock.pending()).toBe(0);
  });

  it("comes later by real time, too", async () => {
    const binding = fakeBinding({ uri: "doc://a", items: { "doc://a": after(1, "late") } });
    expect((await read(binding, "doc://a")).items[0]?.text).toBe("late");
  });

  it("gives other bodies in turn, the last one from then on", async () => {
    const script = inTurn("first", failing(new Error("then broken")), "last");
    const binding = fakeBinding({ uri: "doc://a", items: { "doc://a": script } });
    const texts = [];
    for (let times = 0; times < 4; times += 1) {
      // oxlint-disable-next-line no-await-in-loop -- in turn
      const bundle = await read(binding, "doc://a").catch(() => undefined);
      texts.push(bundle?.items[0]?.text);
    }
    expect(texts).toEqual(["first", undefined, "last", "last"]);
  });

  it("calls a script with target and scope", async () => {
    const binding = fakeBinding({
      uri: "doc://a",
      items: { "doc://a": ({ uri }, { maxBytes }) => `${uri} up to ${maxBytes}` },
    });
    expect((await read(binding, "doc://a")).items[0]?.text).toBe("doc://a up to 4194304");
  });

  it("records its calls", async () => {
    const binding = fakeBinding({ uri: "bundle://p", items: { "asset://p/a": "text" } });
    const { operationId } = await read(binding, "bundle://p");
    expect(binding.calls).toEqual([
      { callback: "resolve", uri: "bundle://p", operationId },
      { callback: "read", uri: "asset://p/a", operationId, maxBytes: 4_194_304 },
    ]);
  });

  it("keeps the definition's fields, and has a name without one", () => {
    expect(fakeBinding({ uri: "doc://a", title: "A", items: {} }).definition).toEqual({
      uri: "doc://a",
      name: "fake",
      title: "A",
    });
  });
});

function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
