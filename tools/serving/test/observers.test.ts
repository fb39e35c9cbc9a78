import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createResourceGateway, resource } from "@org/resources-core";
import { fakePolicy } from "@org/resources-testkit";
import { describe, expect, it } from "vitest";
import { countOperations, createMetrics, errorName, logOperations } from "@org/serving";
import { gate } from "./gate.ts";
import { operate } from "./operate.ts";

const run = promisify(execFile);

describe("countOperations", () => {
  it("counts reads by outcome, issues, items, decisions by station, durations and bytes", async () => {
    const metrics = createMetrics();
    await operate(countOperations(metrics));
    const shown = await metrics.registry.metrics();
    for (const line of [
      'resource_operations_total{operation="read",outcome="ok"} 2',
      'resource_operations_total{operation="read",outcome="unavailable"} 2',
      'resource_operations_total{operation="list_resources",outcome="ok"} 1',
      "resource_partial_reads_total 1",
      'resource_issues_total{code="read_failed"} 1',
      'resource_items_total{outcome="read"} 2',
      'resource_items_total{outcome="read_failed"} 1',
      'resource_operation_duration_seconds_count{operation="read"} 4',
      "resource_read_bytes_count 2",
      'resource_decisions_total{round="1",station="discover",decision="permitted"} 3',
      'resource_decisions_total{round="2",station="items",decision="permitted"} 4',
      'resource_operations{state="running"} 0',
    ])
      expect(shown).toContain(`${line}\n`);
    expect(shown).not.toContain("x://");
  });
});

describe("countOperations' load", () => {
  it("tells what runs and what waits", async () => {
    const metrics = createMetrics();
    const [held, started] = [gate(), gate()];
    const gateway = createResourceGateway({
      policy: fakePolicy(),
      bindings: [
        resource({ uri: "x://h/held", name: "held" }, async () => {
          started.open();
          await held.passed;
          return "text";
        }),
      ],
      limits: { maxConcurrentReads: 1 },
      observer: countOperations(metrics),
    });
    const first = gateway.read("x://h/held", { context: {} });
    await started.passed;
    const others = [1, 2].map(() => gateway.read("x://h/held", { context: {} }));
    await Promise.resolve();
    const shown = await metrics.registry.metrics();
    expect(shown).toContain('resource_operations{state="running"} 1\n');
    expect(shown).toContain('resource_operations{state="waiting"} 2\n');
    held.open();
    await Promise.all([first, ...others]);
    const after = await metrics.registry.metrics();
    expect(after).toContain('resource_operations{state="running"} 0\n');
    expect(after).toContain('resource_operations{state="waiting"} 0\n');
    expect(after).toContain("resource_queued_operations_total 2\n");
  });
});

describe("logOperations", () => {
  it("logs each operation once, with its id and no URI, and what failed by its name", async () => {
    const lines: { level: string; text: string }[] = [];
    const log = (level: string) => (entry: object) => {
      lines.push({ level, text: JSON.stringify(entry) });
    };
    const levels = ["debug", "info", "warn", "error"].map((level) => [level, log(level)]);
    await operate(logOperations(Object.fromEntries(levels)));
    expect(lines.filter(({ level }) => level === "info")).toHaveLength(5);
    for (const { text } of lines) expect(text).toMatch(/"operationId":"[^"]+"/);
    const text = lines.map((line) => line.text).join("\n");
    expect(text).not.toContain("x://");
    expect(text).not.toContain("hunter2");
    expect(lines.filter(({ level }) => level === "warn").map((line) => line.text)).toEqual([
      expect.stringContaining('"cause":"Error ECONNRESET"'),
    ]);
  });
});

describe("traceOperations", () => {
  it("makes one span an operation, and in it one a station, without a URI that was asked for", async () => {
    const program = fileURLToPath(new URL("traced-operations.ts", import.meta.url));
    const { stdout } = await run(process.execPath, ["--conditions=@org/source", program]);
    const spans = JSON.parse(stdout) as readonly {
      readonly name: string;
      readonly id: string;
      readonly parent?: string;
      readonly attributes: Record<string, unknown>;
      readonly events: readonly unknown[];
    }[];
    const reads = spans.filter(({ name }) => name === "resources.read");
    expect(reads.map(({ attributes }) => attributes["resources.outcome"])).toEqual([
      "ok",
      "ok",
      "unavailable",
      "unavailable",
    ]);
    const some = reads[1];
    const inside = spans.filter(({ parent }) => parent === some?.id);
    expect(inside.map(({ name }) => name)).toEqual([
      "resources.select",
      "resources.decide",
      "resources.resolve",
      "resources.decide",
      "resources.decide",
      "resources.item",
      "resources.item",
      "resources.decide",
      "resources.decide",
    ]);
    expect(some?.attributes).toMatchObject({ "resources.items": 1, "resources.partial": true });
    // Only what its author registered is named, and the cause by nothing at all.
    const text = JSON.stringify(spans.map(({ attributes, events }) => [attributes, events]));
    expect(text).toContain("x://h/some");
    expect(text).not.toContain("x://h/failing");
    expect(text).not.toContain("x://h/none");
    expect(text).not.toContain("hunter2");
  });
});

describe("errorName", () => {
  it.each([
    [undefined, undefined],
    ["hunter2", "string"],
    [new TypeError("hunter2"), "TypeError"],
    [Object.assign(new Error("x"), { name: "hunter 2" }), "Error"],
    [Object.assign(new Error("x"), { code: "ECONNREFUSED" }), "Error ECONNREFUSED"],
    [Object.assign(new Error("x"), { code: "42P01" }), "Error 42P01"],
    [Object.assign(new Error("x"), { code: "hunter2" }), "Error"],
  ])("of %j is %j", (thrown, name) => {
    expect(errorName(thrown)).toBe(name);
  });
});
