import { describe, expect, test } from "vitest";
import {
  createIssue,
  fitReport,
  readReport,
  type ReadReport,
  RESOURCE_READ_META_KEY,
} from "../src/index.ts";

const report = fitReport({
  issues: [createIssue("timeout", { uri: "asset://a" }), createIssue("read_failed")],
  issuesOmitted: 1,
  partial: true,
  bounds: { maxPayloadBytes: 4096, maxEncodedBytes: 16_384 },
});
const wire: unknown = JSON.parse(JSON.stringify(report));
const inMeta = (value: unknown): unknown => ({ _meta: { [RESOURCE_READ_META_KEY]: value } });
const plain = (value: ReadReport): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value)) as Record<string, unknown>;

const boom = (): never => {
  throw new Error("boom");
};
const revoked = (target: object): object => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};

describe("readReport", () => {
  test("[RPT-7] finds a report in a result's metadata", () => {
    expect(readReport({ contents: [], _meta: { [RESOURCE_READ_META_KEY]: wire, x: 1 } })).toEqual({
      status: "ok",
      report,
    });
  });

  test("[RPT-7] finds a report in an error, and in an error's data", () => {
    const data = { uri: "asset://a", reason: "no_items", report: wire };
    const error = Object.assign(new Error("No item could be read"), { code: -32_603, data });
    expect(readReport(error)).toEqual({ status: "ok", report });
    expect(readReport({ code: -32_603, message: "", data })).toEqual({ status: "ok", report });
    expect(readReport(data)).toEqual({ status: "ok", report });
  });

  test("[RPT-7] metadata comes first", () => {
    const both = {
      ...(inMeta(wire) as object),
      data: { report: plain({ ...report, issues: [] }) },
    };
    expect(readReport(both)).toEqual({ status: "ok", report });
    expect(readReport({ ...(inMeta("rubbish") as object), data: { report: wire } })).toEqual({
      status: "unrecognized",
    });
  });

  test.each([
    undefined,
    null,
    0,
    "text",
    [],
    {},
    { _meta: null },
    { _meta: {} },
    { _meta: { other: wire } },
    { data: null },
    { data: { report: undefined } },
    { data: "text" },
  ])("[RPT-7] absent: %j", (value) => {
    expect(readReport(value)).toEqual({ status: "absent" });
  });

  test.each([
    [null],
    [1],
    ["text"],
    [[]],
    [{}],
    [{ diagnostic: true, inlineOnly: true }],
    [{ ...plain(report), version: "1" }],
  ])("[RPT-7] unrecognized, without a version: %j", (value) => {
    expect(readReport(inMeta(value))).toEqual({ status: "unrecognized" });
  });

  test("[RPT-7] unrecognized, of another version: which one is told", () => {
    for (const version of [0, 2, 1.5, -1]) {
      expect(readReport(inMeta({ ...plain(report), version }))).toEqual({
        status: "unrecognized",
        version,
      });
    }
    expect(readReport(inMeta({ version: 2, shape: "new" }))).toEqual({
      status: "unrecognized",
      version: 2,
    });
  });

  test.each([
    { partial: undefined },
    { partial: "true" },
    { issues: undefined },
    { issues: {} },
    { issues: [null] },
    { issues: [[]] },
    { issues: [{ code: "timeout", message: "m" }] },
    { issues: [{ code: 1, message: "m", retryable: true }] },
    { issues: [{ code: "timeout", message: null, retryable: true }] },
    { issues: [{ code: "timeout", message: "m", retryable: 1 }] },
    { issues: [{ code: "timeout", message: "m", retryable: true, uri: null }] },
    { issuesOmitted: undefined },
    { issuesOmitted: -1 },
    { issuesOmitted: 0.5 },
    { issuesOmitted: "0" },
    { issuesOmitted: 2 ** 53 },
  ])("[RPT-7] malformed is unrecognized: %j", (change) => {
    expect(readReport(inMeta({ ...plain(report), ...change }))).toEqual({
      status: "unrecognized",
      version: 1,
    });
  });

  test("[RPT-7] unknown issue codes and messages are kept, unknown keys dropped", () => {
    const issue = { code: "quarantined", message: "Being checked.", retryable: true };
    const reading = readReport(
      inMeta({ ...plain(report), issues: [{ ...issue, since: 1 }], extra: "x" }),
    );
    expect(reading).toEqual({ status: "ok", report: { ...report, issues: [issue] } });
  });

  test("the copy is detached and frozen", () => {
    const original = plain(report);
    const reading = readReport(inMeta(original));
    const copy = reading.status === "ok" ? reading.report : undefined;
    (original["issues"] as unknown[]).length = 0;
    expect(copy?.issues).toHaveLength(2);
    for (const part of [copy, copy?.issues, copy?.issues[0]])
      expect(Object.isFrozen(part)).toBe(true);
  });

  describe("[RPT-7] never throws", () => {
    const trap = (...keys: string[]): object =>
      Object.defineProperties(
        { ...plain(report) },
        Object.fromEntries(keys.map((key) => [key, { get: boom, enumerable: true }])),
      );
    test.each([
      ["a getter where reports are looked for", trap("_meta", "data", "report")],
      ["a revoked proxy", revoked({})],
      ["a revoked proxy of a function", revoked(boom)],
      ["metadata that is a revoked proxy", { _meta: revoked({}) }],
      ["a proxy that throws", new Proxy({}, { get: boom, has: boom, ownKeys: boom })],
    ])("%s: absent", (_, value) => {
      expect(readReport(value)).toEqual({ status: "absent" });
    });

    test.each([
      ["a getter in the report", trap("issues"), 1],
      ["a getter for the version", trap("version"), undefined],
      ["a revoked proxy", revoked({}), undefined],
      ["issues that are a revoked proxy", { ...plain(report), issues: revoked([]) }, 1],
      ["an issue that is a revoked proxy", { ...plain(report), issues: [revoked({})] }, 1],
      ["a getter in an issue", { ...plain(report), issues: [trap("code")] }, 1],
      [
        "an array that claims to be endless",
        {
          ...plain(report),
          issues: new Proxy([], {
            get: (_, key) => (key === "length" ? 2 ** 53 - 1 : report.issues[0]),
          }),
        },
        1,
      ],
    ])("%s: unrecognized", (_, value, version) => {
      expect(readReport(inMeta(value))).toEqual(
        version === undefined ? { status: "unrecognized" } : { status: "unrecognized", version },
      );
    });

    test("an unreadable place does not hide the next", () => {
      const error = Object.defineProperty({ data: { report: wire } }, "_meta", { get: boom });
      expect(readReport(error)).toEqual({ status: "ok", report });
    });

    test("a property that changes its mind is read once", () => {
      let reads = 0;
      const shifty = Object.defineProperty({ ...plain(report) }, "issuesOmitted", {
        get: () => (reads++ === 0 ? 1 : "rubbish"),
      });
      expect(readReport(inMeta(shifty))).toEqual({ status: "ok", report });
      expect(reads).toBe(1);
    });
  });
});
