import { contentsByteLength } from "@org/resources-reporting";
import { describe, expect, it } from "vitest";
import { ResourceFailure } from "../../src/failure.ts";
import { createResourceGateway } from "../../src/gateway.ts";
import { blobPayload, textPayload } from "../../src/identity/payload.ts";
import { createReadPlan } from "../../src/identity/plan.ts";
import { createTarget } from "../../src/identity/target.ts";
import { publicPolicy } from "../../src/policy/public-policy.ts";
import { resource, resourceTemplate } from "../../src/readers/function-backed.ts";
import { invalidVariable, tooLarge, unavailable } from "../../src/signal.ts";
import { manualClock } from "../manual-clock.ts";
import { failureOf } from "../failure-of.ts";
import { type ScriptedItem, throwing, world } from "./world.ts";

/** A text body of so many bytes. */
const bytes = (count: number, character = "x"): ScriptedItem => ({
  body: () => textPayload(character.repeat(count), "text/plain"),
});

const refusing = () => invalidVariable("id", "a number");

const blob = (count: number): ScriptedItem => ({
  body: () => blobPayload(new Uint8Array(count), "image/png"),
});

const REPORT = 4096;
/** Payload limits with `total` bytes for bodies. */
const payloadLimits = (own: number, total: number) => ({
  maxItemPayloadBytes: own,
  maxPayloadBytes: total + REPORT,
  reportPayloadBytes: REPORT,
});

describe("reading bodies", () => {
  it.each<[string, () => unknown, string]>([
    ["unavailable()", () => unavailable(), "unavailable"],
    ["tooLarge()", () => tooLarge(), "budget_exceeded"],
    ["an error", throwing(new Error("x")), "read_failed"],
    ["undefined", throwing(undefined), "read_failed"],
    [
      "a failure of its own",
      throwing(new ResourceFailure("cancelled", { operationId: "x" })),
      "read_failed",
    ],
    ["invalidVariable()", () => invalidVariable("id", "a number"), "read_failed"],
    ["textPayload's error", () => textPayload("\ud800", "text/plain"), "invalid_content"],
    ["blobPayload's error", () => blobPayload(new Uint8Array(1), "png"), "invalid_content"],
    ["createTarget's error", () => createTarget({ uri: "" }), "read_failed"],
  ])("[READ-6] makes of %s an issue, sync or async, and goes on", async (_, thrower, code) => {
    for (const body of [thrower, async () => thrower(), () => Promise.resolve().then(thrower)]) {
      // oxlint-disable-next-line no-await-in-loop -- one world after another
      const result = await world({ items: { "i:a": {}, "i:b": { body }, "i:c": {} } }).read();
      expect(result.items.map(({ uri }) => uri)).toEqual(["i:a", "i:c"]);
      expect(result.issues).toMatchObject([{ code, retryable: code === "read_failed" }]);
    }
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a string", "text"],
    ["bytes", new Uint8Array(1)],
    ["a look-alike", { text: "x", mimeType: "text/plain" }],
    ["a spread payload", { ...textPayload("x", "text/plain") }],
    ["a proxy of a payload", new Proxy(textPayload("x", "text/plain"), {})],
    ["a plan", createReadPlan(createTarget({ uri: "a:b" }))],
  ])("[READ-6] [FN-4] makes of %s invalid_content", async (_, answer) => {
    const body = () => answer;
    const result = await world({ items: { "i:a": {}, "i:b": { body } } }).read();
    expect(result.issues).toMatchObject([{ code: "invalid_content" }]);
    const failure = await world({ items: { "i:b": { body } } }).failure();
    expect(failure.code).toBe("no_items");
    expect(String(failure.cause)).toContain("i:b");
  });

  it("[READ-6] says of a payload that another copy of the package made it", async () => {
    const foreign = { [Symbol.for("@org/resources-core/constructed")]: "payload" };
    const failure = await world({ items: { "i:b": { body: () => foreign } } }).failure();
    const { cause } = failure.cause as Error;
    expect(String(cause)).toContain(
      "this payload was built by another copy of @org/resources-core",
    );
  });

  it("[READ-6] lets a function-backed template's reader refuse a variable, and no other reader", async () => {
    const gateway = createResourceGateway({
      policy: publicPolicy(),
      bindings: [
        resourceTemplate({ uriTemplate: "t://h/{id}", name: "t" }, refusing),
        resource({ uri: "t://exact", name: "e" }, refusing),
      ],
    });
    const request = { context: undefined };
    expect(await failureOf(gateway.read("t://h/x", request))).toMatchObject({
      code: "invalid_capture",
      variable: "id",
      expectation: "a number",
    });
    expect((await failureOf(gateway.read("t://exact", request))).code).toBe("no_items");
  });

  it("[READ-6] gives each item its own time, signal and deadline, and goes on with its siblings", async () => {
    const clock = manualClock();
    const signals: AbortSignal[] = [];
    const deadlines: number[] = [];
    const { read } = world({
      clock,
      limits: { itemTimeoutMs: 100, readTimeoutMs: 1000 },
      items: {
        "i:a": {
          body: (_, scope) => {
            signals.push(scope.signal);
            deadlines.push(scope.deadline);
            return new Promise(() => {});
          },
        },
        "i:b": {
          body: (_, scope) => {
            signals.push(scope.signal);
            deadlines.push(scope.deadline);
            return textPayload("b", "text/plain");
          },
        },
      },
    });
    const reading = read();
    await clock.advance(99);
    expect(signals).toHaveLength(1);
    await clock.advance(1);
    const result = await reading;
    expect(result.items.map(({ uri }) => uri)).toEqual(["i:b"]);
    expect(result.issues).toMatchObject([{ code: "timeout" }]);
    expect(deadlines).toEqual([clock.now(), clock.now() + 100]);
    expect(signals[0]?.reason).toHaveProperty("name", "TimeoutError");
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(clock.timers()).toBe(0);
  });

  it("[READ-6] holds readers that answer at once, but late, to the item's time as well", async () => {
    const clock = manualClock();
    const late = (body: () => unknown) => () => {
      clock.block(100);
      return body();
    };
    const result = await world({
      clock,
      limits: { itemTimeoutMs: 100 },
      items: {
        "i:a": { body: late(() => textPayload("a", "text/plain")) },
        "i:b": { body: late(throwing(new Error("x"))) },
        "i:c": { body: late(() => Promise.resolve(textPayload("c", "text/plain"))) },
        "i:d": {},
      },
    }).read();
    expect(result.items.map(({ uri }) => uri)).toEqual(["i:d"]);
    expect(result.issues.map(({ code }) => code)).toEqual(["timeout", "timeout", "timeout"]);
  });

  it("[READ-6] reads one body after another, in plan order", async () => {
    let running = 0;
    const body: ScriptedItem["body"] = async ({ uri }) => {
      running += 1;
      expect(running).toBe(1);
      await new Promise(setImmediate);
      running -= 1;
      return textPayload(uri, "text/plain");
    };
    const { read } = world({ items: { "i:c": { body }, "i:a": { body }, "i:b": { body } } });
    expect((await read()).items.map(({ uri }) => uri)).toEqual(["i:c", "i:a", "i:b"]);
  });
});

describe("admission", () => {
  it("[LIM-4] goes on after a body over its own limit, and stops at one over what remains", async () => {
    const { read, calls } = world({
      limits: payloadLimits(10, 25),
      items: {
        "i:own": bytes(11),
        "i:a": bytes(10),
        "i:b": bytes(10),
        "i:rest": bytes(6),
        "i:never": bytes(1),
        "i:denied": { ...bytes(1), read: false },
      },
    });
    const result = await read();
    expect(result.items.map(({ uri }) => uri)).toEqual(["i:a", "i:b"]);
    expect(result.issues.map(({ code }) => code)).toEqual([
      "budget_exceeded",
      "budget_exceeded",
      "budget_exceeded",
      "unavailable",
    ]);
    expect(calls.filter((call) => call.startsWith("body"))).toEqual([
      "body i:own",
      "body i:a",
      "body i:b",
      "body i:rest",
    ]);
  });

  it("[LIM-4] admits to the last byte of payload", async () => {
    const limits = payloadLimits(10, 25);
    const fits = world({
      limits,
      items: { "i:a": bytes(10), "i:b": bytes(10), "i:c": bytes(5) },
    });
    expect((await fits.read()).partial).toBe(false);
    const over = world({
      limits,
      items: { "i:a": bytes(10), "i:b": bytes(10), "i:c": bytes(6) },
    });
    expect((await over.read()).partial).toBe(true);
    // Four bytes each in UTF-8, two units in UTF-16.
    const emoji = await world({
      limits,
      items: { "i:a": bytes(2, "😀"), "i:b": bytes(3, "😀") },
    }).read();
    expect(emoji.issues).toMatchObject([{ code: "budget_exceeded" }]);
    expect(emoji.items).toHaveLength(1);
  });

  it("[LIM-5] tells each reader how much its body may still be", async () => {
    const seen: number[] = [];
    const item = (count: number): ScriptedItem => ({
      body: (_, { maxBytes }) => {
        seen.push(maxBytes);
        return textPayload("é".repeat(count / 2), "text/plain");
      },
    });
    await world({
      limits: payloadLimits(10, 25),
      items: { "i:a": item(10), "i:b": item(10), "i:c": item(4), "i:d": item(0) },
    }).read();
    expect(seen).toEqual([10, 10, 5, 1]);
  });

  it("[LIM-4] counts a body cut short as over what bounded it: its own limit, or what remains", async () => {
    const cut: ScriptedItem = { body: () => tooLarge() };
    const own = world({
      limits: payloadLimits(10, 25),
      items: { "i:a": bytes(10), "i:cut": cut, "i:b": bytes(10) },
    });
    expect((await own.read()).items.map(({ uri }) => uri)).toEqual(["i:a", "i:b"]);
    const rest = world({
      limits: payloadLimits(10, 15),
      items: { "i:a": bytes(10), "i:cut": cut, "i:b": bytes(1) },
    });
    const result = await rest.read();
    expect(result.items.map(({ uri }) => uri)).toEqual(["i:a"]);
    expect(result.issues.map(({ code }) => code)).toEqual(["budget_exceeded", "budget_exceeded"]);
    expect(rest.calls).not.toContain("body i:b");
    // What remains is exactly the item's own limit: that is what bounded it.
    const even = world({
      limits: payloadLimits(10, 20),
      items: { "i:a": bytes(10), "i:cut": cut, "i:b": bytes(10) },
    });
    expect((await even.read()).items.map(({ uri }) => uri)).toEqual(["i:a", "i:b"]);
  });

  it("[LIM-4] bounds an item by the total less the report's reserve, where that is less than its own limit", async () => {
    const limits = payloadLimits(1000, 25);
    const over = await world({ limits, items: { "i:a": bytes(26), "i:b": bytes(25) } }).read();
    expect(over.items.map(({ uri }) => uri)).toEqual(["i:b"]);
  });

  it("[LIM-3] [LIM-4] [LIM-5] admits to the last byte on the wire, framing and report reserved", async () => {
    const total = 1000;
    const limits = {
      reportEncodedBytes: 1024,
      maxEncodedBytes: total + 1024 + 8192 + 256,
      maxItemEncodedBytes: 600,
    };
    const frame = contentsByteLength({ uri: "i:a", mimeType: "text/plain", text: "" });
    const sized = (encoded: number) => bytes((encoded - frame) / 2, '"');
    const boundary = frame % 2 === 0 ? 600 : 599;
    const cases: [number[], number, boolean][] = [
      // sizes, admitted, whether the last was tried
      [[boundary], 1, true],
      [[boundary + 2], 0, true],
      [[boundary, boundary + 2, 200 + (boundary % 2)], 2, true],
      [[boundary, total - boundary - ((total - 2 * boundary) % 2)], 2, true],
      [
        [boundary, total - boundary + 2 - ((total - 2 * boundary) % 2), 200 + (boundary % 2)],
        1,
        false,
      ],
    ];
    for (const [sizes, admitted, isLastTried] of cases) {
      const items = Object.fromEntries(sizes.map((size, at) => [`i:${"abc"[at]}`, sized(size)]));
      const { read, calls } = world({ limits, items: { ...items, "i:z": { read: false } } });
      // oxlint-disable-next-line no-await-in-loop -- one world after another
      const result = await read().catch(() => ({ items: [] }));
      const last = `body i:${"abc"[sizes.length - 1]}`;
      expect([sizes, result.items.length, calls.includes(last)]).toEqual([
        sizes,
        admitted,
        isLastTried,
      ]);
    }
  });

  it("[LIM-4] counts base64 and escapes on the wire", async () => {
    const limits = { maxItemEncodedBytes: 300 };
    const result = await world({
      limits,
      items: {
        "i:a": blob(180),
        "i:b": blob(200),
        "i:c": bytes(130, "\n"),
        "i:d": bytes(60, "\u0001"),
      },
    }).read();
    expect(result.items.map(({ uri }) => uri)).toEqual(["i:a"]);
    expect(result.issues).toHaveLength(3);
  });

  it("[LIM-4] stops at maxItems before another body is read", async () => {
    const { read, calls } = world({
      limits: { maxItems: 2 },
      items: {
        "i:x": { body: throwing(new Error("x")) },
        "i:a": {},
        "i:b": {},
        "i:c": {},
        "i:d": {},
      },
    });
    const result = await read();
    expect(result.items.map(({ uri }) => uri)).toEqual(["i:a", "i:b"]);
    expect(result.contents).toHaveLength(3);
    expect(result.issues.map(({ code }) => code)).toEqual([
      "read_failed",
      "budget_exceeded",
      "budget_exceeded",
    ]);
    expect(calls).not.toContain("body i:c");
  });

  it("[READ-11] reports progress after each item; total is what the first round permitted", async () => {
    const { read, progress } = world({
      limits: { maxItems: 2 },
      items: {
        "i:hidden": { visible: false },
        "i:a": {},
        "i:denied": { read: false },
        "i:fails": { body: throwing(new Error("x")) },
        "i:b": {},
        "i:c": {},
      },
    });
    await read();
    expect(progress).toEqual([
      { completed: 1, total: 4 },
      { completed: 2, total: 4 },
      { completed: 3, total: 4 },
      { completed: 4, total: 4 },
    ]);
    expect(Object.isFrozen(progress[0])).toBe(true);
  });

  it("[READ-11] neither awaits onProgress nor minds what it throws", async () => {
    const { read } = world({ items: { "i:a": {}, "i:b": {} } });
    const answers = [
      throwing(new Error("x")),
      () => Promise.reject(new Error("x")),
      () => new Promise(() => {}),
    ];
    for (const onProgress of answers) {
      // oxlint-disable-next-line no-await-in-loop -- one read after another
      expect((await read({ onProgress })).items).toHaveLength(2);
    }
    await expect(read({ onProgress: 1 })).rejects.toThrow(TypeError);
    await new Promise(setImmediate);
  });
});
