import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Slots, type SlotTicket } from "../src/slots.ts";

const RUNS = 200 * Number(process.env["FUZZ_FACTOR"] ?? 1);

type Step = { readonly enter: string } | { readonly leave: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ enter: fc.constantFrom("a", "b", "c", "d") }),
    fc.record({ leave: fc.nat(50) }),
  ),
  { maxLength: 60 },
);

/** A ticket as the slow reference keeps it. */
interface Waiting {
  readonly id: number;
  readonly key: string;
}

/** LIM-6 as it reads, with arrays and no cleverness. Do not improve. */
class SlowSlots {
  running = new Map<number, string>();
  waiting: Waiting[] = [];
  order: string[] = [];
  lastServed: string | undefined;
  readonly maxRunning: number;
  readonly maxWaiting: number;

  constructor(maxRunning: number, maxWaiting: number) {
    this.maxRunning = maxRunning;
    this.maxWaiting = maxWaiting;
  }

  count(key: string): number {
    return this.waiting.filter((ticket) => ticket.key === key).length;
  }

  enter(id: number, key: string): "runs" | "waits" | "full" | { readonly refused: number } {
    if (this.running.size < this.maxRunning) {
      this.running.set(id, key);
      this.lastServed = key;
      return "runs";
    }
    let refused: number | undefined;
    if (this.waiting.length >= this.maxWaiting) {
      const longest = this.order.reduce<string | undefined>(
        (best, other) =>
          best === undefined || this.count(other) > this.count(best) ? other : best,
        undefined,
      );
      if (longest === undefined || this.count(longest) < this.count(key) + 2) return "full";
      refused = this.waiting.findLast((ticket) => ticket.key === longest)?.id;
      this.remove(refused);
    }
    this.waiting.push({ id, key });
    if (!this.order.includes(key)) this.order.push(key);
    return refused === undefined ? "waits" : { refused };
  }

  remove(id: number | undefined): void {
    this.waiting = this.waiting.filter((ticket) => ticket.id !== id);
    this.order = this.order.filter((key) => this.count(key) > 0);
  }

  leave(id: number): number | undefined {
    if (!this.running.delete(id)) {
      this.remove(id);
      return undefined;
    }
    if (this.order.length > 1 && this.order[0] === this.lastServed) {
      this.order.push(...this.order.splice(0, 1));
    }
    const [key] = this.order;
    const next = this.waiting.find((ticket) => ticket.key === key);
    if (next === undefined || key === undefined) return undefined;
    this.order.push(...this.order.splice(0, 1));
    this.remove(next.id);
    this.running.set(next.id, key);
    this.lastServed = key;
    return next.id;
  }
}

describe("slots", () => {
  it("[LIM-6] agreement with a slow reference, step by step", async () => {
    const sizes = fc.integer({ min: 1, max: 4 });
    await fc.assert(
      fc.asyncProperty(
        sizes,
        fc.integer({ min: 0, max: 6 }),
        steps,
        async (running, waiting, run) => {
          const slots = new Slots(running, waiting);
          const slow = new SlowSlots(running, waiting);
          const tickets = new Map<number, SlotTicket>();
          const state = new Map<number, string>();
          const expected = new Map<number, string>();
          for (const [id, step] of run.entries()) {
            if ("enter" in step) {
              const ticket = slots.enter(step.enter);
              const answer = slow.enter(id, step.enter);
              if ((ticket === undefined) !== (answer === "full")) throw new Error("one is full");
              if (ticket === undefined) continue;
              tickets.set(id, ticket);
              state.set(id, ticket.turn === undefined ? "runs" : "waits");
              ticket.turn?.then(
                () => state.set(id, "runs"),
                () => state.set(id, "refused"),
              );
              expected.set(id, answer === "runs" ? "runs" : "waits");
              if (typeof answer === "object") expected.set(answer.refused, "refused");
            } else {
              const ids = [...tickets.keys()];
              const gone = ids[step.leave % Math.max(1, ids.length)];
              if (gone === undefined) continue;
              tickets.get(gone)?.leave();
              tickets.delete(gone);
              const wasRefused = expected.get(gone) === "refused";
              state.delete(gone);
              expected.delete(gone);
              const served = wasRefused ? undefined : slow.leave(gone);
              if (served !== undefined) expected.set(served, "runs");
            }
            // oxlint-disable-next-line no-await-in-loop -- step by step
            await Promise.resolve();
            for (const other of state.keys()) if (!tickets.has(other)) state.delete(other);
            expect(state).toEqual(expected);
            expect([slots.running, slots.waiting]).toEqual([
              slow.running.size,
              slow.waiting.length,
            ]);
          }
        },
      ),
      { numRuns: RUNS },
    );
  });

  it("[LIM-6] a greedy key delays a modest one by one of its reads, however many it has waiting", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 500 }),
        async (running, greedy) => {
          const slots = new Slots(running, 10_000);
          const held = Array.from({ length: running + greedy }, () => slots.enter("greedy"));
          const modest = slots.enter("modest");
          let isServed = false;
          const served = modest?.turn?.then(() => {
            isServed = true;
            return undefined;
          });
          // One slot is given back: the greedy key was served last, so it is not its turn.
          held[0]?.leave();
          await Promise.resolve();
          expect(isServed).toBe(true);
          await served;
        },
      ),
      { numRuns: RUNS },
    );
  });
});
