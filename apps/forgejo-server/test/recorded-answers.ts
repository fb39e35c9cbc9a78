import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Exchange, Fixture, Persona } from "../record/exchange.ts";
import type { Scenery } from "../record/scenery.ts";
import { pageOf } from "./recorded-pages.ts";

const FIXTURES = fileURLToPath(new URL("fixtures", import.meta.url));

/** What is where in the recorded instance. */
export const scenery: Scenery = JSON.parse(
  readFileSync(`${FIXTURES}/scenery.json`, "utf8"),
) as Scenery;

/** A recorded answer, or one computed from recorded pages. */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Every recorded exchange, with all its headers. */
export function recordedExchanges(): Exchange[] {
  return readdirSync(FIXTURES)
    .filter((file) => file.endsWith(".json") && file !== "scenery.json")
    .flatMap((file) => {
      const fixture = JSON.parse(readFileSync(`${FIXTURES}/${file}`, "utf8")) as Fixture;
      return fixture.exchanges.map((exchange) => ({
        ...exchange,
        headers: { ...fixture.always, ...exchange.headers },
      }));
    });
}

/** `/api/v1/...` with its query in one order; threads of comments are whole whatever the query. */
export function canonical(path: string): string {
  const url = new URL(path, "http://forge.example");
  if (url.pathname.endsWith("/comments")) url.search = "";
  url.searchParams.sort();
  return `${url.pathname}${url.search}`;
}

/**
 * What the instance answered to this persona.
 *
 * Signed-in personas that were not asked themselves get what was answered without a token; every token that is
 * refused is refused everywhere, in the recorded words. A comment by itself is the row of its thread.
 */
export class RecordedAnswers {
  readonly #exact = new Map<string, Exchange>();
  readonly #paged = new Map<string, Exchange[]>();

  constructor(exchanges: readonly Exchange[] = recordedExchanges()) {
    for (const exchange of exchanges) {
      const path = canonical(exchange.path);
      for (const one of singleComments(exchange))
        for (const persona of one.as) this.#exact.set(`${persona} ${one.path}`, one);
      const list = this.#paged.get(pageless(path)) ?? [];
      this.#paged.set(pageless(path), [...list, exchange]);
    }
    for (const exchange of exchanges)
      for (const persona of exchange.as)
        this.#exact.set(`${persona} ${canonical(exchange.path)}`, exchange);
  }

  /** Nothing where nothing was recorded. */
  find(persona: Persona, rawPath: string): RecordedAnswer | undefined {
    const path = canonical(rawPath);
    const exact = this.#exact.get(`${persona} ${path}`);
    if (exact !== undefined) return exact;
    if (persona === "bad" || persona === "barred")
      return this.#exact.get(`${persona} /api/v1/version`);
    if (persona === "narrow") return this.#outOfScope(path);
    const anonymous = this.#exact.get(`anonymous ${path}`);
    return anonymous ?? this.#page(persona, path);
  }

  #outOfScope(path: string): RecordedAnswer | undefined {
    const refusals = [...this.#exact].filter(
      ([key, { status }]) => key.startsWith("narrow ") && status === 403,
    );
    const kind = kindOf(path);
    return refusals.find(([, exchange]) => kindOf(exchange.path) === kind)?.[1];
  }

  #page(persona: Persona, path: string): RecordedAnswer | undefined {
    const asked = new URL(path, "http://forge.example").searchParams;
    if (!asked.has("page") && !asked.has("limit")) return undefined;
    const recorded = this.#paged.get(pageless(path)) ?? [];
    const own = recorded.filter(({ as }) => as.includes(persona));
    const all = own.length > 0 ? own : recorded.filter(({ as }) => as.includes("anonymous"));
    return pageOf(all, Number(asked.get("page") ?? 1), Number(asked.get("limit") ?? 30));
  }
}

function singleComments({ as, method, path, status, headers, body }: Exchange): Exchange[] {
  const repo = /^(.*\/issues)\/\d+\/comments$/u.exec(canonical(path))?.[1];
  if (repo === undefined || status !== 200) return [];
  const { "x-total-count": _, "access-control-expose-headers": __, ...rest } = headers;
  return (JSON.parse(body) as { id: number }[]).map((row) => ({
    as,
    method,
    path: `${repo}/comments/${row.id}`,
    status,
    headers: rest,
    body: JSON.stringify(row),
  }));
}

function pageless(path: string): string {
  const url = new URL(path, "http://forge.example");
  url.searchParams.delete("page");
  url.searchParams.delete("limit");
  return `${url.pathname}${url.search}`;
}

/** Which scope Forgejo wants here. */
function kindOf(path: string): string {
  if (/^\/api\/v1\/repos\/[^/]+\/[^/]+\/issues\b/u.test(path)) return "issue";
  return path.split(/[/?]/u)[3] ?? "";
}
