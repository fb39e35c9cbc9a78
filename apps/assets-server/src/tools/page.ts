import { z } from "zod";

/** The most rows that one call gives. */
const MAX_LIMIT = 200;
const WHOLE = "must be a whole number, 1 or more";

/** Which rows a call asks for: the input that every list has. */
export const pageInput = {
  page: z.int(WHOLE).min(1, WHOLE).default(1).describe("Which page, from 1 on."),
  limit: z
    .int(`must be a whole number from 1 to ${MAX_LIMIT}`)
    .min(1, `must be a whole number from 1 to ${MAX_LIMIT}`)
    .max(MAX_LIMIT, `must be a whole number from 1 to ${MAX_LIMIT}`)
    .default(50)
    .describe(`Rows on a page, at most ${MAX_LIMIT}.`),
  after: z
    .string("must be the name in the last row that you have")
    .optional()
    .describe(
      "The name in the last row that you have: pages then begin after it. With page 1 it continues a list without a gap or a repetition even if rights or files change between two calls.",
    ),
};

/** What a list answers with, around its rows. */
export const pageOutput = {
  page: z.int().describe("The page that this is."),
  limit: z.int().describe("How many rows a page has."),
  total: z.int().describe("How many rows there are for you in all, on every page."),
  has_more: z.boolean().describe("Whether rows follow after this page."),
};

/** A part of a list, asked for. */
export type PageRequest = z.output<z.ZodObject<typeof pageInput>>;

/** A part of a list, given. `total` counts what the caller may see, and nothing else. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly has_more: boolean;
}

/** Cuts a page out of a list that is sorted by name, by bytes as the database sorts. */
export function pageOf<Row>(
  rows: readonly Row[],
  { page, limit, after }: PageRequest,
  nameOf: (row: Row) => string,
): ListPage<Row> {
  const last = after === undefined ? undefined : Buffer.from(after);
  const rest =
    last === undefined
      ? rows
      : rows.filter((row) => Buffer.compare(Buffer.from(nameOf(row)), last) > 0);
  const start = (page - 1) * limit;
  return {
    rows: rest.slice(start, start + limit),
    page,
    limit,
    total: rows.length,
    has_more: rest.length > start + limit,
  };
}
