import { describe, expect, it } from "vitest";
import type { AnyDefinition } from "../src/definition/definition.ts";
import { createResourceGateway } from "../src/gateway.ts";
import type { GatewayOptions, OperationRequest } from "../src/operation.ts";
import { publicPolicy } from "../src/policy/public-policy.ts";
import { resourceTemplate } from "../src/readers/function-backed.ts";
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
