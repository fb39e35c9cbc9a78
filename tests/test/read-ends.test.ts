import {
  bundle,
  type Clock,
  createReadPlan,
  createResourceGateway,
  createTarget,
  publicPolicy,
} from "@org/resources-core";
import { describe, expect, it } from "vitest";

// Faults that the model found, each as one example.

describe("the end of a read", () => {
  it("[READ-10] asks nobody any more when the read's time is up in the very turn in which an item's is", async () => {
    const clock = lateClock();
    const asked: string[] = [];
    const permits = publicPolicy();
    const gateway = createResourceGateway({
      policy: {
        ...permits,
        visible: (target) => {
          asked.push(target.uri);
          return true;
        },
      },
      bindings: [
        bundle(
          { uri: "asset://p/a", name: "a" },
          {
            resolve: ({ canonicalUri }) =>
              createReadPlan(createTarget({ uri: canonicalUri }), [
                createTarget({ uri: "item://h/0" }),
              ]),
            read: async () => await new Promise(() => {}),
          },
        ),
      ],
      limits: { itemTimeoutMs: 100, readTimeoutMs: 200 },
      clock,
    });
    const reading = gateway.read("asset://p/a", { context: undefined });
    reading.catch(() => undefined);
    await new Promise(setImmediate);
    const before = asked.length;
    clock.wake(200);
    await expect(reading).rejects.toMatchObject({ code: "timeout" });
    await new Promise(setImmediate);
    expect(asked).toHaveLength(before);
  });
});

/** Time as a loop sees it that was busy for a while: all of it has passed by the time that the first timer fires. */
function lateClock(): Clock & { readonly wake: (ms: number) => void } {
  let time = 0;
  const timers = new Map<() => void, number>();
  return {
    now: () => time,
    setTimer: (ms, fn) => {
      timers.set(fn, time + ms);
      return () => {
        timers.delete(fn);
      };
    },
    wake: (ms) => {
      time += ms;
      for (const [fn, due] of [...timers].toSorted(([, a], [, b]) => a - b)) {
        if (due <= time && timers.delete(fn)) fn();
      }
    },
  };
}
