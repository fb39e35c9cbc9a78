import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { gatewayPort } from "../../src/adapter-port.ts";
import { createResourceGateway } from "../../src/gateway.ts";
import { textPayload } from "../../src/identity/payload.ts";
import { createReadPlan } from "../../src/identity/plan.ts";
import { createTarget } from "../../src/identity/target.ts";
import type { GatewayEvent } from "../../src/observer.ts";
import { publicPolicy } from "../../src/policy/public-policy.ts";
import { resourceTemplate } from "../../src/readers/function-backed.ts";
import { manualClock } from "../manual-clock.ts";
import { failureOf } from "../failure-of.ts";
import { BUNDLE, throwing, world } from "./world.ts";

const quiet = () => undefined;
const random = (n: number) => new Uint8Array(n);

/** Events without what differs from run to run. */
function plain(events: readonly GatewayEvent[]): object[] {
  return events.map((event) => {
    const shown = { ...event };
    Reflect.deleteProperty(shown, "operationId");
    return shown;
  });
}

describe("an observer", () => {
  it("[OBS-1] is told of each station, in order, with durations, sizes and codes", async () => {
    const clock = manualClock();
    const cause = new Error("private");
    const { read, events } = world({
      clock,
      observe: quiet,
      limits: { maxItemPayloadBytes: 10 },
      items: {
        "i:a": {
          body: () => {
            clock.block(7);
            return textPayload("é", "text/plain");
          },
        },
        "i:hidden": { visible: false },
        "i:denied": { read: false },
        "i:fails": { body: throwing(cause) },
        "i:large": { body: () => textPayload("x".repeat(11), "text/plain") },
      },
    });
    await read();
    const at0 = { elapsedMs: 0, durationMs: 0 };
    const at7 = { elapsedMs: 7, durationMs: 0 };
    const decide = { type: "decide", hidden: 0, denied: 0, permitted: 1 };
    const budget = { limit: "maxItemPayloadBytes", bytes: 11, allowed: 10 };
    expect(plain(events)).toEqual([
      { type: "read.start", uri: BUNDLE, elapsedMs: 0 },
      { type: "select", candidates: 1, definition: BUNDLE, ...at0 },
      { ...decide, round: 1, station: "discover", ...at0 },
      { type: "resolve", items: 5, ...at0 },
      { ...decide, round: 1, station: "requested", ...at0 },
      { ...decide, round: 1, station: "items", permitted: 3, hidden: 1, denied: 1, ...at0 },
      {
        type: "item",
        index: 0,
        uri: "i:a",
        outcome: "read",
        payloadBytes: 2,
        encodedBytes: 49,
        elapsedMs: 7,
        durationMs: 7,
      },
      { type: "item", index: 3, uri: "i:fails", outcome: "read_failed", cause, ...at7 },
      { type: "budget", index: 4, uri: "i:large", budget, stopped: false, elapsedMs: 7 },
      {
        type: "item",
        index: 4,
        uri: "i:large",
        outcome: "budget_exceeded",
        cause: undefined,
        ...at7,
      },
      { ...decide, round: 2, station: "items", permitted: 3, hidden: 1, denied: 1, ...at7 },
      { ...decide, round: 2, station: "requested", ...at7 },
      { ...decide, round: 2, station: "discover", ...at7 },
      { type: "issue", index: 2, uri: "i:denied", code: "unavailable", elapsedMs: 7 },
      { type: "issue", index: 3, uri: "i:fails", code: "read_failed", elapsedMs: 7 },
      { type: "issue", index: 4, uri: "i:large", code: "budget_exceeded", elapsedMs: 7 },
      {
        type: "read.end",
        outcome: "ok",
        items: 1,
        partial: true,
        payloadBytes: expect.any(Number) as number,
        encodedBytes: expect.any(Number) as number,
        elapsedMs: 7,
        durationMs: 7,
      },
    ]);
    expect(new Set(events.map(({ operationId }) => operationId)).size).toBe(1);
    expect(events.every((event) => Object.isFrozen(event))).toBe(true);
  });

  it("[OBS-1] [READ-13] learns why an operation failed, and of which operation the failure is", async () => {
    const cause = new Error("private");
    const { failure, events } = world({ observe: quiet, discover: throwing(cause) });
    const { operationId } = await failure();
    expect(events.at(-1)).toMatchObject({
      type: "read.end",
      operationId,
      outcome: "policy_failed",
      cause,
      items: 0,
    });
  });

  it("[OBS-1] is told of lists, completions and of operations that nobody's context began", async () => {
    const events: GatewayEvent[] = [];
    const contexts: unknown[] = [];
    const gateway = createResourceGateway<string>({
      policy: publicPolicy(),
      observer: (event, scope) => {
        events.push(event);
        contexts.push(scope.context);
      },
      bindings: [
        resourceTemplate(
          { uriTemplate: "a:/{id}", name: "n", complete: { id: () => ["x", "y"] } },
          () => "",
        ),
      ],
    });
    const request = { context: "who" };
    await gateway.list({}, request);
    await gateway.listTemplates({}, request);
    await gateway.complete({ uriTemplate: "a:/{id}", variable: "id", value: "" }, request);
    const { open } = gatewayPort(gateway);
    await failureOf(open({ context: throwing(new Error("private")) }).read("a:/x"));
    await open({ context: () => null }).list({});
    expect(events.map(({ type }) => type)).toEqual([
      "list.start",
      "list.end",
      "list.start",
      "list.end",
      "complete.start",
      "complete.end",
      "read.start",
      "read.end",
      "list.start",
      "list.end",
    ]);
    expect(events[1]).toMatchObject({ method: "resources", outcome: "ok", items: 0 });
    expect(events[3]).toMatchObject({ method: "templates", outcome: "ok", items: 1 });
    expect(events[5]).toMatchObject({ outcome: "ok", values: 2 });
    expect(events[7]).toMatchObject({ outcome: "policy_failed", cause: new Error("private") });
    expect(contexts).toEqual([
      ...Array<string>(6).fill("who"),
      ...Array<undefined>(4).fill(undefined),
    ]);
  });

  it("[OBS-1] [case X11] changes nothing by throwing, rejecting or hanging", async () => {
    const options = { items: { "i:a": {}, "i:b": { body: throwing(new Error("x")) } } };
    const expected = await world({ ...options, random }).read();
    for (const observe of [
      throwing(new Error("x")),
      throwing(undefined),
      () => Promise.reject(new Error("x")),
      () => new Promise(() => {}),
      (event: GatewayEvent) => {
        Object.assign(event, { type: "other" });
      },
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one world after another
      expect(await world({ ...options, random, observe }).read()).toEqual(expected);
    }
    await new Promise(setImmediate);
  });

  it("[OBS-1] [TGT-1] sees no authorization data and no body, and private causes only as a cause", async () => {
    const requested = createTarget({ uri: BUNDLE, authorizationData: { SECRET: 1 } });
    const item = createTarget({ uri: "i:a", authorizationData: "SECRET" });
    const { read, events } = world({
      observe: quiet,
      resolve: () => createReadPlan(requested, [requested, item]),
      policy: { visible: () => true, read: () => true },
      items: { "i:a": { body: throwing(new Error("PRIVATE")) } },
    });
    await read().catch(() => {});
    const told = events.map((event) => ({ ...event, cause: undefined }));
    expect(inspect(told, { depth: 9, showHidden: true })).not.toMatch(/SECRET|PRIVATE|text\/plain/);
    expect(events.length).toBeGreaterThan(8);
  });

  it("[OBS-1] is told when a read has to wait, and of a budget that ends admission", async () => {
    const { gateway, events } = world({
      observe: quiet,
      limits: { maxConcurrentReads: 1, maxItems: 1 },
      items: { "i:a": { body: async () => textPayload("a", "text/plain") }, "i:b": {} },
    });
    const request = { context: undefined };
    await Promise.all([gateway.read(BUNDLE, request), gateway.read(BUNDLE, request)]);
    expect(events.find(({ type }) => type === "queue")).toMatchObject({ waiting: 1, running: 1 });
    expect(events.find(({ type }) => type === "budget")).toMatchObject({
      stopped: true,
      uri: "i:b",
      budget: { limit: "maxItems", bytes: 2, allowed: 1 },
    });
  });
});
