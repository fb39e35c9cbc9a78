import { describe, expect, it } from "vitest";
import type { Clock } from "../src/clock.ts";
import { createResourceGateway } from "../src/gateway.ts";
import type { GatewayOptions } from "../src/operation.ts";
import { publicPolicy } from "../src/policy/public-policy.ts";
import { resource } from "../src/readers/function-backed.ts";
import { failureOf } from "./failure-of.ts";
import { throwing } from "./read/world.ts";

describe("createResourceGateway", () => {
  it("[DEF-2] names the callback that a policy lacks", () => {
    for (const key of ["discover", "visible", "read", "scopeKey"]) {
      const policy = { ...publicPolicy(), [key]: undefined };
      expect(() => createResourceGateway({ policy })).toThrow(
        `The policy: the callback "${key}" is missing`,
      );
      const wrong = { ...publicPolicy(), [key]: true };
      expect(() => createResourceGateway({ policy: wrong })).toThrow(key);
    }
    for (const key of ["decideMany", "discoverMany"]) {
      const policy = { ...publicPolicy(), [key]: {} };
      expect(() => createResourceGateway({ policy })).toThrow(key);
    }
    expect(() => createResourceGateway({} as never)).toThrow(TypeError);
    expect(() => createResourceGateway(undefined as never)).toThrow(TypeError);
  });

  it.each(["read", "list", "listTemplates", "complete"] as const)(
    "names the argument of %s that is missing",
    async (method) => {
      const gateway = createResourceGateway<object>({ policy: publicPolicy() });
      const call = (...given: unknown[]): Promise<unknown> =>
        Reflect.apply(gateway[method] as (...args: unknown[]) => Promise<unknown>, gateway, given);
      const first = method === "read" ? "a:/b" : {};
      const shape = "request must be an object { context, signal?, timeoutMs? }, not";
      await expect(call(first)).rejects.toThrow(new TypeError(`${shape} undefined`));
      await expect(call(first, null)).rejects.toThrow(new TypeError(`${shape} null`));
      await expect(call(first, "me")).rejects.toThrow(new TypeError(`${shape} string`));
      await expect(call(first, {})).rejects.toThrow(/^request must say whose it is/);
    },
  );

  it.each([
    ["list", "page must be an object { cursor?, pageSize? }, not undefined"],
    ["listTemplates", "page must be an object { cursor?, pageSize? }, not undefined"],
    [
      "complete",
      "completion must be an object { uriTemplate, variable, value, variables? }, not undefined",
    ],
  ] as const)("tells what %s should have been asked for", async (method, message) => {
    const gateway = createResourceGateway<object>({ policy: publicPolicy() });
    const asked = gateway[method](undefined as never, { context: {} });
    await expect(asked).rejects.toThrow(new TypeError(message));
  });

  it("refuses an option that there is not, which would go unnoticed", () => {
    const misspelt = { policy: publicPolicy(), cursorKey: [] };
    expect(() => createResourceGateway(misspelt)).toThrow(
      /^createResourceGateway: unknown option "cursorKey"; there are policy, .*cursorKeys/,
    );
  });

  it("lets a class that has members of its own be its options", () => {
    class Settings {
      readonly policy = publicPolicy();
      readonly tenant = "a";
    }
    expect(createResourceGateway(new Settings()).limits.maxItems).toBe(64);
  });

  it("calls each callback on the object that it came from, and captures it once", async () => {
    class Rights {
      readonly #who = "me";
      asked = 0;
      discover() {
        this.asked += 1;
        return this.#who === "me";
      }
      visible() {
        return this.#who === "me";
      }
      read() {
        return this.#who === "me";
      }
      scopeKey() {
        return this.#who;
      }
    }
    class Now {
      #time = 5;
      now() {
        return this.#time;
      }
      setTimer() {
        return () => this.#time;
      }
    }
    const rights = new Rights();
    class Options {
      readonly policy = rights;
      readonly clock: Clock = new Now();
      readonly bindings = [resource({ uri: "a:b", name: "n" }, "x")];
      readonly events: string[] = [];
      observer(event: { readonly type: string }) {
        this.events.push(event.type);
      }
      concurrencyKey() {
        return String(this.events.length);
      }
      random(n: number) {
        return new Uint8Array(n).fill(this.events.length);
      }
    }
    const options = new Options();
    const gateway = createResourceGateway(options);
    rights.discover = throwing(new Error("replaced"));
    options.concurrencyKey = throwing(new Error("replaced"));
    expect((await gateway.read("a:b", { context: undefined })).items).toHaveLength(1);
    expect(rights.asked).toBe(2);
    expect(options.events.length).toBeGreaterThan(5);
  });

  it("reads each option and request field once", async () => {
    const counts: Record<string, number> = {};
    const counting = <T extends object>(target: T): T =>
      new Proxy(target, {
        get: (from, key) => {
          counts[String(key)] = (counts[String(key)] ?? 0) + 1;
          return Reflect.get(from, key) as unknown;
        },
      });
    const gateway = createResourceGateway(
      counting<GatewayOptions<unknown>>({
        policy: counting(publicPolicy()),
        bindings: [resource({ uri: "a:b", name: "n" }, "x")],
        limits: counting({ maxItems: 3 }),
      }),
    );
    for (const key of [
      "policy",
      "bindings",
      "limits",
      "maxItems",
      "discover",
      "visible",
      "clock",
    ]) {
      expect([key, counts[key]]).toEqual([key, 1]);
    }
    await gateway.read("a:b", counting({ context: 1, timeoutMs: 50 }));
    for (const key of ["context", "timeoutMs", "signal", "onProgress"]) {
      expect([key, counts[key]]).toEqual([key, 1]);
    }
  });

  it("is immutable, and shows its effective limits", () => {
    const gateway = createResourceGateway({ policy: publicPolicy(), limits: { maxItems: 3 } });
    expect(Object.isFrozen(gateway)).toBe(true);
    expect(Object.keys(gateway)).toEqual(["read", "list", "listTemplates", "complete", "limits"]);
    expect(gateway.limits).toMatchObject({ maxItems: 3, maxPlanItems: 512 });
  });

  it.each<[string, object]>([
    ["clock", { clock: {} }],
    ["clock", { clock: { now: () => 0 } }],
    ["listTtlMs", { listTtlMs: -1 }],
    ["listTtlMs", { listTtlMs: 0.5 }],
    ["observer", { observer: {} }],
    ["random", { random: 4 }],
    ["concurrencyKey", { concurrencyKey: "who" }],
    ["cursorKeys", { cursorKeys: [] }],
    ["limits", { limits: { maxItems: -1 } }],
  ])("refuses a bad %s", (name, options) => {
    const bad = { policy: publicPolicy(), ...options } as never;
    expect(() => createResourceGateway(bad)).toThrow(new RegExp(name));
  });

  it("[RPT-4] goes on with WebCrypto's randomness where the host's is out of order", async () => {
    for (const random of [throwing(new Error("x")), () => new Uint8Array(3), () => "random"]) {
      const gateway = createResourceGateway({
        policy: publicPolicy(),
        random: random as never,
        bindings: [resource({ uri: "a:b", name: "n" }, "x")],
      });
      // oxlint-disable-next-line no-await-in-loop -- one gateway after another
      const { operationId } = await gateway.read("a:b", { context: undefined });
      expect(operationId).toMatch(/^[0-9a-f]{24}$/);
    }
  });

  it("[READ-13] gives every operation an id of its own", async () => {
    const gateway = createResourceGateway({ policy: publicPolicy() });
    const ids = await Promise.all(
      Array.from({ length: 1000 }, async () => {
        const failure = await failureOf(gateway.read("a:b", { context: undefined }));
        return failure.operationId;
      }),
    );
    expect(new Set(ids).size).toBe(1000);
  });
});
