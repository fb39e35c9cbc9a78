import type { Exchange } from "../record/exchange.ts";
import type { RecordedAnswer } from "./recorded-answers.ts";

/** As in the recorded `/settings/api`. */
const MAX_ROWS = 50;

interface Row {
  readonly id: number;
  readonly status?: string;
}

interface Combined {
  readonly state: string;
  readonly statuses: readonly Row[] | null;
}

interface Found {
  readonly data: readonly Row[];
}

/**
 * A page that was not recorded, cut from the pages of one limit that were, all of them.
 *
 * A test compares what this computes with pages that were recorded beside.
 */
export function pageOf(
  recorded: readonly Exchange[],
  page: number,
  askedLimit: number,
): RecordedAnswer | undefined {
  const pages = wholeIn(recorded);
  const first = pages[0];
  if (first === undefined) return undefined;
  const limit = Math.min(askedLimit, MAX_ROWS);
  const value: unknown = JSON.parse(first.body);
  const { headers } = first;
  const slice = (rows: readonly Row[]): readonly Row[] =>
    rows.slice((page - 1) * limit, page * limit);
  if (Array.isArray(value)) {
    const rows = pages.flatMap(({ body }) => JSON.parse(body) as Row[]);
    return { status: 200, headers, body: JSON.stringify(slice(rows)) };
  }
  if (isFound(value)) {
    const rows = pages.flatMap(({ body }) => (JSON.parse(body) as Found).data);
    return { status: 200, headers, body: JSON.stringify({ ...value, data: slice(rows) }) };
  }
  return combinedPage(pages, slice);
}

/** Pages hold the newest first; within one they stand oldest first, and the state is of this page alone. */
function combinedPage(
  pages: readonly Exchange[],
  slice: (rows: readonly Row[]) => readonly Row[],
): RecordedAnswer {
  const values = pages.map(({ body }) => JSON.parse(body) as Combined);
  const all = values.flatMap(({ statuses }) => statuses ?? []).toSorted((a, b) => b.id - a.id);
  const statuses = slice(all).toReversed();
  const { headers } = pages[0] as Exchange;
  if (statuses.length === 0) {
    const { "x-total-count": _, "access-control-expose-headers": __, ...rest } = headers;
    const empty = {
      state: "",
      sha: "",
      total_count: 0,
      statuses: null,
      repository: null,
      commit_url: "",
      url: "",
    };
    return { status: 200, headers: rest, body: JSON.stringify(empty) };
  }
  const worst = ["error", "failure", "warning", "pending", "success"].find((state) =>
    statuses.some(({ status }) => status === state),
  );
  const state = worst === "error" ? "failure" : worst;
  const body = { ...values[0], state, total_count: statuses.length, statuses };
  return { status: 200, headers, body: JSON.stringify(body) };
}

function isFound(value: unknown): value is Found {
  return typeof value === "object" && value !== null && "data" in value;
}

/** The pages of one limit from the first on, if they hold everything. */
function wholeIn(recorded: readonly Exchange[]): Exchange[] {
  for (const limit of new Set(recorded.map(({ path }) => numberIn(path, "limit")))) {
    const exchanges = recorded.filter(({ path }) => numberIn(path, "limit") === limit);
    const pages = exchanges.toSorted((a, b) => numberIn(a.path, "page") - numberIn(b.path, "page"));
    const total = Number(pages[0]?.headers["x-total-count"] ?? 0);
    const inOrder = pages.every(({ path }, at) => numberIn(path, "page") === at + 1);
    if (inOrder && pages.every(({ status }) => status === 200) && pages.length * limit >= total)
      return pages;
  }
  return [];
}

function numberIn(path: string, name: string): number {
  return Number(new URL(path, "http://forge.example").searchParams.get(name));
}
