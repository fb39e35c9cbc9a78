/** Who asks: without a token, as a user, or with a token that is not enough. */
export type Persona = "anonymous" | "owner" | "other" | "narrow" | "barred" | "bad";

/** One question to Forgejo and its answer, as it was sent. */
export interface Exchange {
  /** All that got this very answer. */
  readonly as: readonly Persona[];
  readonly method: "GET";
  /** From `/api/v1` on, with the query. */
  readonly path: string;
  readonly status: number;
  /** Besides the file's `always`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A file of exchanges. */
export interface Fixture {
  readonly about: string;
  /** What answered, and how it came into the file. */
  readonly server: string;
  readonly provenance: "recorded" | "synthetic";
  /** Headers that every answer had. */
  readonly always: Readonly<Record<string, string>>;
  readonly exchanges: readonly Exchange[];
}

/** Differ at every answer, or belong to the connection: they are left out. */
const OF_THE_MOMENT = new Set([
  "date",
  "connection",
  "keep-alive",
  "content-length",
  "transfer-encoding",
]);

/** Takes the headers that all have out of each. */
export function withoutCommon(
  exchanges: readonly Exchange[],
): Pick<Fixture, "always" | "exchanges"> {
  const always = Object.entries(exchanges[0]?.headers ?? {}).filter(([name, value]) =>
    exchanges.every(({ headers }) => headers[name] === value),
  );
  const common = new Set(always.map(([name]) => name));
  return {
    always: Object.fromEntries(always),
    exchanges: exchanges.map((exchange) => ({
      ...exchange,
      headers: Object.fromEntries(
        Object.entries(exchange.headers).filter(([name]) => !common.has(name)),
      ),
    })),
  };
}

/** Where to ask, and with which tokens. */
export interface Recorder {
  readonly url: string;
  readonly tokens: Readonly<Partial<Record<Persona, string>>>;
}

/** Asks one path as each persona and keeps each distinct answer once. */
export async function recordPath(
  { url, tokens }: Recorder,
  path: string,
  personas: readonly Persona[],
): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  for (const persona of personas) {
    const token = tokens[persona];
    if (token === undefined && persona !== "anonymous") throw new Error(`no token for ${persona}`);
    // In order: the log of the server then reads like the fixture.
    // oxlint-disable-next-line no-await-in-loop
    const response = await fetch(`${url}${path}`, {
      redirect: "manual",
      headers: {
        accept: "application/json",
        "accept-encoding": "identity",
        ...(token !== undefined && { authorization: `token ${token}` }),
      },
    });
    // oxlint-disable-next-line no-await-in-loop
    const body = await response.text();
    const headers = Object.fromEntries(
      [...response.headers].filter(([name]) => !OF_THE_MOMENT.has(name)),
    );
    const { status } = response;
    const same = exchanges.findIndex(
      (exchange) =>
        exchange.status === status &&
        exchange.body === body &&
        JSON.stringify(exchange.headers) === JSON.stringify(headers),
    );
    const known = exchanges[same];
    if (known === undefined)
      exchanges.push({ as: [persona], method: "GET", path, status, headers, body });
    else exchanges[same] = { ...known, as: [...known.as, persona] };
  }
  return exchanges;
}
