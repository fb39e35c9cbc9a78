import fc from "fast-check";
import { expect, it } from "vitest";
import { walkPages } from "../../src/lists/walk-pages.ts";
import { Caller } from "../../src/upstream/caller.ts";
import { AnswerMalformed } from "../../src/upstream/failures.ts";
import type { Answer, ForgejoClient } from "../../src/upstream/forgejo-client.ts";
import { contextOf, inquire } from "../../src/upstream/inquiry.ts";

interface Row {
  readonly id: number;
}

/** A list of a Forgejo that gives `most` rows a page at most, hides some, and counts as `total` says. */
interface Upstream {
  readonly rows: readonly (Row & { readonly hidden: boolean })[];
  readonly most: number;
  readonly total: "true" | "absent" | "zero";
  readonly hidesRows: boolean;
}

const upstream: fc.Arbitrary<Upstream> = fc.record({
  rows: fc.uniqueArray(fc.record({ id: fc.nat(10_000), hidden: fc.boolean() }), {
    selector: ({ id }) => id,
    maxLength: 140,
  }),
  most: fc.integer({ min: 1, max: 60 }),
  total: fc.constantFrom("true", "absent", "zero"),
  hidesRows: fc.boolean(),
});

function clientOf({ rows, most, total, hidesRows }: Upstream): ForgejoClient {
  return {
    get: async ({ path }): Promise<Answer> => {
      if (path === "/settings/api") return { value: { max_response_items: most } };
      const query = new URLSearchParams(path.split("?")[1]);
      const limit = Math.min(Number(query.get("limit")), most);
      const start = (Number(query.get("page")) - 1) * limit;
      return {
        value: rows.slice(start, start + limit).filter(({ hidden }) => !(hidesRows && hidden)),
        total: { true: rows.length, absent: undefined, zero: 0 }[total],
      };
    },
  };
}

function walk(world: Upstream): Promise<readonly Row[]> {
  const inquiry = inquire(clientOf(world), {
    context: contextOf(new Caller()),
    signal: new AbortController().signal,
    deadline: Number.POSITIVE_INFINITY,
    operationId: "one",
  });
  return walkPages<Row>(inquiry, {
    endpoint: ({ page, limit }) => ({
      name: "list",
      path: `/list?page=${page}&limit=${limit}`,
      maxBytes: 1,
    }),
    rowsOf: ({ value }) => value as readonly Row[],
    idOf: ({ id }) => id,
    hidesRows: world.hidesRows,
  });
}

/** Whether Forgejo's word, though not whole, lets somebody find the end. */
function canBeWhole({ total, hidesRows }: Upstream): boolean {
  return !hidesRows || total === "true";
}

it("is whole and in order: whatever the pages' size, and whatever is hidden, counted or not counted", async () => {
  await fc.assert(
    fc.asyncProperty(upstream.filter(canBeWhole), async (world) => {
      const expected = world.rows
        .filter(({ hidden }) => !(world.hidesRows && hidden))
        .map(({ id }) => id)
        .toSorted((one, other) => other - one);
      const walked = await walk(world);
      expect(walked.map(({ id }) => id)).toEqual(expected);
    }),
  );
});

it("without a count, goes on past short pages to an empty one", async () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({ id: at, hidden: at % 5 !== 0 }));
  const walked = await walk({ rows, most: 5, total: "absent", hidesRows: true });
  expect(walked.map(({ id }) => id)).toEqual([15, 10, 5, 0]);
});

it("rows that are counted and do not come are a failure", async () => {
  const broken: ForgejoClient = {
    get: async ({ path }) =>
      path === "/settings/api"
        ? { value: { max_response_items: 50 } }
        : { value: [{ id: 1 }], total: 2 },
  };
  const inquiry = inquire(broken, {
    context: contextOf(new Caller()),
    signal: new AbortController().signal,
    deadline: Number.POSITIVE_INFINITY,
    operationId: "one",
  });
  const list = {
    endpoint: ({ page }: { page: number }) => ({ name: "list", path: `/l?${page}`, maxBytes: 1 }),
    rowsOf: ({ value }: Answer) => value as readonly Row[],
    idOf: ({ id }: Row) => id,
    hidesRows: false,
  };
  await expect(walkPages(inquiry, list)).rejects.toThrow(AnswerMalformed);
});
