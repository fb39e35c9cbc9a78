import { RESOURCE_READ_META_KEY } from "@org/resources-reporting";
import { describe, expect, it } from "vitest";
import { assertMetaKeys, metaKeyFault } from "../../src/definition/meta-keys.ts";

describe("metaKeyFault", () => {
  it.each([
    "ui",
    "a",
    "a.b_c-d",
    "example.org/x",
    "x/1",
    "a-1.b-2/n",
    "mcp.example/x",
    "mcp/x",
    "example.mcpx/x",
    "example.org.mcp/x",
    "example.org/",
  ])("[DEF-1] permits %s", (key) => {
    expect(metaKeyFault(key)).toBeUndefined();
  });

  it.each([
    "",
    "-a",
    "a-",
    "_a",
    "a b",
    "é",
    "__proto__",
    "/x",
    "1.org/x",
    "example-.org/x",
    "example..org/x",
    "example.org/a/b",
    "example.org/-",
    "io.modelcontextprotocol/x",
    "dev.mcp/x",
    "com.MCP.tools/x",
    "progressToken",
    "traceparent",
    "tracestate",
    "baggage",
    RESOURCE_READ_META_KEY,
    "x".repeat(513),
  ])("[DEF-1] [case X6] refuses %s", (key) => {
    expect(metaKeyFault(key)).toBeTypeOf("string");
  });

  it("[DEF-1] decides a hostile key in linear time", () => {
    const started = performance.now();
    metaKeyFault(`${"a-".repeat(5_000_000)}!/x`);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it("[DEF-1] names place and key in the error, cut short", () => {
    expect(() => assertMetaKeys({ ok: 1, "not ok": 2 }, "Here: _meta")).toThrow(
      'Here: _meta: the key "not ok" is no valid key name',
    );
    expect(() => assertMetaKeys({ ["x".repeat(600)]: 1 }, "Here")).toThrow(/^.{10,160}$/);
  });
});
