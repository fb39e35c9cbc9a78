import { describe, expect, it } from "vitest";
import { gatewayPort } from "../src/adapter-port.ts";
import { createResourceGateway } from "../src/gateway.ts";
import { publicPolicy } from "../src/policy/public-policy.ts";
import { resource } from "../src/readers/function-backed.ts";
import { unavailable } from "../src/signal.ts";
import { manualClock } from "./manual-clock.ts";
import { failureOf } from "./failure-of.ts";
import { throwing } from "./read/world.ts";

interface Caller {
  readonly who: string;
}

describe("gatewayPort", () => {
  const bindings = [resource<Caller>({ uri: "a:b", name: "n" }, ({ context }) => context.who)];
  const gateway = createResourceGateway<Caller>({ policy: publicPolicy(), bindings, listTtlMs: 7 });
  const port = gatewayPort(gateway);

  it("[READ-1] keeps the scope open through conversion, until it is closed", async () => {
    const operation = port.open({ context: () => ({ who: "me" }) });
    const bundle = await operation.read("a:b");
    expect(bundle.items[0]?.text).toBe("me");
    expect(operation.operationId).toBe(bundle.operationId);
    expect(operation.signal.aborted).toBe(false);
    operation.check();
    operation.close();
    expect(operation.signal.aborted).toBe(true);
    expect(() => {
      operation.check();
    }).toThrow("Request cancelled");
  });

  it("[READ-1] notices after the read what came during conversion", async () => {
    const clock = manualClock();
    const timed = gatewayPort(
      createResourceGateway<Caller>({ policy: publicPolicy(), bindings, clock }),
    );
    const controller = new AbortController();
    const { signal } = controller;
    const cancelled = timed.open({ context: () => ({ who: "me" }), signal });
    await cancelled.read("a:b");
    controller.abort();
    expect(() => {
      cancelled.check();
    }).toThrow("Request cancelled");
    const late = timed.open({ context: () => ({ who: "me" }), timeoutMs: 50 });
    expect(late.deadline).toBe(clock.now() + 50);
    await late.read("a:b");
    clock.block(50);
    expect(() => {
      late.check();
    }).toThrow("Request took too long");
    cancelled.close();
    late.close();
    expect(clock.timers()).toBe(0);
  });

  it("[SDK-6] [case Z10] asks for the context first: nobody's reads are unavailable, their lists empty", async () => {
    for (const source of [
      () => undefined,
      () => null,
      async () => null,
      () => unavailable(),
      async () => unavailable(),
    ]) {
      const open = () => port.open({ context: source });
      for (const uri of ["a:b", "unknown:x", "no uri"]) {
        // oxlint-disable-next-line no-await-in-loop -- one after another
        expect((await failureOf(open().read(uri))).code).toBe("unavailable");
      }
      // oxlint-disable-next-line no-await-in-loop -- one after another
      expect(await open().list({})).toEqual({ items: [] });
      // oxlint-disable-next-line no-await-in-loop -- one after another
      expect(await open().listTemplates({})).toEqual({ items: [] });
      const completion = { uriTemplate: "x:/{id}", variable: "id", value: "" };
      // oxlint-disable-next-line no-await-in-loop -- one after another
      expect(await open().complete(completion)).toEqual({ values: [], total: 0, hasMore: false });
    }
  });

  it("[SDK-6] a context that cannot be had is policy_failed, alike for every URI, and bounded in time", async () => {
    const cause = new Error("private");
    for (const source of [throwing(cause), () => Promise.reject(cause)]) {
      for (const uri of ["a:b", "unknown:x", "no uri"]) {
        // oxlint-disable-next-line no-await-in-loop -- one after another
        const failure = await failureOf(port.open({ context: source }).read(uri));
        expect(failure).toMatchObject({ code: "policy_failed", cause });
        expect(failure.uri).toBeUndefined();
      }
    }
    const never = port.open({ context: () => new Promise<Caller>(() => {}), timeoutMs: 5 });
    expect((await failureOf(never.read("a:b"))).code).toBe("timeout");
  });

  it("runs each open operation once", async () => {
    const operation = port.open({ context: () => ({ who: "me" }) });
    await operation.read("a:b");
    await expect(operation.read("a:b")).rejects.toThrow("an open operation runs once");
    await expect(operation.list({})).rejects.toThrow("an open operation runs once");
    operation.close();
  });

  it("knows what an adapter needs, and only gateways of this copy", () => {
    expect(port).toMatchObject({ completes: false, listTtlMs: 7, cursorKeysGiven: false });
    const foreign = { [Symbol.for("@org/resources-core/constructed")]: "gateway" };
    expect(Reflect.get(gateway, Symbol.for("@org/resources-core/constructed"))).toBe("gateway");
    expect(() => gatewayPort(foreign as never)).toThrow(
      "this gateway was built by another copy of @org/resources-core",
    );
    for (const other of [undefined, null, {}, { ...gateway }]) {
      expect(() => gatewayPort(other as never)).toThrow(
        /a gateway is made by createResourceGateway alone/,
      );
    }
    expect(() => port.open({ context: {} as never })).toThrow(TypeError);
    expect(() => port.open(undefined as never)).toThrow(/^options must be an object \{ context,/);
    expect(() => port.open({ context: () => null, timeoutMs: -1 })).toThrow(TypeError);
  });
});
