import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnyDefinition } from "../../src/definition/definition.ts";
import { createResourceGateway } from "../../src/gateway.ts";
import type { Page, ResourceGateway } from "../../src/operation.ts";
import type { ResourcePolicy } from "../../src/policy/policy.ts";
import { at, discovering, numbered } from "./registered.ts";

const numRuns = Math.ceil(100 * Number(process.env["FUZZ_FACTOR"] ?? 1));
const request = { context: undefined };

type Ask = "sync" | "async" | "many";

/** A policy that decides by `see` in one of the ways that a policy may. */
function deciding(ask: Ask, see: (uri: string) => boolean): ResourcePolicy<unknown> {
  const decide = (definition: AnyDefinition): boolean => see(definition.uri ?? "");
  if (ask === "sync") return discovering(decide);
  const late = async (definition: AnyDefinition): Promise<boolean> => {
    // Later ones answer first: order must not depend on it.
    const turns = 3 - (Number(definition.uri?.slice(2)) % 3);
    // oxlint-disable-next-line no-await-in-loop -- turns of the microtask queue
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    return decide(definition);
  };
  if (ask === "async") return discovering(late);
  return discovering(late, {
    discoverMany: async (definitions: readonly AnyDefinition[]) => definitions.map(decide),
  });
}

interface Walked {
  readonly pages: readonly (readonly number[])[];
  readonly continued: readonly boolean[];
}

/** Lists to the end; `before` is told which page comes next. */
async function walk(
  gateway: ResourceGateway<unknown>,
  pageSize: number,
  before: (page: number) => void,
): Promise<Walked> {
  const pages: number[][] = [];
  const continued: boolean[] = [];
  let cursor: string | undefined;
  do {
    before(pages.length);
    // oxlint-disable-next-line no-await-in-loop -- one page follows the other
    const page: Page<AnyDefinition> = await gateway.list({ cursor, pageSize }, request);
    pages.push(page.items.map((item) => Number(item.uri?.slice(2))));
    cursor = page.nextCursor;
    continued.push(cursor !== undefined);
  } while (cursor !== undefined && pages.length < 100_000);
  return { pages, continued };
}

function isShown(uri: string): boolean {
  return !uri.includes("h");
}

const asks = fc.constantFrom<Ask>("sync", "async", "many");

describe("paging", () => {
  it("[LST-2] under changing visibility: no duplicate, nothing skipped that was visible throughout, a cursor iff something follows, and an end", async () => {
    await fc.assert(
      fc.asyncProperty(
        asks,
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }), {
          minLength: 1,
          maxLength: 6,
        }),
        async (ask, pageSize, policyConcurrency, schedule) => {
          let seen = schedule[0] ?? [];
          const policy = deciding(ask, (uri) => seen[Number(uri.slice(2))] === true);
          const gateway = createResourceGateway({
            policy,
            bindings: numbered(24),
            limits: { policyConcurrency },
          });
          const history: (readonly boolean[])[] = [];
          const { pages, continued } = await walk(gateway, pageSize, (page) => {
            seen = schedule[page % schedule.length] ?? [];
            history.push(seen);
          });

          const all = pages.flat();
          expect(all).toEqual([...new Set(all)].toSorted((a, b) => a - b));
          let last = -1;
          for (const [page, items] of pages.entries()) {
            const now = history[page] ?? [];
            for (const item of items) expect(now[item]).toBe(true);
            const rest = now.flatMap((visible, index) => (visible && index > last ? [index] : []));
            expect(items).toEqual(rest.slice(0, pageSize));
            expect(continued[page]).toBe(rest.length > pageSize);
            last = items.at(-1) ?? last;
          }
          const throughout = Array.from({ length: 24 }, (_, index) => index).filter((index) =>
            history.every((now) => now[index] === true),
          );
          expect(all).toEqual(expect.arrayContaining(throughout));
        },
      ),
      { numRuns },
    );
  });

  it("[LST-2] every page's wire JSON is within maxPageBytes, and every definition is on one", async () => {
    const text = fc.string({ unit: "binary", maxLength: 60 });
    const fields = fc.record({
      title: text,
      description: text,
      _meta: fc.dictionary(fc.constantFrom("a", "b"), text),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fields, { maxLength: 20 }), asks, async (definitions, ask) => {
        const bindings = definitions.map((more, index) => at(`a:${index}`, more));
        const gateway = createResourceGateway({
          policy: deciding(ask, () => true),
          bindings,
          limits: { maxPageBytes: 1024 },
        });
        const uris = new Set<string>();
        let cursor: string | undefined;
        do {
          // oxlint-disable-next-line no-await-in-loop -- one page follows the other
          const page = await gateway.list({ cursor }, request);
          const wire = { resources: page.items, nextCursor: page.nextCursor };
          expect(new TextEncoder().encode(JSON.stringify(wire)).length).toBeLessThanOrEqual(1024);
          for (const item of page.items) uris.add(item.uri);
          cursor = page.nextCursor;
        } while (cursor !== undefined);
        expect(uris.size).toBe(definitions.length);
      }),
      { numRuns },
    );
  });

  it("[READ-15] worlds that differ only in hidden definitions list the same, byte for byte but for a cursor's random bits", async () => {
    await fc.assert(
      fc.asyncProperty(
        asks,
        fc.integer({ min: 1, max: 5 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 12 }),
        fc.uniqueArray(fc.integer({ min: 100, max: 199 }), { maxLength: 12 }),
        fc.string({ maxLength: 40 }),
        async (ask, pageSize, shown, hidden, secret) => {
          const worlds = [
            shown.map((number) => at(`a:${number}`)),
            [
              ...shown.map((number) => at(`a:${number}`)),
              ...hidden.map((number) => at(`a:${number % 100}h`, { description: secret })),
            ].toReversed(),
          ];
          const seen = await Promise.all(
            worlds.map(async (bindings) => {
              const gateway = createResourceGateway({ policy: deciding(ask, isShown), bindings });
              const pages: string[] = [];
              let cursor: string | undefined;
              do {
                // oxlint-disable-next-line no-await-in-loop -- one page follows the other
                const page = await gateway.list({ cursor, pageSize }, request);
                cursor = page.nextCursor;
                pages.push(
                  JSON.stringify({
                    ...page,
                    ...(cursor === undefined ? {} : { nextCursor: cursor.length }),
                  }),
                );
              } while (cursor !== undefined);
              return pages;
            }),
          );
          expect(seen[1]).toEqual(seen[0]);
        },
      ),
      { numRuns },
    );
  });
});

describe("10 000 definitions", () => {
  const bindings = numbered(10_000);

  it("[LST-2] are paged while visibility changes: none twice, none skipped that was visible throughout", async () => {
    let page = 0;
    // A third is always there, a third never, a third comes and goes.
    const see = (uri: string): boolean => {
      const number = Number(uri.slice(2));
      if (number % 3 === 0) return true;
      return number % 3 === 1 && (number * 7 + page * 13) % 5 < 2;
    };
    for (const ask of ["sync", "async", "many"] as const) {
      const gateway = createResourceGateway({ policy: deciding(ask, see), bindings });
      // oxlint-disable-next-line no-await-in-loop
      const { pages, continued } = await walk(gateway, 50, (next) => {
        page = next;
      });
      const all = pages.flat();
      expect(new Set(all).size).toBe(all.length);
      expect(all.filter((number) => number % 3 === 0)).toHaveLength(3334);
      expect(all.some((number) => number % 3 === 2)).toBe(false);
      expect(continued.lastIndexOf(true)).toBe(pages.length - 2);
    }
  });

  it("[LST-1] a page asks policy as often at the end as at the start", async () => {
    let asked = 0;
    const policy = discovering(() => {
      asked += 1;
      return true;
    });
    const gateway = createResourceGateway({ policy, bindings });
    const counts = new Set<number>();
    let cursor: string | undefined;
    do {
      asked = 0;
      // oxlint-disable-next-line no-await-in-loop -- one page follows the other
      const page = await gateway.list({ cursor }, request);
      cursor = page.nextCursor;
      if (cursor !== undefined) counts.add(asked);
    } while (cursor !== undefined);
    expect([...counts]).toEqual([51]);
  });
});
