import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { answer, refuse, type FetchHandler } from "./fetch-bridge.ts";
import { isLoopback } from "./loopback.ts";
import { refuseForeign, type AllowedCallers } from "./request-guard.ts";

/** How {@link hostHttp} serves. */
export interface HttpHostOptions {
  readonly fetch: FetchHandler;
  /** A loopback name or address; anything else is refused. */
  readonly hostname: string;
  /** 0 lets the system choose a free one. */
  readonly port: number;
  readonly allowed?: AllowedCallers | undefined;
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
  /** Stops listening, lets requests in flight finish for up to `graceMs`, then cuts what is left. */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** The address cannot be listened on; `message` says why and what to do. */
export class ListenError extends Error {
  override readonly name = "ListenError";
}

/**
 * Serves a fetch handler on loopback, after checking `Host` and `Origin`.
 *
 * Throws {@link ListenError} when the address is taken, not permitted, unknown here or not loopback.
 */
export async function hostHttp(options: HttpHostOptions): Promise<HttpHost> {
  const { hostname, maxRequestBytes = 1_048_576 } = options;
  if (!isLoopback(hostname))
    throw new ListenError(
      `${hostname} is not a loopback address, and other machines must not reach this server. Use 127.0.0.1, ::1 or localhost.`,
    );
  let closing = false;
  const server = createServer((incoming, outgoing) => {
    if (closing) outgoing.setHeader("connection", "close");
    const refusal = refuseForeign(incoming.headers, options.allowed ?? {});
    if (refusal !== undefined) refuse(outgoing, 403, refusal);
    else
      void answer(incoming, outgoing, options.fetch, {
        maxBytes: maxRequestBytes,
        onError: options.onError,
      });
    // A connection that was busy when the server began to close would otherwise linger, kept alive.
    outgoing.once("close", () => {
      if (closing) setImmediate(() => server.closeIdleConnections());
    });
  });
  await listen(server, hostname, options.port);
  const { port } = server.address() as AddressInfo;
  const shown = hostname.includes(":") ? `[${hostname.replaceAll(/[[\]]/g, "")}]` : hostname;
  return {
    origin: `http://${shown}:${port}`,
    port,
    close: (graceMs = 10_000) => {
      closing = true;
      return close(server, graceMs);
    },
  };
}

function listen(server: Server, hostname: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(new ListenError(explain(error, hostname, port), { cause: error }));
    });
    server.listen({ host: hostname.replaceAll(/[[\]]/g, ""), port }, resolve);
  });
}

function explain(error: NodeJS.ErrnoException, hostname: string, port: number): string {
  const code = error.code ?? "unknown fault";
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${hostname} is in use. Stop the program that uses it, or choose another port (0 takes any free one).`;
    case "EACCES":
      return `Port ${port} on ${hostname} is reserved for administrators. Choose one from 1024 to 65535 (0 takes any free one).`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `This machine has no address ${hostname}. Use 127.0.0.1.`;
    default:
      return `Cannot listen on ${hostname}, port ${port} (${code}).`;
  }
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
