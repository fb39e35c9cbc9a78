import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";

/** A server's metrics, as Prometheus reads them. */
export interface Metrics {
  readonly registry: Registry;
  readonly contentType: string;
  /** Counts one answered HTTP request. */
  readonly answered: (method: string, status: number, seconds: number) => void;
}

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "DELETE", "OPTIONS"]);

/**
 * Makes a registry with the process's own metrics and those of HTTP. Labels are of closed sets: no name, URI or address
 * of anybody is ever one.
 */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "http_requests_total",
    help: "Answered HTTP requests, by method and status.",
    labelNames: ["method", "status"] as const,
    registers: [registry],
  });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's headers to its answer's end.",
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return {
    registry,
    contentType: registry.contentType,
    answered: (method, status, seconds) => {
      requests.inc({ method: METHODS.has(method) ? method : "other", status });
      durations.observe(seconds);
    },
  };
}
