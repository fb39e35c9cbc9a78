import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "./caller.ts";
import type { Endpoint } from "./endpoints.ts";
import { UpstreamFailure, UpstreamRefused } from "./failures.ts";
import { Gate } from "./gate.ts";
import { readJson } from "./read-json.ts";

/** Where Forgejo is, and how it is treated. */
export interface ForgejoClientOptions {
  /** The instance, with its sub-path if it has one. */
  readonly url: URL;
  readonly userAgent: string;
  /** Calls at once, of all callers together. Default 8. */
  readonly maxConcurrent?: number | undefined;
  /** Told of every attempt, for the operator's log. */
  readonly onAttempt?: ((attempt: Attempt) => void) | undefined;
}

/** How one HTTP request to Forgejo ended. No path: a repository's name may be a secret. */
export interface Attempt {
  readonly endpoint: string;
  readonly operationId: string | undefined;
  readonly attempt: number;
  readonly durationMs: number;
  /** Absent where no answer came. */
  readonly status?: number | undefined;
}

/** On whose behalf, and for how long. */
export interface CallScope {
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** Epoch ms: no retry is begun that would end later. */
  readonly deadline: number;
  readonly operationId?: string | undefined;
}

/** What Forgejo answered. */
export interface Answer {
  readonly value: unknown;
  /** `X-Total-Count`, where it is a number. */
  readonly total?: number | undefined;
  readonly etag?: string | undefined;
}

/** A connection to one Forgejo instance, shared by all callers; it keeps nothing of theirs. */
export interface ForgejoClient {
  /**
   * Asks Forgejo as the caller. With `known`, the answer may be that it has not changed (a conditional request).
   *
   * Throws `UpstreamRefused` for 401, 403, 404, 204, every redirect and every other fault of the request;
   * `UpstreamFailure` for 429, 5xx and what breaks, after trying again within the deadline; `AnswerTooLarge`;
   * `AnswerMalformed`.
   */
  readonly get: (endpoint: Endpoint, scope: CallScope, known?: Answer) => Promise<Answer>;
}

const MAX_ATTEMPTS = 3;
const FIRST_WAIT_MS = 200;
const MAX_WAITING = 512;

/** Opens a client. Connections are kept alive and shared (Node's `fetch`). */
export function createForgejoClient(options: ForgejoClientOptions): ForgejoClient {
  const { url, userAgent, maxConcurrent = 8, onAttempt } = options;
  const base = `${url.href.replace(/\/+$/, "")}/api/v1`;
  const gate = new Gate(maxConcurrent, MAX_WAITING);

  const once = async (
    endpoint: Endpoint,
    scope: CallScope,
    known: Answer | undefined,
    attempt: number,
  ): Promise<Answer> => {
    const start = performance.now();
    let status: number | undefined;
    try {
      const response = await send(`${base}${endpoint.path}`, {
        headers: {
          accept: "application/json",
          "user-agent": userAgent,
          ...(known?.etag !== undefined && { "if-none-match": known.etag }),
          ...scope.caller.headers(),
        },
        redirect: "manual",
        signal: scope.signal,
      });
      ({ status } = response);
      return await answerOf(response, endpoint.maxBytes, known);
    } finally {
      const durationMs = Math.round(performance.now() - start);
      const { operationId } = scope;
      onAttempt?.({ endpoint: endpoint.name, operationId, attempt, durationMs, status });
    }
  };

  return {
    get: async (endpoint, scope, known) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          // One attempt after the other: that is what a retry is.
          // oxlint-disable-next-line no-await-in-loop
          return await gate.run(scope.caller.key, scope.signal, () =>
            once(endpoint, scope, known, attempt),
          );
        } catch (error) {
          scope.signal.throwIfAborted();
          if (!(error instanceof UpstreamFailure) || attempt === MAX_ATTEMPTS) throw error;
          const waitMs = error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
          if (Date.now() + waitMs >= scope.deadline) throw error;
          // oxlint-disable-next-line no-await-in-loop
          await sleep(waitMs, undefined, { signal: scope.signal });
        }
      }
    },
  };
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    throw new UpstreamFailure("no answer", { cause });
  }
}

/** Tells an answer by its status alone, never by its text. */
async function answerOf(
  response: Response,
  maxBytes: number,
  known: Answer | undefined,
): Promise<Answer> {
  const { status, headers } = response;
  if (status === 200) {
    const value = await readJson(response, maxBytes);
    return { value, total: totalOf(headers), etag: headers.get("etag") ?? undefined };
  }
  // What else is in it is nobody's business; the connection can be used again.
  await response.body?.cancel().catch(() => {});
  if (status === 304 && known !== undefined) return known;
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    throw new UpstreamFailure(`Forgejo answered ${status}`, {
      status,
      retryAfterMs: retryAfterMs(headers),
    });
  throw new UpstreamRefused(status);
}

function totalOf(headers: Headers): number | undefined {
  const text = headers.get("x-total-count") ?? "";
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** RFC 9110 §10.2.3: seconds, or a date. */
function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get("retry-after");
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
