import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Caller } from "./forwarded.ts";

/** A web-standard server: what `createMcpHandler(...).fetch` is, and what this package hosts. */
export type FetchHandler = (request: Request, caller?: Caller) => Promise<Response>;

/** A request whose body grew beyond the limit while it was being read. */
class BodyTooLarge extends Error {}

/**
 * Answers one Node request through a fetch handler.
 *
 * The request's `signal` aborts when the client goes away, which is how a disconnect reaches a read. A body over
 * `maxBytes` is answered 413, whatever the handler makes of the broken stream; a handler that throws is a 500 that says
 * nothing, and `onError` hears why.
 */
export async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handler: FetchHandler,
  options: {
    readonly caller: Caller;
    readonly maxBytes: number;
    readonly onError: (error: unknown) => void;
  },
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) gone.abort(new Error("The client went away"));
  });
  const body = new LimitedBody(incoming, options.maxBytes);
  let response: Response;
  try {
    if (Number(incoming.headers["content-length"] ?? 0) > options.maxBytes)
      return refuse(outgoing, 413, "Request body too large");
    const request = requestOf(incoming, options.caller, body, gone.signal);
    if (request === undefined) return refuse(outgoing, 400, "Malformed request target");
    response = await handler(request, options.caller);
    if (body.exceeded) return refuse(outgoing, 413, "Request body too large");
  } catch (error) {
    if (body.exceeded) return refuse(outgoing, 413, "Request body too large");
    if (!gone.signal.aborted) options.onError(error);
    return refuse(outgoing, 500, "Internal error");
  }
  await send(response, outgoing).catch((error: unknown) => {
    if (!gone.signal.aborted) options.onError(error);
    outgoing.destroy();
  });
}

/** Answers with a short JSON-RPC error that belongs to no request. */
export function refuse(outgoing: ServerResponse, status: number, message: string): void {
  if (outgoing.headersSent || outgoing.destroyed) {
    outgoing.destroy();
    return;
  }
  const text = JSON.stringify({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null });
  // The rest of a refused body is not worth reading.
  outgoing.writeHead(status, { "content-type": "application/json", connection: "close" }).end(text);
}

class LimitedBody {
  exceeded = false;
  readonly chunks: AsyncGenerator<Uint8Array>;

  constructor(source: AsyncIterable<Uint8Array>, maxBytes: number) {
    this.chunks = this.#limit(source, maxBytes);
  }

  async *#limit(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) {
        this.exceeded = true;
        throw new BodyTooLarge();
      }
      yield chunk;
    }
  }
}

function requestOf(
  incoming: IncomingMessage,
  caller: Caller,
  body: LimitedBody,
  signal: AbortSignal,
): Request | undefined {
  const target = incoming.url ?? "/";
  const url = `${caller.protocol}://${caller.host ?? "localhost"}${target}`;
  if (!target.startsWith("/") || !URL.canParse(url)) return undefined;
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2)
    headers.append(incoming.rawHeaders[index] as string, incoming.rawHeaders[index + 1] as string);
  const method = incoming.method ?? "GET";
  const init = { method, headers, signal };
  if (method === "GET" || method === "HEAD") return new Request(url, init);
  // `duplex` is required for a streamed body and missing from some type libraries.
  return new Request(url, {
    ...init,
    body: Readable.toWeb(Readable.from(body.chunks, { objectMode: false })),
    duplex: "half",
  } as unknown as RequestInit);
}

/** Sends a fetch handler's response. */
export async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) {
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  await pipeline(Readable.fromWeb(response.body as never), outgoing);
}
