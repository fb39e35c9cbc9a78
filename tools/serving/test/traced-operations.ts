// Operations seen by traceOperations, printed as JSON. A program of its own: vitest resolves OpenTelemetry to its build for
// bundlers, which Node cannot load.
import { ROOT_CONTEXT, SpanStatusCode, trace } from "@opentelemetry/api";
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { traceOperations } from "@org/serving";
import { operate } from "./operate.ts";

const exporter = new InMemorySpanExporter();
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
await operate(
  traceOperations(provider.getTracer("test"), {
    contextOf: (span) => trace.setSpan(ROOT_CONTEXT, span),
    failed: SpanStatusCode.ERROR,
  }),
);
await provider.forceFlush();
const spans = exporter.getFinishedSpans().map((span) => ({
  name: span.name,
  id: span.spanContext().spanId,
  parent: span.parentSpanContext?.spanId,
  attributes: span.attributes,
  events: span.events,
}));
process.stdout.write(JSON.stringify(spans));
await provider.shutdown();
