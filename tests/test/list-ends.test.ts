import {
  createResourceGateway,
  publicPolicy,
  resource,
  type ResourcePolicy,
  unavailable,
} from "@org/resources-core";
import { describe, expect, it } from "vitest";
import {
  TIMEOUT_MS,
  OPERATIONS,
  stageWith,
  outcomeOf,
  asked,
  turns,
  cursorOf,
  type Operation,
  type Stage,
} from "../fixtures/list-stage.ts";

// How lists and completions end when somebody does not answer, answers too late, or gives up: at every place where they
// wait for anybody (READ-1, READ-10 and LIM-6 for what is no read).

/** Every call that each operation makes, first pages and further ones, one by one and at once. */
const waits: [Operation, string, boolean, boolean][] = OPERATIONS.flatMap((operation) =>
  [false, true].flatMap((many) =>
    [false, true].flatMap((continued) => {
      if (operation === "complete") {
        if (many || continued) return [];
        return ["discover 1", "complete 1"].map((call): [Operation, string, boolean, boolean] => [
          operation,
          call,
          many,
          continued,
        ]);
      }
      const calls = many
        ? ["scopeKey 1", "discoverMany 1"]
        : ["scopeKey 1", "discover 1", "discover 2"];
      return calls.map((call): [Operation, string, boolean, boolean] => [
        operation,
        call,
        many,
        continued,
      ]);
    }),
  ),
);

describe.each(waits)("%s, at %s, many: %s, continued: %s", (operation, at, many, continued) => {
  const never = (call: string): unknown => (call === at ? new Promise(() => undefined) : undefined);

  it("[READ-10] [READ-1] one that never answers ends at the deadline, and not before; signals abort, nothing stays", async () => {
    const stage = stageWith(never, many);
    const cursor = continued ? await cursorOf(operation) : undefined;
    let settled = false;
    const running = outcomeOf(stage.run(operation, {}, cursor)).finally(() => {
      settled = true;
    });
    await asked(stage, at);
    stage.clock.advance(TIMEOUT_MS - 1);
    await turns();
    expect([settled, stage.signals.some((signal) => signal.aborted)]).toEqual([false, false]);
    stage.clock.advance(1);
    expect(await running).toBe("timeout");
    expect(stage.signals.every((signal) => signal.aborted)).toBe(true);
    expect(stage.clock.pending()).toBe(0);
  });

  it("[READ-10] it ends when the caller goes, before the deadline is told", async () => {
    const stage = stageWith(never, many);
    const cursor = continued ? await cursorOf(operation) : undefined;
    const controller = new AbortController();
    const running = outcomeOf(stage.run(operation, { signal: controller.signal }, cursor));
    await asked(stage, at);
    controller.abort();
    stage.clock.advance(TIMEOUT_MS);
    expect(await running).toBe("cancelled");
    expect(stage.signals.every((signal) => signal.aborted)).toBe(true);
    expect(stage.clock.pending()).toBe(0);
  });

  it.each<
    [
      string,
      (settle: { resolve: (value: unknown) => void; reject: (error: unknown) => void }) => void,
    ]
  >([
    [
      "answers",
      ({ resolve }) => resolve(at.startsWith("discoverMany") ? [true, true, true] : true),
    ],
    ["rejects", ({ reject }) => reject(new Error("late"))],
    [
      "says unavailable()",
      ({ reject }) => {
        try {
          unavailable();
        } catch (error) {
          reject(error);
        }
      },
    ],
  ])(
    "[READ-10] one that %s too late changes nothing, and nobody is asked any more",
    async (_, late) => {
      const settle: { resolve?: (value: unknown) => void; reject?: (error: unknown) => void } = {};
      const stage = stageWith(
        (call) =>
          call === at
            ? new Promise((resolve, reject) => {
                settle.resolve = resolve;
                settle.reject = reject;
              })
            : undefined,
        many,
      );
      const cursor = continued ? await cursorOf(operation) : undefined;
      const running = outcomeOf(stage.run(operation, {}, cursor));
      await asked(stage, at);
      stage.clock.advance(TIMEOUT_MS);
      expect(await running).toBe("timeout");
      const before = stage.calls.length;
      const { resolve, reject } = settle;
      if (resolve === undefined || reject === undefined) throw new Error(`${at} was never asked`);
      late({ resolve, reject });
      await turns();
      expect(stage.calls).toHaveLength(before);
    },
  );

  const answer = at.startsWith("discoverMany")
    ? [true, true, true]
    : { s: "k", d: true, c: ["a"] }[at.charAt(0)];

  it.each<["at once" | "later", "cancelled" | "timeout"]>([
    ["at once", "cancelled"],
    ["later", "cancelled"],
    ["at once", "timeout"],
    ["later", "timeout"],
  ])("[READ-10] one that answers, %s, while it ends as %s, is not heard", async (when, code) => {
    const controller = new AbortController();
    const end = (): unknown => {
      if (code === "cancelled") controller.abort();
      else stage.clock.advance(TIMEOUT_MS);
      return answer;
    };
    const stage: Stage = stageWith((call) => {
      if (call !== at) return undefined;
      return when === "at once" ? end() : Promise.resolve().then(end);
    }, many);
    const cursor = continued ? await cursorOf(operation) : undefined;
    expect(await outcomeOf(stage.run(operation, { signal: controller.signal }, cursor))).toBe(code);
    const before = stage.calls.length;
    await turns();
    expect(stage.calls).toHaveLength(before);
    expect(stage.clock.pending()).toBe(0);
  });
});

describe("the caller goes at any moment", () => {
  it.each(OPERATIONS)(
    "[READ-10] %s is whole or cancelled, asks nobody after, and gives its slot back",
    async (operation) => {
      const outcomes = new Set<string>();
      const cursor = await cursorOf(operation);
      for (let moment = 0; moment < 40; moment += 1) {
        const stage = stageWith(() => undefined, moment % 2 === 0, {
          maxConcurrentReads: 1,
          maxQueuedReads: 1,
        });
        const controller = new AbortController();
        const running = outcomeOf(
          stage.run(
            operation,
            { signal: controller.signal },
            moment % 3 === 0 ? undefined : cursor,
          ),
        );
        // Ten moments between microtasks, then between turns of the loop, where keys and ciphers come back.
        // oxlint-disable-next-line no-await-in-loop
        for (let tick = 0; tick < moment % 10; tick += 1) await Promise.resolve();
        // oxlint-disable-next-line no-await-in-loop
        await turns(Math.floor(moment / 10));
        controller.abort();
        const before = stage.calls.length;
        // oxlint-disable-next-line no-await-in-loop
        outcomes.add(await running);
        // oxlint-disable-next-line no-await-in-loop
        await turns(1);
        expect(stage.calls).toHaveLength(before);
        // oxlint-disable-next-line no-await-in-loop
        expect(await outcomeOf(stage.run(operation))).toBe("ok");
        expect(stage.clock.pending()).toBe(0);
      }
      expect(outcomes).toContain("cancelled");
      expect([...outcomes].every((outcome) => outcome === "ok" || outcome === "cancelled")).toBe(
        true,
      );
    },
  );

  it.each(OPERATIONS)(
    "[READ-1] %s of a caller who is gone already asks nobody",
    async (operation) => {
      const stage = stageWith(() => undefined);
      expect(await outcomeOf(stage.run(operation, { signal: AbortSignal.abort() }))).toBe(
        "cancelled",
      );
      expect(stage.calls).toEqual([]);
    },
  );
});

describe("too many at once", () => {
  const limits = { maxConcurrentReads: 1, maxQueuedReads: 1 };

  it.each(OPERATIONS)(
    "[LIM-6] %s takes a slot, waits in the queue, and beyond is overloaded before anybody is asked, whatever it asks for",
    async (operation) => {
      const first = operation === "complete" ? "discover 1" : "scopeKey 1";
      let release: ((value: unknown) => void) | undefined;
      const stage = stageWith(
        (call) =>
          call === first
            ? new Promise((resolve) => {
                release = resolve;
              })
            : undefined,
        false,
        limits,
      );
      const running = outcomeOf(stage.run(operation));
      const waiting = outcomeOf(stage.run(operation));
      await turns();
      const before = [...stage.calls];
      const { gateway } = stage;
      const by = { context: undefined };
      const refused = await Promise.all([
        outcomeOf(gateway.list({}, by)),
        outcomeOf(gateway.list({ cursor: "bogus" }, by)),
        outcomeOf(gateway.listTemplates({ cursor: "" }, by)),
        outcomeOf(gateway.complete({ uriTemplate: "none", variable: "v", value: "" }, by)),
        outcomeOf(gateway.complete({ uriTemplate: "a:/1/{v}", variable: "v", value: "" }, by)),
        outcomeOf(gateway.read("a:1", by)),
        outcomeOf(gateway.read("no such thing", by)),
      ]);
      expect(new Set(refused)).toEqual(new Set(["overloaded"]));
      expect(stage.calls).toEqual(before);
      release?.(operation === "complete" ? true : "k");
      expect(await Promise.all([running, waiting])).toEqual(["ok", "ok"]);
      expect(stage.clock.pending()).toBe(0);
    },
  );

  it.each(OPERATIONS)(
    "[LIM-6] [READ-10] %s waits inside its own deadline, and leaves the queue when it or its caller goes",
    async (operation) => {
      const first = operation === "complete" ? "discover 1" : "scopeKey 1";
      const stage = stageWith(
        (call) => (call === first ? new Promise(() => undefined) : undefined),
        false,
        limits,
      );
      const running = outcomeOf(stage.run(operation, { timeoutMs: 10 * TIMEOUT_MS }));
      await turns();
      const before = stage.calls.length;
      const late = outcomeOf(stage.run(operation));
      stage.clock.advance(TIMEOUT_MS);
      expect(await late).toBe("timeout");
      const controller = new AbortController();
      const gone = outcomeOf(stage.run(operation, { signal: controller.signal }));
      controller.abort();
      expect(await gone).toBe("cancelled");
      expect(stage.calls).toHaveLength(before);
      const patient = outcomeOf(stage.run(operation, { timeoutMs: 100 * TIMEOUT_MS }));
      stage.clock.advance(10 * TIMEOUT_MS);
      expect([await running, await patient]).toEqual(["timeout", "ok"]);
      expect(stage.clock.pending()).toBe(0);
    },
  );

  it("[LIM-6] one caller's lists do not starve another's", async () => {
    const order: string[] = [];
    const policy: ResourcePolicy<string> = {
      ...publicPolicy(),
      scopeKey: async ({ context }: { readonly context: string }) => {
        order.push(context);
        await Promise.resolve();
        return context;
      },
    };
    const gateway = createResourceGateway<string>({
      policy,
      bindings: [resource({ uri: "a:x", name: "x" }, "")],
      concurrencyKey: (context) => context,
      limits: { maxConcurrentReads: 1, maxQueuedReads: 6 },
    });
    const busy = Array.from({ length: 7 }, () => outcomeOf(gateway.list({}, { context: "busy" })));
    const other = outcomeOf(gateway.list({}, { context: "other" }));
    const outcomes = await Promise.all([...busy, other]);
    // The queue was full: the newest of who waits most gave way, and the newcomer was next in turn.
    expect(outcomes).toEqual(["ok", "ok", "ok", "ok", "ok", "ok", "overloaded", "ok"]);
    expect(order.indexOf("other")).toBeLessThanOrEqual(2);
  });
});
