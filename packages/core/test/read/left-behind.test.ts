import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AnyDefinition } from "../../src/definition/definition.ts";
import { bundle } from "../../src/definition/bundle.ts";
import { isResourceFailure } from "../../src/failure.ts";
import { createResourceGateway } from "../../src/gateway.ts";
import { blobPayload, textPayload } from "../../src/identity/payload.ts";
import { createReadPlan } from "../../src/identity/plan.ts";
import { createTarget } from "../../src/identity/target.ts";
import { tooLarge, unavailable } from "../../src/signal.ts";
import { manualClock } from "../manual-clock.ts";

const permit = async () => true;

const WAVES = 200;
const READS_A_WAVE = 50;

/** Everything that a callback may do, picked by a generator. */
const BEHAVIOURS = [
  (value: unknown) => value,
  (value: unknown) => Promise.resolve(value),
  (value: unknown) => new Promise((resolve) => setImmediate(resolve, value)),
  () => {
    throw new Error("sync");
  },
  () => Promise.reject(new Error("async")),
  () =>
    new Promise((_, reject) => {
      setImmediate(reject, new Error("late"));
    }),
  () => unavailable(),
  () => new Promise(() => {}),
  () => undefined,
  () => {
    // oxlint-disable-next-line only-throw-error -- hosts do
    throw undefined;
  },
];

const rejections: unknown[] = [];
const onRejection = (reason: unknown) => rejections.push(reason);

describe("after many mixed reads", () => {
  beforeAll(() => process.on("unhandledRejection", onRejection));
  afterAll(() => process.off("unhandledRejection", onRejection));

  it("[READ-10] nothing is left behind: no timer, listener, unhandled rejection, slot or live signal", async () => {
    const clock = manualClock();
    let random = 12_345;
    const pick = (count: number) => {
      random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
      return (random >>> 8) % count;
    };
    /** Mostly well-behaved, so that reads get far. */
    const misbehave = (value: unknown): unknown =>
      BEHAVIOURS[pick(4) === 0 ? pick(BEHAVIOURS.length) : pick(3)]?.(value);
    const signals: AbortSignal[] = [];
    const uris = ["i:a", "i:b", "i:c"];
    const gateway = createResourceGateway<unknown>({
      clock,
      limits: {
        maxConcurrentReads: 8,
        maxQueuedReads: 64,
        policyConcurrency: 2,
        itemTimeoutMs: 20,
      },
      policy: {
        discover: (_: AnyDefinition, scope) => {
          if (pick(8) === 0) signals.push(scope.signal);
          return misbehave(true) as boolean;
        },
        visible: () => misbehave(pick(5) > 0) as boolean,
        read: () => misbehave(pick(5) > 0) as boolean,
        scopeKey: () => "k",
      },
      bindings: [
        bundle(
          { uriTemplate: "b:/{id}", name: "b" },
          {
            resolve: (match) => {
              const requested = createTarget({ uri: match.canonicalUri });
              const items = uris.map((uri) => createTarget({ uri }));
              return misbehave(createReadPlan(requested, [...items, requested])) as never;
            },
            read: (target, scope) => {
              if (pick(8) === 0) signals.push(scope.signal);
              if (pick(20) === 0) tooLarge();
              const body =
                pick(2) === 0
                  ? textPayload(target.uri, "text/plain")
                  : blobPayload(new Uint8Array(pick(50)), "image/png");
              return misbehave(body) as never;
            },
          },
        ),
      ],
    });
    const shared = new AbortController();
    const outcomes = new Map<string, number>();
    const onProgress = () => misbehave(undefined);
    const readOnce = async (at: number) => {
      const own = new AbortController();
      if (pick(3) === 0) setImmediate(() => own.abort());
      const signal = pick(2) === 0 ? shared.signal : own.signal;
      const request = { context: at, signal, timeoutMs: 50, onProgress };
      const outcome = await gateway.read(`b:/${at}`, request).then(
        () => "ok",
        (error: unknown) => (isResourceFailure(error) ? error.code : String(error)),
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    };
    for (let wave = 0; wave < WAVES; wave += 1) {
      const reads = Array.from({ length: READS_A_WAVE }, (_, at) => readOnce(at));
      // Slots are few and some reads hang: time has to pass until the last is over.
      // oxlint-disable-next-line no-await-in-loop -- time passes in steps
      for (let ms = 0; ms < 60; ms += 1) await clock.advance(1);
      // oxlint-disable-next-line no-await-in-loop -- wave after wave
      await Promise.all(reads);
    }

    // The mix is one: every kind of end is among them.
    const kinds = ["ok", "unavailable", "policy_failed", "resolve_failed", "cancelled", "timeout"];
    for (const kind of kinds) expect([kind, (outcomes.get(kind) ?? 0) > 20]).toEqual([kind, true]);
    expect(clock.timers()).toBe(0);
    expect(signals.length).toBeGreaterThan(100);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    expect(rejections).toEqual([]);
    // All slots are free: eight reads that hang run at once, and a ninth waits.
    const again = new AbortController();
    const hung = Array.from({ length: 8 }, () =>
      gateway.read("b:/x", { context: 0, signal: again.signal }).catch(() => {}),
    );
    again.abort();
    await Promise.all(hung);
  }, 60_000);
});

describe("a finished read", () => {
  it("[READ-10] holds on to nothing of its caller, though a callback of it still hangs", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    // The host holds on to it: so it must not hold on to who waits.
    const never: Promise<boolean> = new Promise(() => {});
    const plan = createReadPlan(createTarget({ uri: "b:x" }));
    const body = textPayload("x", "text/plain");
    const policy = { discover: permit, visible: permit, read: permit, scopeKey: () => "k" };
    const bindings = [
      bundle({ uri: "b:x", name: "b" }, { resolve: () => plan, read: async () => body }),
    ];
    const answering = createResourceGateway<object>({ policy, bindings });
    const hanging = createResourceGateway<object>({
      policy: { ...policy, visible: () => never },
      bindings,
    });
    const { signal } = new AbortController();
    const contexts: WeakRef<object>[] = [];
    const read = async () => {
      const context = { caller: contexts.length };
      contexts.push(new WeakRef(context));
      await answering.read("b:x", { context, signal });
      await hanging.read("b:x", { context, signal, timeoutMs: 1 }).catch(() => {});
    };
    for (let count = 0; count < 20; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await read();
    }
    await new Promise(setImmediate);
    collect();
    const alive = contexts.filter((context) => context.deref() !== undefined);
    expect(alive.length).toBeLessThanOrEqual(1);
    void never;
  });
});
