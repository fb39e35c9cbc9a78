import type { Attributes, Context, Span, SpanStatusCode, Tracer } from "@opentelemetry/api";
import type { GatewayEvent, Observer } from "@org/resources-core";

/** Sends spans to a collector. */
export interface Tracing {
  readonly observer: Observer<unknown>;
  /** Sends what has not been sent. */
  readonly close: () => Promise<void>;
}

/**
 * Opens tracing to the collector that `OTEL_EXPORTER_OTLP_ENDPOINT` names (OTLP over HTTP; the exporter reads that and
 * the other `OTEL_EXPORTER_OTLP_*` variables itself). The SDK is loaded here and nowhere else: without a collector
 * nobody pays for it.
 */
export async function openTracing(service: string, version: string): Promise<Tracing> {
  const [
    { ROOT_CONTEXT, SpanStatusCode, trace },
    { OTLPTraceExporter },
    { BatchSpanProcessor, TracerProvider },
    { resourceFromAttributes },
  ] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/resources"),
  ]);
  const provider = new TracerProvider({
    // Given, not detected: a process's arguments and a host's name are nobody's business.
    resource: resourceFromAttributes({ "service.name": service, "service.version": version }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  return {
    observer: traceOperations(provider.getTracer(service, version), {
      contextOf: (span) => trace.setSpan(ROOT_CONTEXT, span),
      failed: SpanStatusCode.ERROR,
    }),
    close: async () => {
      // A collector that is away must not keep the program.
      await provider.shutdown().catch(() => {});
    },
  };
}

/** What of OpenTelemetry's API is needed, given so that this file does not load it. */
interface Api {
  readonly contextOf: (parent: Span) => Context;
  readonly failed: SpanStatusCode.ERROR;
}

/**
 * One span an operation, and in it one for each station with what it came to. Attributes are ids, counts, codes and
 * templates; never a URI that was asked for, and nothing of a cause.
 */
export function traceOperations(tracer: Tracer, { contextOf, failed }: Api): Observer<unknown> {
  const open = new Map<string, { span: Span; startedAt: number }>();
  const station = (event: StationEvent, attributes: Attributes): void => {
    const parent = open.get(event.operationId);
    if (parent === undefined) return;
    const end = parent.startedAt + event.elapsedMs;
    const options = { startTime: end - event.durationMs, attributes };
    // The parent is given, not found in an ambient context: operations run beside each other.
    tracer.startSpan(`resources.${event.type}`, options, contextOf(parent.span)).end(end);
  };
  return (event) => {
    switch (event.type) {
      case "read.start":
      case "list.start":
      case "complete.start": {
        const attributes = { "resources.operation_id": event.operationId };
        const span = tracer.startSpan(`resources.${event.type.split(".")[0]}`, { attributes });
        open.set(event.operationId, { span, startedAt: Date.now() - event.elapsedMs });
        break;
      }
      case "select":
        station(event, {
          "resources.candidates": event.candidates,
          ...(event.definition !== undefined && { "resources.definition": event.definition }),
        });
        break;
      case "decide": {
        const { round, permitted, hidden, denied } = event;
        station(event, {
          "resources.station": event.station,
          "resources.round": round,
          "resources.permitted": permitted,
          "resources.hidden": hidden,
          "resources.denied": denied,
        });
        break;
      }
      case "resolve":
        station(event, { "resources.items": event.items });
        break;
      case "item":
        station(event, {
          "resources.index": event.index,
          "resources.outcome": event.outcome,
          ...(event.encodedBytes !== undefined && { "resources.bytes": event.encodedBytes }),
        });
        break;
      case "read.end":
      case "list.end":
      case "complete.end": {
        const { operationId, outcome } = event;
        const ended = open.get(operationId);
        open.delete(operationId);
        ended?.span.setAttribute("resources.outcome", outcome);
        if (event.type === "read.end")
          ended?.span.setAttributes({
            "resources.items": event.items,
            "resources.partial": event.partial,
            "resources.bytes": event.encodedBytes,
          });
        if (outcome !== "ok") ended?.span.setStatus({ code: failed, message: outcome });
        ended?.span.end();
        break;
      }
      case "budget":
      case "issue":
      case "queue":
      default:
    }
  };
}

type StationEvent = Extract<
  GatewayEvent,
  { readonly type: "select" | "decide" | "resolve" | "item" }
>;
