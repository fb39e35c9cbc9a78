import { describe, expect, it } from "vitest";
import { unavailable } from "../../src/signal.ts";
import { textPayload } from "../../src/identity/payload.ts";
import { throwing, world } from "./world.ts";

const shown = () => ({ visible: true, discloseIssueUri: true });
const covered = () => ({ visible: true });
const random = (n: number) => new Uint8Array(n).fill(171);

const uris = (bundle: { readonly items: readonly { readonly uri: string }[] }) =>
  bundle.items.map(({ uri }) => uri);

describe("the second round", () => {
  it("[READ-7] asks visible of every item, read of those visible, the requested target, then discover", async () => {
    const { read, calls } = world({
      items: { "i:a": {}, "i:b": { visible: [false, true] }, "i:c": { visible: [true, false] } },
    });
    await read();
    expect(calls.slice(calls.indexOf("body i:c") + 1)).toEqual([
      "visible i:a",
      "visible i:b",
      "visible i:c",
      "read i:a",
      "read i:b",
      "visible bundle://b",
      "read bundle://b",
      "discover",
    ]);
  });

  it("[READ-7] decides a requested target that is an item in its place, and not again", async () => {
    const { read, calls } = world({ items: { "i:a": {} }, requestedAt: 1 });
    await read();
    expect(calls.slice(calls.indexOf("body bundle://b") + 1)).toEqual([
      "visible i:a",
      "visible bundle://b",
      "read i:a",
      "read bundle://b",
      "discover",
    ]);
  });

  it("[READ-7] [case Z9] removes what was revoked meanwhile: hidden without a trace, denied with an issue", async () => {
    const hidden = await world({ items: { "i:a": {}, "i:b": { visible: [true, false] } } }).read();
    expect(uris(hidden)).toEqual(["i:a"]);
    expect(hidden).toMatchObject({ partial: false, issues: [], issuesOmitted: 0 });
    const denied = await world({ items: { "i:a": {}, "i:b": { read: [true, false] } } }).read();
    expect(uris(denied)).toEqual(["i:a"]);
    expect(denied.issues).toMatchObject([{ code: "unavailable" }]);
  });

  it("[READ-7] reads nothing late: newly visible and newly allowed items stay out, with an issue", async () => {
    const { read, calls } = world({
      items: { "i:a": {}, "i:b": { visible: [false, true] }, "i:c": { read: [false, true] } },
    });
    const result = await read();
    expect(uris(result)).toEqual(["i:a"]);
    expect(result.issues.map(({ code }) => code)).toEqual(["unavailable", "unavailable"]);
    expect(calls).not.toContain("body i:b");
    expect(calls).not.toContain("body i:c");
  });

  it("[READ-7] is unavailable where the requested target or the definition was revoked", async () => {
    for (const options of [
      { requested: { visible: [true, false] } },
      { requested: { read: [true, false] } },
      { requested: { read: [true, () => unavailable()] } },
      { requestedAt: 0, requested: { visible: [true, false] } },
      { discover: [true, false] },
      { discover: [true, () => unavailable()] },
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one world after another
      const failure = await world({ items: { "i:a": {} }, ...options }).failure();
      expect(failure.code).toBe("unavailable");
      expect(failure.report).toBeUndefined();
    }
  });

  it("[READ-7] happens also when no body was read", async () => {
    const empty = world({ items: {} });
    expect((await empty.read()).items).toEqual([]);
    expect(empty.calls).toEqual([
      "discover",
      "resolve",
      "visible bundle://b",
      "read bundle://b",
      "visible bundle://b",
      "read bundle://b",
      "discover",
    ]);
    const hidden = world({ items: { "i:a": { visible: false } }, discover: [true, false] });
    expect((await hidden.failure()).code).toBe("unavailable");
  });

  it("[READ-7] refills nothing with the space that revoked items leave", async () => {
    const { read, calls } = world({
      limits: { maxItems: 1 },
      items: { "i:a": { visible: [true, false] }, "i:b": {} },
    });
    // What is left is one visible item that did not fit, so there is nothing to return.
    await expect(read()).rejects.toMatchObject({ code: "no_items" });
    expect(calls).not.toContain("body i:b");
  });
});

describe("issues", () => {
  const failing = { body: throwing(new Error("private")) };

  it("[READ-8] stand in plan order, one an item, each for what became of it", async () => {
    const { read } = world({
      items: {
        "i:late": { visible: [false, true] },
        "i:denied": { read: false },
        "i:fails": failing,
        "i:a": {},
        "i:revoked": { read: [true, false] },
        "i:empty": { body: () => undefined },
        "i:gone": { ...failing, visible: [true, false] },
        "i:both": { ...failing, read: [true, false] },
      },
    });
    expect((await read()).issues.map(({ code }) => code)).toEqual([
      "unavailable",
      "unavailable",
      "read_failed",
      "unavailable",
      "invalid_content",
      "unavailable",
    ]);
  });

  it("[READ-8] are cut by maxIssues and by the report's space, and both cuts are counted", async () => {
    const items = Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [`i:${at}`, { read: false }]),
    );
    const few = await world({ limits: { maxIssues: 3 }, items: { "i:a": {}, ...items } }).read();
    expect(few.issues).toHaveLength(3);
    expect(few.issuesOmitted).toBe(7);
    const narrow = await world({
      limits: { reportPayloadBytes: 256, maxIssues: 8 },
      items: { "i:a": {}, ...items },
    }).read();
    expect(narrow.issues).toHaveLength(2);
    expect(narrow.issuesOmitted).toBe(8);
    expect(narrow._meta).toEqual({
      "go.phpboyscout.uk/mcp.resourceRead": {
        version: 1,
        partial: true,
        issues: narrow.issues,
        issuesOmitted: 8,
      },
    });
  });

  it("[READ-12] name a URI only if the final visible answer discloses it", async () => {
    const long = `i:${"x".repeat(255)}`;
    const { read } = world({
      requestedAt: 0,
      requested: { visible: shown, body: throwing(new Error("x")) },
      items: {
        "i:a": {},
        "i:first": { ...failing, visible: [shown, covered] },
        "i:final": { ...failing, visible: [covered, shown] },
        "i:plain": failing,
        "i:denied": { visible: shown, read: false },
        "i:late": { visible: [false, shown] },
        [long]: { ...failing, visible: shown },
        [long.slice(0, 256)]: { ...failing, visible: shown },
      },
    });
    expect((await read()).issues.map(({ uri }) => uri)).toEqual([
      "bundle://b",
      undefined,
      "i:final",
      undefined,
      "i:denied",
      "i:late",
      undefined,
      long.slice(0, 256),
    ]);
  });

  it("[READ-9] fail the read where nothing survives: unavailable if all are, else no_items with the report", async () => {
    const unavailableItem = { body: () => unavailable() };
    const all = await world({
      items: { "i:a": { read: false }, "i:b": unavailableItem },
    }).failure();
    expect(all).toMatchObject({ code: "unavailable", retryable: false });
    expect(all.report).toBeUndefined();

    const retryable = await world({ items: { "i:a": { read: false }, "i:b": failing } }).failure();
    expect(retryable).toMatchObject({ code: "no_items", retryable: true });
    expect(retryable.report).toEqual({
      version: 1,
      partial: false,
      issues: [
        { code: "unavailable", message: "This item is not available.", retryable: false },
        { code: "read_failed", message: "This item could not be read.", retryable: true },
      ],
      issuesOmitted: 0,
    });
    const final = await world({ items: { "i:b": { body: () => undefined } } }).failure();
    expect(final).toMatchObject({ code: "no_items", retryable: false });
  });

  it("[READ-9] count omitted issues when they say why nothing survives", async () => {
    const items = { "i:a": { read: false }, "i:b": { read: false }, "i:c": failing };
    const failure = await world({ limits: { maxIssues: 1 }, items }).failure();
    expect(failure).toMatchObject({ code: "no_items", retryable: true });
    expect(failure.report).toMatchObject({ issues: [{ code: "unavailable" }], issuesOmitted: 2 });
  });

  it("[READ-9] carry the hosts' causes for the host alone", async () => {
    const cause = new Error("private");
    const one = await world({ items: { "i:a": { body: throwing(cause) } } }).failure();
    expect(one.cause).toMatchObject({ uri: "i:a", code: "read_failed", cause });
    const two = await world({
      items: { "i:a": { body: throwing(cause) }, "i:b": failing },
    }).failure();
    expect(two.cause).toBeInstanceOf(AggregateError);
    expect(JSON.stringify(two)).not.toContain("private");
  });
});

describe("bundles", () => {
  const failing = { body: throwing(new Error("private")) };
  const id = "ab".repeat(16);

  it("[READ-9] of a complete read have no warning, and carry the report all the same, byte for byte", async () => {
    const bundle = await world({ random, items: { "i:a": {}, "i:h": { visible: false } } }).read();
    expect(JSON.stringify(bundle)).toBe(
      '{"items":[{"uri":"i:a","mimeType":"text/plain","text":"i:a"}],' +
        '"contents":[{"uri":"i:a","mimeType":"text/plain","text":"i:a"}],' +
        '"partial":false,"issues":[],"issuesOmitted":0,' +
        '"_meta":{"go.phpboyscout.uk/mcp.resourceRead":{"version":1,"partial":false,"issues":[],"issuesOmitted":0}},' +
        '"cache":{"ttlMs":0,"cacheScope":"private"},"operationId":"abababababababababababab"}',
    );
    expect(bundle.contents).toBe(bundle.items);
  });

  it("[READ-9] of a partial read say so first, byte for byte", async () => {
    const bundle = await world({ random, items: { "i:a": {}, "i:b": failing } }).read();
    const report =
      '{"version":1,"partial":true,"issues":[{"code":"read_failed","message":"This item could not be read.","retryable":true}],"issuesOmitted":0}';
    expect(bundle.contents[0]).toBe(bundle.warning);
    expect(bundle.contents.slice(1)).toEqual(bundle.items);
    expect(JSON.stringify(bundle.warning)).toBe(
      JSON.stringify({
        uri: `mcp-warning://read/${id}`,
        mimeType: "text/plain",
        text: `Incomplete bundle.\n${report}`,
        _meta: {
          "go.phpboyscout.uk/mcp.resourceRead": { diagnostic: true, inlineOnly: true },
        },
      }),
    );
    expect(JSON.stringify(bundle._meta)).toBe(`{"go.phpboyscout.uk/mcp.resourceRead":${report}}`);
    expect(bundle.cache).toEqual({ ttlMs: 0, cacheScope: "private" });
  });

  it("[READ-9] [case C5] carry the requested target under the request's own bytes", async () => {
    const { gateway } = world({ requestedAt: 0, items: { "i:a": {} } });
    const { items } = await gateway.read("BUNDLE://b", { context: undefined });
    expect(items.map(({ uri }) => uri)).toEqual(["BUNDLE://b", "i:a"]);
  });

  it("[READ-9] [case R10] of an empty authorized selection succeed: no items, no warning", async () => {
    for (const items of [{}, { "i:a": { visible: false } }]) {
      // oxlint-disable-next-line no-await-in-loop -- one world after another
      const bundle = await world({ items }).read();
      expect(bundle).toMatchObject({ items: [], contents: [], partial: false });
      expect(bundle.warning).toBeUndefined();
    }
  });

  it("is frozen through and through, and shares no bytes with anybody", async () => {
    const bundle = await world({
      items: {
        "i:a": { body: () => textPayload("a", "text/plain", { _meta: { deep: [{ a: 1 }] } }) },
        "i:b": failing,
      },
    }).read();
    const frozen = (value: unknown): boolean =>
      typeof value !== "object" ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(frozen));
    expect(frozen(bundle)).toBe(true);
  });
});
