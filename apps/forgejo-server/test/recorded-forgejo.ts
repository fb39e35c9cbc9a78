import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Persona } from "../record/exchange.ts";
import { RecordedAnswers, type RecordedAnswer } from "./recorded-answers.ts";

export { scenery } from "./recorded-answers.ts";

/** Tokens of the recorded people, for `Authorization: token …` or `Bearer …`; any other one is bad. */
export const TOKENS = {
  owner: "token-of-the-owner",
  other: "token-of-the-other",
  narrow: "token-of-too-small-a-scope",
  barred: "token-of-somebody-barred",
} as const;

/** One request that came. */
export interface SeenRequest {
  readonly persona: Persona;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
}

/** What goes wrong with one answer. */
export type Fault =
  /** Another answer. */
  | { readonly kind: "answer"; readonly answer: RecordedAnswer }
  /** The true answer with other headers. */
  | { readonly kind: "headers"; readonly headers: Readonly<Record<string, string>> }
  /** The true answer, later. */
  | { readonly kind: "delay"; readonly ms: number }
  /** The connection closes after so many bytes of a body that is longer. */
  | { readonly kind: "cut"; readonly afterBytes: number }
  /** Headers, then a body that does not end by itself. */
  | { readonly kind: "endless" }
  /** Nothing comes. */
  | { readonly kind: "silence" };

/** A Forgejo on a loopback port that answers what a real one answered. */
export interface RecordedForgejo extends AsyncDisposable {
  /** Without `/api/v1`. */
  readonly url: string;
  readonly seen: SeenRequest[];
  /** Requests that nothing was recorded for: they got Forgejo's 404. */
  readonly unrecorded: string[];
  /** The most requests that were in work at once. */
  readonly maxConcurrent: number;
  /** Asked before each answer; a test sets it, changes it, and may revoke in it. */
  fault: (seen: SeenRequest) => Fault | undefined | Promise<Fault | undefined>;
  /** From now on the persona's token is refused as a bad one is. */
  revoke: (persona: Persona) => void;
  restore: (persona: Persona) => void;
}

const NOT_FOUND: RecordedAnswer = {
  status: 404,
  headers: { "content-type": "application/json;charset=utf-8" },
  body: `{"message":"The target couldn't be found.","url":"https://forge.example/api/swagger","errors":[]}\n`,
};

/**
 * Starts it. With `FORGEJO_TEST_URL` the answers come from that instance instead: it holds the
 * recorded scenery, and `FORGEJO_TEST_TOKENS` names the file of tokens that the record tool wrote.
 */
export async function startRecordedForgejo(): Promise<RecordedForgejo> {
  const ask = answerer();
  const revoked = new Set<Persona>();
  let inWork = 0;
  let most = 0;
  const forgejo: { -readonly [K in keyof RecordedForgejo]: RecordedForgejo[K] } = {
    url: "",
    seen: [],
    unrecorded: [],
    get maxConcurrent() {
      return most;
    },
    fault: () => undefined,
    revoke: (persona) => void revoked.add(persona),
    restore: (persona) => void revoked.delete(persona),
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      server.closeAllConnections();
      await closed;
    },
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const token = tokenIn(request);
    const one: SeenRequest = {
      persona: personaOf(token),
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
    };
    forgejo.seen.push(one);
    const fault = await forgejo.fault(one);
    const persona = revoked.has(one.persona) ? "bad" : one.persona;
    if (fault?.kind === "silence") return;
    if (fault?.kind === "answer") return send(response, fault.answer);
    if (fault?.kind === "delay") await sleep(fault.ms);
    const found = one.method === "GET" ? await ask(persona, one.path) : undefined;
    if (found === undefined) forgejo.unrecorded.push(`${persona} ${one.method} ${one.path}`);
    const answer = persona === "bad" ? naming(token, found ?? NOT_FOUND) : (found ?? NOT_FOUND);
    if (fault?.kind === "cut") return cut(response, answer, fault.afterBytes);
    if (fault?.kind === "endless") return endless(response, answer);
    send(
      response,
      fault?.kind === "headers"
        ? { ...answer, headers: { ...answer.headers, ...fault.headers } }
        : answer,
    );
  };

  const server = createServer((request, response) => {
    inWork += 1;
    most = Math.max(most, inWork);
    response.once("close", () => {
      inWork -= 1;
    });
    handle(request, response).catch((error: unknown) => {
      forgejo.unrecorded.push(`${request.url}: ${String(error)}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  forgejo.url = `http://127.0.0.1:${port}`;
  return forgejo;
}

/** Recordings, or the live instance. */
function answerer(): (persona: Persona, path: string) => Promise<RecordedAnswer | undefined> {
  const live = process.env["FORGEJO_TEST_URL"];
  if (live === undefined || live === "") {
    const answers = new RecordedAnswers();
    return (persona, path) => Promise.resolve(answers.find(persona, path));
  }
  const file = process.env["FORGEJO_TEST_TOKENS"];
  if (file === undefined)
    throw new Error("FORGEJO_TEST_TOKENS: the file that `record --tokens` wrote");
  const tokens = JSON.parse(readFileSync(file, "utf8")) as Partial<Record<Persona, string>>;
  return async (persona, path) => {
    const token = tokens[persona];
    const response = await fetch(`${live.replace(/\/+$/u, "")}${path}`, {
      redirect: "manual",
      headers: {
        "accept-encoding": "identity",
        ...(token !== undefined && { authorization: `token ${token}` }),
      },
    });
    const headers = Object.fromEntries(response.headers);
    for (const name of ["content-length", "transfer-encoding", "connection", "keep-alive", "date"])
      delete headers[name];
    return { status: response.status, headers, body: await response.text() };
  };
}

function tokenIn({ headers }: IncomingMessage): string | undefined {
  return headers.authorization?.replace(/^(token|bearer) /iu, "");
}

function personaOf(token: string | undefined): Persona {
  if (token === undefined) return "anonymous";
  const known = Object.entries(TOKENS).find(([, own]) => own === token)?.[0];
  return (known as Persona | undefined) ?? "bad";
}

/** Forgejo repeats a bad token in what it answers; it was recorded as forty zeros. */
function naming(token: string | undefined, answer: RecordedAnswer): RecordedAnswer {
  return { ...answer, body: answer.body.replace("0".repeat(40), token ?? "") };
}

function send(response: ServerResponse, { status, headers, body }: RecordedAnswer): void {
  response.writeHead(status, {
    ...headers,
    ...(status !== 204 && { "content-length": Buffer.byteLength(body) }),
  });
  response.end(body);
}

function cut(
  response: ServerResponse,
  { status, headers, body }: RecordedAnswer,
  afterBytes: number,
): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, "content-length": bytes.length + 1 });
  response.write(bytes.subarray(0, afterBytes), () => response.destroy());
}

function endless(response: ServerResponse, { status, headers }: RecordedAnswer): void {
  response.writeHead(status, headers);
  const chunk = Buffer.alloc(65_536, " ");
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", more).on("error", () => {});
  more();
}
