import { describe, expect, it } from "vitest";
import { gatewayPort } from "../src/adapter-port.ts";
import type { Clock } from "../src/clock.ts";
import type { AnyDefinition } from "../src/definition/definition.ts";
import { createResourceGateway } from "../src/gateway.ts";
import type { GatewayOptions, OperationRequest } from "../src/operation.ts";
import { publicPolicy } from "../src/policy/public-policy.ts";
import { resource, resourceTemplate } from "../src/readers/function-backed.ts";
import { unavailable } from "../src/signal.ts";
import { deferred } from "./deferred.ts";
import { manualClock, turn } from "./manual-clock.ts";
import { failureOf } from "./failure-of.ts";
import { throwing } from "./read/world.ts";

interface Caller {
  readonly who: string;
}

const asks = (who: string, more: object = {}): OperationRequest<Caller> => ({
  context: { who },
  ...more,
});

/** A gateway whose reads wait until they are released, one by one. */
function gated(options: Partial<GatewayOptions<Caller>>) {
  const running: string[] = [];
  const releases: (() => void)[] = [];
  const discovered: string[] = [];
  const gateway = createResourceGateway<Caller>({
    policy: {
      ...publicPolicy(),
      discover: (definition: AnyDefinition) => {
        discovered.push(definition.name);
        return true;
      },
    },
    bindings: [
      resourceTemplate<Caller>({ uriTemplate: "a:/{id}", name: "n" }, async ({ context, uri }) => {
        const gate = deferred<string>();
        running.push(`${context.who} ${uri}`);
        releases.push(() => {
          gate.resolve(uri);
        });
        return gate.promise;
      }),
    ],
    ...options,
  });
  return {
    gateway,
    running,
    discovered,
    release: async () => {
      releases.shift()?.();
      await turn();
    },
  };
}

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

describe("slots", () => {
  it("[LIM-6] overload is decided before selection and policy, alike for every URI", async () => {
    const { gateway, release, discovered } = gated({
      limits: { maxConcurrentReads: 1, maxQueuedReads: 1 },
    });
    const reads = [gateway.read("a:/1", asks("a")), gateway.read("a:/2", asks("a"))];
    await turn();
    discovered.length = 0;
    for (const uri of ["a:/3", "unknown:x", "no uri", 7]) {
      // oxlint-disable-next-line no-await-in-loop -- one read after another
      const failure = await failureOf(gateway.read(uri as string, asks("a")));
      expect(failure.toJSON()).toEqual({
        code: "overloaded",
        message: "Too many requests at once",
        retryable: true,
        operationId: failure.operationId,
      });
    }
    expect(discovered).toEqual([]);
    await release();
    await release();
    expect((await Promise.all(reads)).map(({ items }) => items[0]?.text)).toEqual(["a:/1", "a:/2"]);
  });

  it("[LIM-6] a slot comes free however its read ends", async () => {
    const { gateway, running } = gated({ limits: { maxConcurrentReads: 1, maxQueuedReads: 8 } });
    const controller = new AbortController();
    const first = failureOf(gateway.read("a:/hangs", asks("a", { signal: controller.signal })));
    const others = ["a:/..", "unknown:x"].map((uri) => failureOf(gateway.read(uri, asks("a"))));
    const second = failureOf(gateway.read("a:/hangs-too", asks("a", { timeoutMs: 20 })));
    await turn();
    expect(running).toEqual(["a a:/hangs"]);
    controller.abort();
    expect((await first).code).toBe("cancelled");
    expect((await Promise.all(others)).map(({ code }) => code)).toEqual([
      "invalid_uri",
      "unavailable",
    ]);
    expect((await second).code).toBe("timeout");
  });

  it("[LIM-6] a read waits within its own deadline, and leaves the queue with it", async () => {
    const clock = manualClock();
    const { gateway, release, running } = gated({
      clock,
      limits: { maxConcurrentReads: 1, maxQueuedReads: 2 },
    });
    const first = gateway.read("a:/1", asks("a"));
    const waiting = failureOf(gateway.read("a:/2", asks("a", { timeoutMs: 50 })));
    const third = gateway.read("a:/3", asks("a"));
    await clock.advance(50);
    expect((await waiting).code).toBe("timeout");
    const fourth = gateway.read("a:/4", asks("a"));
    for (let count = 0; count < 3; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await release();
    }
    await Promise.all([first, third, fourth]);
    expect(running).toEqual(["a a:/1", "a a:/3", "a a:/4"]);
    expect(clock.timers()).toBe(0);
  });

  it("[LIM-6] [case X14] a greedy caller with 10 000 waiting reads delays a modest one by one read", async () => {
    const { gateway, release, running } = gated({
      concurrencyKey: ({ who }) => who,
      limits: { maxConcurrentReads: 1, maxQueuedReads: 10_001 },
    });
    const controller = new AbortController();
    const { signal } = controller;
    const greedy = Array.from({ length: 10_001 }, (_, at) =>
      failureOf(gateway.read(`a:/${at}`, asks("greedy", { signal }))).catch(() => {}),
    );
    await turn();
    const modest = gateway.read("a:/m", asks("modest"));
    await turn();
    expect(running).toEqual(["greedy a:/0"]);
    await release();
    expect(running.at(-1)).toBe("modest a:/m");
    await release();
    await modest;
    controller.abort();
    await Promise.all(greedy);
  });

  it("[LIM-6] a full queue gives a newcomer the place of the key with most waiting", async () => {
    const { gateway, release } = gated({
      concurrencyKey: ({ who }) => who,
      limits: { maxConcurrentReads: 1, maxQueuedReads: 2 },
    });
    const read = (who: string, id: string) => gateway.read(`a:/${id}`, asks(who));
    const [first, second] = [read("a", "1"), read("a", "2")];
    const third = failureOf(read("a", "3"));
    const modest = read("b", "4");
    expect((await third).code).toBe("overloaded");
    await release();
    await release();
    await release();
    expect((await Promise.all([first, second, modest])).length).toBe(3);
  });

  it("[LIM-6] a concurrencyKey that throws, or answers anything but a string, is policy_failed", async () => {
    for (const concurrencyKey of [throwing(new Error("x")), () => 7, () => undefined]) {
      const { gateway } = gated({ concurrencyKey: concurrencyKey as never });
      for (const uri of ["a:/1", "unknown:x", "no uri"]) {
        // oxlint-disable-next-line no-await-in-loop -- one read after another
        expect((await failureOf(gateway.read(uri, asks("a")))).code).toBe("policy_failed");
      }
    }
  });

  it("[LIM-6] lists and completions take a slot too", async () => {
    const { gateway, release } = gated({ limits: { maxConcurrentReads: 1, maxQueuedReads: 1 } });
    const read = gateway.read("a:/1", asks("a"));
    const waiting = gateway.list({}, asks("a"));
    await turn();
    const completion = { uriTemplate: "a:/{id}", variable: "id", value: "" };
    for (const refused of [
      gateway.listTemplates({}, asks("a")),
      gateway.complete(completion, asks("a")),
      gateway.list({}, asks("a")),
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after another
      expect((await failureOf(refused)).code).toBe("overloaded");
    }
    await release();
    await read;
    expect((await waiting).items).toEqual([]);
  });
});

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
