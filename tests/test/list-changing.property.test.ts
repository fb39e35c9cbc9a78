import {
  createResourceGateway,
  publicPolicy,
  resource,
  type ResourceBinding,
  type ResourcePolicy,
  resourceTemplate,
} from "@org/resources-core";
import fc from "fast-check";
import { expect, it } from "vitest";

const numRuns = Math.ceil(50 * Number(process.env["FUZZ_FACTOR"] ?? 1));
const COUNT = 30;
const MAX_PAGE_BYTES = 1024;
const ROOM = MAX_PAGE_BYTES - 256;

/** What becomes of one entry while a list is walked. */
type Fate = "always" | "never" | "comes and goes";
type Ask = "sync" | "async" | "many";

function bindingOf(
  method: "list" | "listTemplates",
  index: number,
  description: string,
): ResourceBinding {
  const number = String(index).padStart(2, "0");
  return method === "list"
    ? resource({ uri: `a://h/${number}`, name: "n", description }, "")
    : resourceTemplate({ uriTemplate: `a://h/${number}/{v}`, name: "n", description }, () => "");
}

function numberOf(entry: {
  readonly uri?: string | undefined;
  readonly uriTemplate?: string | undefined;
}): number {
  return Number((entry.uri ?? entry.uriTemplate ?? "").slice(6, 8));
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

it("[LST-1] [LST-2] [case L1] visibility may change between any two answers: a page is what was answered for it, in order; no entry twice, none skipped that was there throughout, a cursor iff one more was there, and an end", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<"list" | "listTemplates">("list", "listTemplates"),
      fc.constantFrom<Ask>("sync", "async", "many"),
      fc.array(fc.constantFrom<Fate>("always", "never", "comes and goes"), {
        minLength: COUNT,
        maxLength: COUNT,
      }),
      fc.infiniteStream(fc.boolean()),
      fc.array(fc.nat({ max: 300 }), { minLength: COUNT, maxLength: COUNT }),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 5 }),
      async (method, ask, fates, coins, lengths, pageSize, policyConcurrency) => {
        let answers = new Map<number, boolean>();
        const coin = (): boolean => {
          const toss = coins.next();
          return toss.done !== true && toss.value;
        };
        const decide = (definition: Parameters<typeof numberOf>[0]): boolean => {
          const index = numberOf(definition);
          const fate = fates[index] ?? "never";
          const answer = fate === "comes and goes" ? coin() : fate === "always";
          expect(answers.has(index), "nobody is asked twice for one page").toBe(false);
          answers.set(index, answer);
          return answer;
        };
        const late = async (definition: Parameters<typeof numberOf>[0]): Promise<boolean> => {
          // Later entries answer sooner.
          // oxlint-disable-next-line no-await-in-loop -- turns of the microtask queue
          for (let turn = numberOf(definition) % 4; turn < 4; turn += 1) await Promise.resolve();
          return decide(definition);
        };
        const policy: ResourcePolicy<unknown> = {
          ...publicPolicy(),
          discover: ask === "sync" ? decide : late,
          ...(ask === "many"
            ? {
                discoverMany: async (all: readonly Parameters<typeof numberOf>[0][]) =>
                  all.map(decide),
              }
            : {}),
        };
        const gateway = createResourceGateway({
          policy,
          bindings: lengths.map((length, index) => bindingOf(method, index, "é".repeat(length))),
          limits: { policyConcurrency, maxPageBytes: MAX_PAGE_BYTES },
        });

        const all: number[] = [];
        let cursor: string | undefined;
        let pages = 0;
        do {
          answers = new Map();
          const after = all.at(-1) ?? -1;
          // oxlint-disable-next-line no-await-in-loop -- one page follows the other
          const page = await gateway[method]({ cursor, pageSize }, { context: undefined });
          const shown = page.items.map(numberOf);
          const permitted = [...answers]
            .filter(([index, answer]) => answer && index > after)
            .map(([index]) => index)
            .toSorted((a, b) => a - b);
          // What was answered, in order, as far as it fits.
          expect(shown).toEqual(permitted.slice(0, shown.length));
          expect(shown.length).toBeLessThanOrEqual(pageSize);
          expect(bytesOf(page.items) - 2).toBeLessThanOrEqual(ROOM);
          // One more was there, and had no room or no place; or nothing more was there.
          expect(page.nextCursor !== undefined).toBe(permitted.length > shown.length);
          const next = permitted[shown.length];
          const withNext = [
            ...page.items,
            { ...page.items[0], description: "é".repeat(lengths[next ?? 0] ?? 0) },
          ];
          expect(
            next === undefined || shown.length === pageSize || bytesOf(withNext) - 2 > ROOM,
          ).toBe(true);
          all.push(...shown);
          cursor = page.nextCursor;
          pages += 1;
          expect(cursor === undefined || shown.length > 0).toBe(true);
        } while (cursor !== undefined);

        expect(pages).toBeLessThanOrEqual(COUNT + 1);
        expect(all).toEqual([...new Set(all)].toSorted((a, b) => a - b));
        const throughout = fates.flatMap((fate, index) => (fate === "always" ? [index] : []));
        expect(all).toEqual(expect.arrayContaining(throughout));
        expect(all.filter((index) => fates[index] === "never")).toEqual([]);
      },
    ),
    { numRuns },
  );
});
