import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { freePort } from "./free-port.ts";

/** A plain proxy: one backend after the other. It knows nothing of MCP, and no request belongs to a backend. */
export interface RoundRobinProxy {
  readonly url: URL;
  /** How many requests each backend got, in the order in which they were given. */
  readonly served: readonly number[];
  /** How many requests are at a backend now. */
  readonly inFlight: (backend: number) => number;
  /** How many requests each backend took and did not answer to the end. */
  readonly lost: readonly number[];
  readonly close: () => void;
}

/**
 * Starts it. A backend is left out while its `/readyz` says so, or while nobody listens there: what could not be
 * delivered goes to the next one. What was delivered and not answered is lost: 502.
 */
export async function startProxy(backends: readonly URL[]): Promise<RoundRobinProxy> {
  const served = backends.map(() => 0);
  const lost = backends.map(() => 0);
  const flying = backends.map(() => 0);
  const ready = backends.map(() => true);
  let turn = 0;
  const port = await freePort();
  const probes = backends.map((backend, index) =>
    setInterval(() => {
      fetch(new URL("/readyz", backend)).then(
        ({ ok }) => (ready[index] = ok),
        () => (ready[index] = false),
      );
    }, 50),
  );

  const forward = (
    incoming: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
    tries: number,
  ): void => {
    const index = next();
    const backend = backends[index];
    if (backend === undefined || tries === 0) {
      outgoing.writeHead(502).end();
      return;
    }
    let delivered = false;
    flying[index] = (flying[index] ?? 0) + 1;
    const landed = (): void => {
      flying[index] = (flying[index] ?? 0) - 1;
    };
    const { host: _host, ...headers } = incoming.headers;
    const upstream = request(
      new URL(incoming.url ?? "/", backend),
      { method: incoming.method, headers, agent: false },
      (response) => {
        served[index] = (served[index] ?? 0) + 1;
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.once("close", landed);
        response.once("error", () => {
          lost[index] = (lost[index] ?? 0) + 1;
          outgoing.destroy();
        });
        response.pipe(outgoing);
      },
    );
    upstream.once("socket", (socket) => {
      socket.once("connect", () => {
        delivered = true;
      });
    });
    upstream.once("error", () => {
      landed();
      if (outgoing.headersSent) outgoing.destroy();
      else if (delivered) {
        lost[index] = (lost[index] ?? 0) + 1;
        outgoing.writeHead(502).end();
      } else forward(incoming, body, outgoing, tries - 1);
    });
    upstream.end(body);
  };

  function next(): number {
    for (let step = 0; step < backends.length; step += 1) {
      turn = (turn + 1) % backends.length;
      if (ready[turn] === true) return turn;
    }
    return turn;
  }

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      forward(incoming, Buffer.concat(chunks), outgoing, backends.length + 1);
    });
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    served,
    lost,
    inFlight: (backend) => flying[backend] ?? 0,
    close: () => {
      for (const probe of probes) clearInterval(probe);
      server.close();
      server.closeAllConnections();
    },
  };
}
