import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { crossOriginHeaders, preflightHeaders } from "./cross-origin.ts";
import { answer, refuse, send, type FetchHandler } from "./fetch-bridge.ts";
import { callersBehind, type CallerOf } from "./forwarded.ts";
import { ListenError, listen } from "./listen.ts";
import { isLoopback } from "./loopback.ts";
import { probe, type Probes } from "./probes.ts";
import { refuseForeign, type AllowedCallers } from "./request-guard.ts";

/** How {@link hostHttp} serves. */
export interface HttpHostOptions {
  readonly fetch: FetchHandler;
  readonly hostname: string;
  /** 0 lets the system choose a free one. */
  readonly port: number;
  /** Absent or `loopback`: any other address is refused. `anywhere` is for a server that knows who calls it. */
  readonly reach?: "loopback" | "anywhere" | undefined;
  readonly allowed?: Pick<AllowedCallers, "hosts" | "origins"> | undefined;
  /** Proxies whose `X-Forwarded-*` is believed: addresses, CIDR ranges. Default: none. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Serves `/healthz`, `/readyz` and `/metrics`; absent, these paths are the handler's. */
  readonly probes?: Probes | undefined;
  /** Default 1 MiB: a request names a URI, it carries no content. */
  readonly maxRequestBytes?: number | undefined;
  /** What the handler threw; the caller was told nothing of it. */
  readonly onError: (error: unknown) => void;
}

/** A server that listens. */
export interface HttpHost {
  /** `http://host:port`, without a path. */
  readonly origin: string;
  readonly port: number;
  /**
   * Turns `/readyz` to 503 and serves on for `drainMs` (default 0), so that a load balancer looks elsewhere; then stops
   * listening, lets requests in flight finish for up to `graceMs` (default 10 s), and cuts what is left.
   */
  readonly close: (how?: CloseOptions) => Promise<void>;
}

/** How a server ends, in milliseconds. */
export interface CloseOptions {
  readonly drainMs?: number | undefined;
  readonly graceMs?: number | undefined;
}

/**
 * Serves a fetch handler, after checking `Host` and `Origin`, with CORS for the origins that are allowed.
 *
 * Throws {@link ListenError} when the address is taken, not permitted, unknown here, or beyond `reach`.
 */
export async function hostHttp(options: HttpHostOptions): Promise<HttpHost> {
  const { hostname, reach = "loopback" } = options;
  if (reach === "loopback" && !isLoopback(hostname))
    throw new ListenError(
      `${hostname} is not a loopback address, and other machines must not reach this server. Use 127.0.0.1, ::1 or localhost.`,
    );
  const state = { closing: false };
  const serve = requestHandler(options, state);
  const server = createServer((incoming, outgoing) => {
    if (state.closing) outgoing.setHeader("connection", "close");
    serve(incoming, outgoing);
    // A connection that was busy when the server began to close would otherwise linger, kept alive.
    outgoing.once("close", () => {
      if (state.closing) setImmediate(() => server.closeIdleConnections());
    });
  });
  await listen(server, hostname, options.port);
  const { port } = server.address() as AddressInfo;
  const shown = hostname.includes(":") ? `[${hostname.replaceAll(/[[\]]/g, "")}]` : hostname;
  return {
    origin: `http://${shown}:${port}`,
    port,
    close: async ({ drainMs = 0, graceMs = 10_000 } = {}) => {
      state.closing = true;
      if (drainMs > 0) await new Promise((resolve) => setTimeout(resolve, drainMs));
      await close(server, graceMs);
    },
  };
}

/** What happens to each request, in order: counted, guarded, preflight, probes, the handler. */
function requestHandler(
  options: HttpHostOptions,
  state: { readonly closing: boolean },
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const { fetch, onError, probes, maxRequestBytes: maxBytes = 1_048_576 } = options;
  const callerOf: CallerOf = callersBehind(options.trustedProxies ?? []);
  const allowed = { ...options.allowed, loopbackOrigins: isLoopback(options.hostname) };
  const serve: FetchHandler = async (request, caller) => {
    const path = new URL(request.url).pathname;
    const probed = probes && (await probe({ method: request.method, path }, probes, state.closing));
    return probed ?? fetch(request, caller);
  };
  return (incoming, outgoing) => {
    count(incoming, outgoing, probes);
    const { headers, method, socket } = incoming;
    const caller = callerOf(incoming);
    const refusal = refuseForeign(
      { host: caller.host, origin: headers.origin, localAddress: socket.localAddress },
      allowed,
    );
    if (refusal !== undefined) {
      refuse(outgoing, 403, refusal);
      return;
    }
    const preflight = preflightHeaders(method, headers);
    if (preflight !== undefined) {
      void send(new Response(null, { status: 204, headers: preflight }), outgoing);
      return;
    }
    for (const [name, value] of Object.entries(crossOriginHeaders(headers)))
      outgoing.setHeader(name, value);
    void answer(incoming, outgoing, serve, { caller, maxBytes, onError });
  };
}

function count(
  { method = "" }: IncomingMessage,
  outgoing: ServerResponse,
  probes: Probes | undefined,
): void {
  if (probes?.metrics === undefined) return;
  const { answered } = probes.metrics;
  const start = performance.now();
  outgoing.once("close", () => {
    answered(method, outgoing.statusCode, (performance.now() - start) / 1000);
  });
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      server.closeAllConnections();
    }, graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
