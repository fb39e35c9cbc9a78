/* oxlint-disable unicorn/no-thenable -- strange ones are what this file is about */
import { describe, expect, it } from "vitest";
import { gatewayPort } from "../../src/adapter-port.ts";
import { createResourceGateway } from "../../src/gateway.ts";
import { textPayload } from "../../src/identity/payload.ts";
import { publicPolicy } from "../../src/policy/public-policy.ts";
import { resource } from "../../src/readers/function-backed.ts";
import type { Scope } from "../../src/scope.ts";
import { deferred } from "../deferred.ts";
import { manualClock, turn } from "../manual-clock.ts";
import { failureOf } from "../failure-of.ts";
import { BUNDLE, throwing, world, type WorldOptions } from "./world.ts";

/** Answers that never come, each in its own way; the last ones never even look at who waits. */
const HANGS: [string, () => unknown][] = [
  ["a promise that never settles", () => new Promise(() => {})],
  ["a thenable that never calls back", () => ({ then: () => {} })],
  [
    "a thenable that gives another one",
    () => ({ then: (done: (x: unknown) => void) => done({ then: () => {} }) }),
  ],
];

/** Where a read may wait. */
const STATIONS: [string, (hang: () => unknown) => WorldOptions][] = [
  ["discover", (hang) => ({ discover: hang })],
  ["resolve", (hang) => ({ resolve: hang })],
  ["visible of the requested target", (hang) => ({ requested: { visible: hang } })],
  ["read of the requested target", (hang) => ({ requested: { read: hang } })],
  ["visible of an item", (hang) => ({ items: { "i:a": {}, "i:b": { visible: hang } } })],
  ["read of an item", (hang) => ({ items: { "i:a": {}, "i:b": { read: hang } } })],
  ["decideMany", (hang) => ({ items: { "i:a": {} }, policy: { decideMany: hang } })],
  ["a body", (hang) => ({ items: { "i:a": {}, "i:b": { body: hang } } })],
  ["visible again", (hang) => ({ items: { "i:a": {}, "i:b": { visible: [true, hang] } } })],
  ["read again", (hang) => ({ items: { "i:a": {}, "i:b": { read: [true, hang] } } })],
  ["the requested target again", (hang) => ({ requested: { visible: [true, hang] } })],
  ["discover again", (hang) => ({ discover: [true, hang] })],
];

const CASES = STATIONS.flatMap(([station, options]) =>
  HANGS.map(([how, hang]) => [station, how, options(hang)] as const),
);

describe("the end of a read", () => {
  it.each(CASES)(
    "[READ-10] [case R12] comes with the deadline while %s is %s",
    async (_, __, options) => {
      const clock = manualClock();
      const { read, progress } = world({ ...options, clock });
      let outcome: unknown;
      void failureOf(read({ timeoutMs: 50 })).then((failure) => {
        outcome = failure.code;
        return undefined;
      });
      await clock.advance(49);
      expect(outcome).toBeUndefined();
      const steps = progress.length;
      // One turn: `advance` fires the timer and lets the loop go round once.
      await clock.advance(1);
      expect(outcome).toBe("timeout");
      expect(clock.timers()).toBe(0);
      expect(progress).toHaveLength(steps);
    },
  );

  it.each(CASES)(
    "[READ-10] comes with the caller's signal while %s is %s",
    async (_, __, options) => {
      const clock = manualClock();
      const controller = new AbortController();
      const { read } = world({ ...options, clock });
      const reading = failureOf(read({ signal: controller.signal }));
      await turn();
      controller.abort(new Error("private"));
      expect(await reading).toMatchObject({ code: "cancelled", retryable: false });
      expect(clock.timers()).toBe(0);
    },
  );

  it.each([
    ["visible", "at once", (): unknown => true],
    ["visible", "later", async (): Promise<unknown> => true],
    ["visible", "never", (): unknown => new Promise(() => {})],
    ["read", "later", async (): Promise<unknown> => true],
  ] as const)(
    "[READ-10] asks nobody any more once %s has cancelled the read, and answers %s",
    async (callback, _, answer) => {
      const controller = new AbortController();
      const cancel = (): unknown => {
        controller.abort();
        return answer();
      };
      const { failure, calls } = world({
        items: { "i:a": { [callback]: cancel }, "i:b": {}, "i:c": {} },
      });
      expect(await failure({ signal: controller.signal })).toMatchObject({ code: "cancelled" });
      await turn();
      expect(calls.at(-1)).toBe(`${callback} i:a`);
    },
  );

  it.each(STATIONS)("[READ-10] drops what %s answers later, right or wrong", async (_, options) => {
    for (const settle of ["resolve", "reject"] as const) {
      const late = deferred<unknown>();
      const clock = manualClock();
      const { read, calls, progress } = world({ ...options(() => late.promise), clock });
      const reading = failureOf(read({ timeoutMs: 50 }));
      // oxlint-disable-next-line no-await-in-loop -- one world after another
      await clock.advance(50);
      // oxlint-disable-next-line no-await-in-loop -- one world after another
      expect((await reading).code).toBe("timeout");
      const [asked, steps] = [calls.length, progress.length];
      late[settle](true);
      // oxlint-disable-next-line no-await-in-loop -- one world after another
      await turn();
      expect(calls).toHaveLength(asked);
      expect(progress).toHaveLength(steps);
    }
  });

  it("[READ-10] comes at once where the callback that hangs has cancelled the read itself", async () => {
    const answers = [() => Promise.reject(new Error("dropped")), () => new Promise(() => {})];
    // The first waits for nothing before, the second has been watching the signal since.
    for (const first of [{}, { visible: () => Promise.resolve(true) }]) {
      for (const answer of answers) {
        const controller = new AbortController();
        const visible = () => {
          controller.abort();
          return answer();
        };
        const { read } = world({ items: { "i:a": first, "i:b": { visible } } });
        // oxlint-disable-next-line no-await-in-loop -- one world after another
        const failure = await failureOf(read({ signal: controller.signal }));
        expect(failure.code).toBe("cancelled");
      }
    }
    await turn();
  });

  it("[READ-1] [READ-10] is told as cancelled before timeout", async () => {
    const clock = manualClock();
    const controller = new AbortController();
    const { read } = world({
      clock,
      discover: () => {
        clock.block(100);
        controller.abort();
        return true;
      },
    });
    const failure = await failureOf(read({ timeoutMs: 50, signal: controller.signal }));
    expect(failure.code).toBe("cancelled");
  });

  it("[READ-1] is looked for at entry, before anything else", async () => {
    const { read, calls } = world();
    const aborted = AbortSignal.abort();
    expect((await failureOf(read({ signal: aborted }))).code).toBe("cancelled");
    const { gateway } = world();
    const invalid = gateway.read("no uri", { context: undefined, signal: aborted });
    expect((await failureOf(invalid)).code).toBe("cancelled");
    expect(calls).toEqual([]);
  });

  it("[READ-1] is looked for before returning, also where no callback waits", async () => {
    for (const [end, code] of [
      ["cancel", "cancelled"],
      ["block", "timeout"],
    ]) {
      const clock = manualClock();
      const controller = new AbortController();
      const { read } = world({
        clock,
        discover: [
          true,
          () => {
            if (end === "cancel") controller.abort();
            else clock.block(50);
            return true;
          },
        ],
      });
      // oxlint-disable-next-line no-await-in-loop -- one world after another
      const failure = await failureOf(read({ timeoutMs: 50, signal: controller.signal }));
      expect(failure.code).toBe(code);
    }
  });

  it("[READ-1] is looked for before returning, where the last callback answers late as well", async () => {
    const clock = manualClock();
    const late = async () => {
      clock.block(50);
      return true;
    };
    const { read } = world({ clock, discover: [true, late] });
    expect((await failureOf(read({ timeoutMs: 50 }))).code).toBe("timeout");
  });

  it("[READ-1] is looked for before returning, also where the last word is an adapter's sizer's", async () => {
    for (const [end, code] of [
      ["cancel", "cancelled"],
      ["block", "timeout"],
    ]) {
      const clock = manualClock();
      const controller = new AbortController();
      const { signal } = controller;
      const result = () => {
        if (end === "cancel") controller.abort();
        else clock.block(50);
        return 0;
      };
      const { open } = gatewayPort(world({ clock }).gateway);
      const sizer = { item: () => 0, result };
      const operation = open({ context: () => ({}), sizer, signal, timeoutMs: 50 });
      // oxlint-disable-next-line no-await-in-loop -- one world after another
      expect((await failureOf(operation.read(BUNDLE))).code).toBe(code);
      operation.close();
    }
  });

  it("[READ-10] wins over every other failure that comes with it", async () => {
    const controller = new AbortController();
    const abort = throwing(new DOMException("aborted", "AbortError"));
    const aborting = () => {
      controller.abort();
      return abort();
    };
    for (const options of STATIONS.map(([, make]) => make(aborting))) {
      const { read } = world(options);
      // oxlint-disable-next-line no-await-in-loop -- one world after another
      expect((await failureOf(read({ signal: controller.signal }))).code).toBe("cancelled");
    }
    const late = STATIONS.map(([, make]) => {
      const clock = manualClock();
      return world({
        ...make(() => {
          clock.block(50);
          throw new Error("too late");
        }),
        clock,
      });
    });
    for (const { failure } of late) {
      // oxlint-disable-next-line no-await-in-loop -- one world after another
      expect((await failure({ timeoutMs: 50 })).code).toBe("timeout");
    }
  });

  it("[READ-1] takes the earlier of the caller's time and the gateway's", async () => {
    const deadlines: number[] = [];
    const clock = manualClock();
    const { read } = world({
      clock,
      limits: { readTimeoutMs: 100 },
      policy: {
        discover: (_: unknown, scope: Scope<unknown>) => {
          deadlines.push(scope.deadline - clock.now());
          return true;
        },
      },
    });
    await read();
    await read({ timeoutMs: 60 });
    await read({ timeoutMs: 1000 });
    expect(deadlines).toEqual([100, 100, 60, 60, 100, 100]);
  });

  it("[LIM-1] refuses a timeout that is no positive safe integer, and a signal that is none", async () => {
    const { read, calls } = world();
    for (const timeoutMs of [0, -1, 1.5, Number.NaN, Infinity, 2 ** 53, "5", null]) {
      // oxlint-disable-next-line no-await-in-loop -- one read after another
      await expect(read({ timeoutMs })).rejects.toThrow(TypeError);
    }
    for (const signal of [1, {}, null, new AbortController()]) {
      // oxlint-disable-next-line no-await-in-loop -- one read after another
      await expect(read({ signal })).rejects.toThrow(TypeError);
    }
    expect(calls).toEqual([]);
    const { gateway } = world();
    await expect(gateway.read("a:b", undefined as never)).rejects.toThrow(TypeError);
    await expect(gateway.read("a:b", {} as never)).rejects.toThrow(TypeError);
  });

  it("[READ-1] aborts every signal when the read settles, also one looked at later", async () => {
    const scopes: Scope<unknown>[] = [];
    const signals: AbortSignal[] = [];
    const note = (_: unknown, scope: Scope<unknown>) => {
      scopes.push(scope);
      signals.push(scope.signal);
      return true;
    };
    const { read } = world({
      items: {
        "i:a": {
          body: (target, scope) => {
            note(target, scope);
            expect(scope.signal.aborted).toBe(false);
            return textPayload("", "text/plain");
          },
        },
      },
      policy: { discover: note, visible: note, read: note },
    });
    await read();
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    expect(new Set(signals).size).toBe(2);
    let unseen: Scope<unknown> | undefined;
    const late = world({
      policy: {
        discover: (_: unknown, scope: Scope<unknown>) => {
          unseen = scope;
          return true;
        },
      },
    });
    await late.read();
    expect(unseen?.signal.aborted).toBe(true);
    expect({ ...unseen }).toHaveProperty("signal", unseen?.signal);
  });

  it("[READ-1] uses monotonic time: a wall clock that jumps ends nothing", async () => {
    const clock = manualClock();
    let jump = 0;
    const gateway = createResourceGateway({
      policy: publicPolicy(),
      clock: { ...clock, now: () => clock.now() + jump },
      bindings: [
        resource({ uri: "a:b", name: "n" }, () => {
          jump = 3_600_000;
          return "x";
        }),
      ],
    });
    expect((await gateway.read("a:b", { context: undefined })).items).toHaveLength(1);
  });

  it("[READ-10] comes at once with the first operational failure, though others never answer", async () => {
    const clock = manualClock();
    const { failure } = world({
      clock,
      items: {
        "i:a": { visible: () => new Promise(() => {}) },
        "i:b": { visible: () => Promise.reject(new Error("policy is down")) },
      },
    });
    expect((await failure()).code).toBe("policy_failed");
    expect(clock.timers()).toBe(0);
  });

  it("[READ-10] comes with real time as well", async () => {
    const { read } = world({ items: { "i:a": { body: () => new Promise(() => {}) } } });
    expect((await failureOf(read({ timeoutMs: 5 }))).code).toBe("timeout");
    const controller = new AbortController();
    setTimeout(() => {
      controller.abort();
    }, 5);
    expect((await failureOf(read({ signal: controller.signal }))).code).toBe("cancelled");
  });
});

describe("hostile thenables", () => {
  const CALLS_TWICE = {
    then: (done: (x: unknown) => void, fail: (x: unknown) => void) => {
      done(true);
      fail(new Error("twice"));
      done(false);
    },
  };
  it.each<[string, unknown, unknown]>([
    ["calls back twice", CALLS_TWICE, 1],
    [
      "throws after calling back",
      { then: (done: (x: unknown) => void) => (done(true), throwing(1)()) },
      1,
    ],
    ["throws", { then: throwing(new Error("x")) }, "policy_failed"],
    [
      "has a getter that throws",
      {
        get then() {
          throw new Error("x");
        },
      },
      "policy_failed",
    ],
    [
      "is a function",
      Object.assign(() => {}, { then: (done: (x: unknown) => void) => done(true) }),
      1,
    ],
    ["is a promise with a constructor that throws", hostilePromise(), "policy_failed"],
  ])("[READ-10] one that %s is read once, like a promise", async (_, thenable, expected) => {
    const { read } = world({ items: { "i:a": { visible: () => thenable } } });
    const outcome = await read().then(
      ({ items }) => items.length,
      (failure: { readonly code: string }) => failure.code,
    );
    expect(outcome).toBe(expected);
  });

  it("[READ-10] one whose `then` changes its mind hangs nothing", async () => {
    let looks = 0;
    const changing = {
      visible: true,
      get then() {
        looks += 1;
        return looks === 1 ? undefined : () => {};
      },
    };
    const { read } = world({ items: { "i:a": { visible: [() => changing, true] } } });
    expect((await read()).items).toHaveLength(1);
    expect(looks).toBe(1);
  });
});

function hostilePromise(): Promise<boolean> {
  const descriptor = { get: throwing(new Error("x")) };
  return Object.defineProperty(Promise.resolve(true), "constructor", descriptor);
}
