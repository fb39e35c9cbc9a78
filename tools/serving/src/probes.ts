import type { Metrics } from "./metrics.ts";

/** What an operator's tools ask of a server. */
export interface Probes {
  /** Whether requests can be served now; a throw is no. Asked by `/readyz`, and only while the server is not closing. */
  readonly ready: () => Promise<boolean>;
  /** Shown at `/metrics`; absent, that path is the handler's. */
  readonly metrics?: Metrics | undefined;
}

/**
 * Answers `/healthz` (the process answers), `/readyz` (it can serve; 503 otherwise, and from the moment it is told to
 * end) and `/metrics`; `undefined` for every other path.
 */
export async function probe(
  request: { readonly method: string | undefined; readonly path: string },
  probes: Probes,
  closing: boolean,
): Promise<Response | undefined> {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  switch (request.path) {
    case "/healthz":
      return plain(200, "ok");
    case "/readyz":
      if (closing) return plain(503, "closing");
      return (await probes.ready().catch(() => false))
        ? plain(200, "ready")
        : plain(503, "unready");
    case "/metrics": {
      if (probes.metrics === undefined) return undefined;
      const { contentType, registry } = probes.metrics;
      return new Response(await registry.metrics(), { headers: { "content-type": contentType } });
    }
    default:
      return undefined;
  }
}

function plain(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { "cache-control": "no-store" } });
}
