import type { GatewayEvent, Observer } from "@org/resources-core";
import { Counter, Gauge, Histogram } from "prom-client";
import type { Metrics } from "./metrics.ts";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const BYTES = [1e3, 1e4, 1e5, 1e6, 4e6, 12e6];

/**
 * Counts a gateway's events: operations by outcome, issues by code, decisions by station, durations, bytes, and how full
 * the queue is. Every label is of a closed set of the gateway's own words.
 */
export function countOperations({ registry }: Metrics): Observer<unknown> {
  const registers = [registry];
  const operations = new Counter({
    name: "resource_operations_total",
    help: "Reads, lists and completions that ended, by outcome.",
    labelNames: ["operation", "outcome"] as const,
    registers,
  });
  const partial = new Counter({
    name: "resource_partial_reads_total",
    help: "Reads whose bundle lacks something and says so.",
    registers,
  });
  const durations = new Histogram({
    name: "resource_operation_duration_seconds",
    help: "Time from an operation's start, waiting included, to its end.",
    labelNames: ["operation"] as const,
    buckets: SECONDS,
    registers,
  });
  const bytes = new Histogram({
    name: "resource_read_bytes",
    help: "Size of each bundle on the wire.",
    buckets: BYTES,
    registers,
  });
  const issues = new Counter({
    name: "resource_issues_total",
    help: "Items that are missing from a bundle and reported, by code.",
    labelNames: ["code"] as const,
    registers,
  });
  const items = new Counter({
    name: "resource_items_total",
    help: "Bodies that were asked for, by outcome.",
    labelNames: ["outcome"] as const,
    registers,
  });
  const itemDurations = new Histogram({
    name: "resource_item_duration_seconds",
    help: "Time to read one body.",
    buckets: SECONDS,
    registers,
  });
  const decisions = new Counter({
    name: "resource_decisions_total",
    help: "Decisions about definitions, requested targets and items, by round and answer.",
    labelNames: ["round", "station", "decision"] as const,
    registers,
  });
  const decisionDurations = new Histogram({
    name: "resource_decision_duration_seconds",
    help: "Time to decide at one station.",
    labelNames: ["station"] as const,
    buckets: SECONDS,
    registers,
  });
  const budgets = new Counter({
    name: "resource_budget_exceeded_total",
    help: "Items that did not fit, by limit.",
    labelNames: ["limit"] as const,
    registers,
  });
  const queued = new Counter({
    name: "resource_queued_operations_total",
    help: "Operations that had to wait for a slot.",
    registers,
  });
  /** Those that wait: each until the next that is heard of it. */
  const waiting = new Set<string>();
  let open = 0;
  const load = new Gauge({
    name: "resource_operations",
    help: "Operations that run, and that wait for a slot, now.",
    labelNames: ["state"] as const,
    registers,
    collect: () => {
      load.set({ state: "running" }, open - waiting.size);
      load.set({ state: "waiting" }, waiting.size);
    },
  });

  const ended = (
    operation: string,
    event: { readonly outcome: string; readonly durationMs: number },
  ): void => {
    open -= 1;
    operations.inc({ operation, outcome: event.outcome });
    durations.observe({ operation }, event.durationMs / 1000);
  };
  return (event: GatewayEvent) => {
    waiting.delete(event.operationId);
    switch (event.type) {
      case "read.end":
        ended("read", event);
        if (event.outcome === "ok") bytes.observe(event.encodedBytes);
        if (event.partial) partial.inc();
        break;
      case "list.end":
        ended(`list_${event.method}`, event);
        break;
      case "complete.end":
        ended("complete", event);
        break;
      case "issue":
        issues.inc({ code: event.code });
        break;
      case "item":
        items.inc({ outcome: event.outcome });
        itemDurations.observe(event.durationMs / 1000);
        break;
      case "decide": {
        const { round, station } = event;
        for (const decision of ["permitted", "hidden", "denied"] as const)
          decisions.inc({ round, station, decision }, event[decision]);
        decisionDurations.observe({ station }, event.durationMs / 1000);
        break;
      }
      case "budget":
        budgets.inc({ limit: event.budget.limit });
        break;
      case "queue":
        queued.inc();
        waiting.add(event.operationId);
        break;
      case "read.start":
      case "list.start":
      case "complete.start":
        open += 1;
        break;
      case "select":
      case "resolve":
      default:
    }
  };
}
