import fc from "fast-check";
import assert from "node:assert/strict";
import { describe, expect, it } from "vitest";
import { FUZZ_FACTOR } from "../model/agree.ts";
import { turn } from "../model/perform.ts";
import { type Kind, openSlotHall, type SlotHall, type Visit } from "../model/slot-hall.ts";

type Step =
  | { readonly do: "enter"; readonly key: string; readonly kind: Kind }
  | { readonly do: "finish" | "cancel"; readonly which: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("enter"),
      key: fc.constantFrom("greedy", "greedy", "greedy", "modest", "third", "fourth"),
      kind: fc.constantFrom<Kind[]>("read", "read", "list", "complete"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("finish"), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel"), which: fc.nat() }) },
);

/** A naive model of who runs, who waits and who has to go: lists, and nothing else. */
class NaiveHall {
  running: number[] = [];
  waiting: Visit[] = [];
  /** For each key that waits: which others have been served since it began to. */
  readonly overtakers = new Map<string, Set<string>>();

  waitingOf(key: string): Visit[] {
    return this.waiting.filter((visit) => visit.key === key);
  }

  wait(visit: Visit): void {
    if (this.waitingOf(visit.key).length === 0) this.overtakers.set(visit.key, new Set());
    this.waiting.push(visit);
  }

  leave(visit: Visit): void {
    this.waiting = this.waiting.filter((other) => other !== visit);
  }

  /** Whose newest read may have to make room for a newcomer: those of the keys with most waiting, if by two or more. */
  victims(key: string): Visit[] {
    const counts = new Map<string, number>();
    for (const visit of this.waiting) counts.set(visit.key, (counts.get(visit.key) ?? 0) + 1);
    const most = Math.max(0, ...counts.values());
    if (most < (counts.get(key) ?? 0) + 2) return [];
    const longest = [...counts].flatMap(([one, count]) => (count === most ? [one] : []));
    return longest.flatMap((one) => this.waitingOf(one).at(-1) ?? []);
  }

  /** A slot is free: the one who got it is the oldest of its key, and has not been served while another key waited. */
  serve(visit: Visit): void {
    assert.equal(this.waitingOf(visit.key)[0], visit);
    this.leave(visit);
    for (const [key, overtakers] of this.overtakers) {
      if (key === visit.key || this.waitingOf(key).length === 0) continue;
      assert.ok(!overtakers.has(visit.key), `${visit.key} was served twice while ${key} waited`);
      overtakers.add(visit.key);
    }
    this.overtakers.set(visit.key, new Set());
    this.running.push(visit.id);
  }
}

async function play(slots: number, places: number, steps: readonly Step[]): Promise<void> {
  const hall = openSlotHall({ maxConcurrentReads: slots, maxQueuedReads: places });
  const naive = new NaiveHall();
  for (const one of steps) {
    // oxlint-disable-next-line no-await-in-loop -- one step at a time
    await take(one, hall, naive, slots, places);
    assert.ok(naive.running.length <= slots);
    const waiting = hall.visits.filter(({ state }) => state === "waiting");
    assert.deepEqual(
      waiting.map(({ id }) => id),
      naive.waiting.map(({ id }) => id).toSorted((a, b) => a - b),
    );
  }
  for (const visit of hall.visits) visit.finish();
  await turn();
  const ends = new Set(hall.visits.map(({ state }) => state));
  assert.ok(!ends.has("waiting") && !ends.has("running") && !ends.has("failed"), [...ends].join());
}

async function take(
  one: Step,
  { enter, visits }: SlotHall,
  naive: NaiveHall,
  slots: number,
  places: number,
): Promise<void> {
  if (one.do === "enter") {
    const victims = naive.victims(one.key);
    const newcomer = enter(one.key, one.kind);
    await turn();
    if (naive.running.length < slots) {
      naive.running.push(newcomer.id);
      naive.overtakers.set(newcomer.key, new Set());
      assert.equal(newcomer.state, "running");
    } else if (naive.waiting.length < places) {
      naive.wait(newcomer);
    } else {
      const refused = victims.find(({ state }) => state === "refused");
      if (victims.length === 0) assert.equal(newcomer.state, "refused");
      else {
        assert.ok(refused, "nobody made room for the newcomer");
        naive.leave(refused);
        naive.wait(newcomer);
      }
    }
    return;
  }
  const among = one.do === "finish" ? naive.running : naive.waiting.map(({ id }) => id);
  const id = among[one.which % among.length];
  const visit = id === undefined ? undefined : visits[id];
  if (visit === undefined) return;
  if (one.do === "cancel") {
    visit.cancel();
    await turn();
    assert.equal(visit.state, "cancelled");
    naive.leave(visit);
    return;
  }
  visit.finish();
  await turn();
  assert.equal(visit.state, "done");
  naive.running = naive.running.filter((other) => other !== id);
  const served = naive.waiting.filter(({ state }) => state === "running");
  assert.equal(served.length, Math.min(1, naive.waiting.length));
  for (const next of served) naive.serve(next);
}

async function fairness(runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 6 }),
      fc.array(step, { maxLength: 40 }),
      play,
    ),
    { numRuns: Math.ceil(runs * FUZZ_FACTOR) },
  );
}

describe("slots and places", () => {
  it(
    "[LIM-6] agree with a naive hall: no slot idle, oldest first within a key, no key served twice while another waits, who has most makes room",
    async () => {
      await expect(fairness(250)).resolves.toBeUndefined();
    },
    60_000 * Math.max(1, FUZZ_FACTOR),
  );

  it.each([
    [1_000, 1],
    [10_000, 4],
  ])(
    "[LIM-6] [case X14] a greedy caller with %i reads waiting delays a modest one by one read's time: %i slots",
    async (queued, slots) => {
      const { enter, visits } = openSlotHall({
        maxConcurrentReads: slots,
        maxQueuedReads: 20_000,
      });
      for (let n = 0; n < queued + slots; n++) enter("greedy");
      await turn();
      const modest = [enter("modest"), enter("modest")];
      await turn();
      const running = (): Visit[] => visits.filter(({ state }) => state === "running");
      const states = (): string => modest.map(({ state }) => state).join(" ");
      expect(running().every(({ key }) => key === "greedy")).toBe(true);
      expect(states()).toBe("waiting waiting");
      // The first slot that is given back is the modest caller's; from then on the two take turns.
      running()[0]?.finish();
      await turn();
      expect(states()).toBe("running waiting");
      running()[0]?.finish();
      await turn();
      running()[0]?.finish();
      await turn();
      expect(modest[1]?.state).toBe("running");
      expect(running()).toHaveLength(slots);
      for (const visit of visits) visit.cancel();
      await turn();
    },
    60_000,
  );

  it("[LIM-6] [case X14] a full queue of one caller makes room for others, before policy is asked, alike for every URI", async () => {
    const { enter, visits } = openSlotHall({ maxConcurrentReads: 1, maxQueuedReads: 6 });
    for (let n = 0; n < 7; n++) enter("greedy");
    await turn();
    const others = [enter("modest"), enter("third"), enter("modest")];
    await turn();
    expect(others.map(({ state }) => state)).toEqual(["waiting", "waiting", "waiting"]);
    const greedy = visits.slice(0, 7).map(({ state }) => state);
    expect(greedy.join(" ")).toBe("running waiting waiting waiting refused refused refused");
    const kinds: Kind[] = ["read", "read nothing", "read nonsense"];
    const refusals = kinds.map((kind) => enter("greedy", kind));
    await turn();
    const told = refusals.map(({ failure }) => {
      const { operationId: _, ...rest } = failure?.toJSON() ?? { operationId: "" };
      return JSON.stringify(rest);
    });
    expect(new Set(told)).toEqual(
      new Set(['{"code":"overloaded","message":"Too many requests at once","retryable":true}']),
    );
    for (const visit of visits) visit.finish();
    await turn();
  });
});
