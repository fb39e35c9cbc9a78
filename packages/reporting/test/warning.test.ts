import { describe, expect, test } from "vitest";
import {
  createIssue,
  createWarning,
  fitReport,
  isWarningContents,
  type ReadReport,
  RESOURCE_READ_META_KEY,
  toContents,
} from "../src/index.ts";

const report = fitReport({
  issues: [createIssue("timeout", { uri: "asset://a/1" })],
  issuesOmitted: 2,
  partial: true,
  bounds: { maxPayloadBytes: 4096, maxEncodedBytes: 16_384 },
});
const bytes = Uint8Array.from({ length: 16 }, (_, index) => index * 17);
const random = (): Uint8Array => bytes;

describe("a warning", () => {
  test("[RPT-4] its wire JSON, byte for byte", () => {
    expect(JSON.stringify(toContents(createWarning(report, random)))).toBe(
      '{"uri":"mcp-warning://read/00112233445566778899aabbccddeeff","mimeType":"text/plain",' +
        '"text":"Incomplete bundle.\\n' +
        '{\\"version\\":1,\\"partial\\":true,\\"issues\\":[{\\"code\\":\\"timeout\\",' +
        '\\"message\\":\\"Reading this item took too long.\\",\\"retryable\\":false,' +
        '\\"uri\\":\\"asset://a/1\\"}],\\"issuesOmitted\\":2}",' +
        '"_meta":{"go.phpboyscout.uk/mcp.resourceRead":{"diagnostic":true,"inlineOnly":true}}}',
    );
  });

  test("[RPT-4] its text holds the identical report JSON", () => {
    const { text } = createWarning(report, random);
    expect(text).toBe(`Incomplete bundle.\n${JSON.stringify(report)}`);
  });

  test("[RPT-4] its URI is of 51 bytes, random each time, lower-case hex with leading zeros", () => {
    const asked: number[] = [];
    const source = (length: number): Uint8Array => {
      asked.push(length);
      return crypto.getRandomValues(new Uint8Array(length));
    };
    const first = createWarning(report, source);
    const second = createWarning(report, source);
    expect(asked).toEqual([16, 16]);
    expect(first.uri).toMatch(/^mcp-warning:\/\/read\/[0-9a-f]{32}$/);
    expect(first.uri).toHaveLength(51);
    expect(first.uri).not.toBe(second.uri);
    expect(createWarning(report, () => new Uint8Array(16)).uri).toBe(
      `mcp-warning://read/${"0".repeat(32)}`,
    );
  });

  test("[RPT-1] keys are in wire order also for a report put together otherwise", () => {
    const shuffled: ReadReport = {
      issuesOmitted: 0,
      issues: [{ uri: "a:b", retryable: false, message: "m", code: "later" }],
      partial: true,
      version: 1,
    };
    expect(createWarning(shuffled, random).text).toBe(
      'Incomplete bundle.\n{"version":1,"partial":true,"issues":' +
        '[{"code":"later","message":"m","retryable":false,"uri":"a:b"}],"issuesOmitted":0}',
    );
  });

  test("a random source that gives something else is refused", () => {
    const sources: unknown[] = [
      () => new Uint8Array(15),
      () => new Uint8Array(17),
      () => Array.from(bytes),
      () => undefined,
    ];
    for (const source of sources) {
      expect(() => createWarning(report, source as () => Uint8Array)).toThrow(TypeError);
    }
  });

  test("nobody can change it afterwards", () => {
    const warning = createWarning(report, random);
    expect(Object.isFrozen(warning)).toBe(true);
    expect(Object.isFrozen(warning._meta)).toBe(true);
    expect(Object.isFrozen(warning._meta?.[RESOURCE_READ_META_KEY])).toBe(true);
  });
});

describe("isWarningContents", () => {
  const warning = toContents(createWarning(report, random));

  test("[RPT-4] knows a warning, on the wire and before", () => {
    expect(isWarningContents(warning)).toBe(true);
    expect(isWarningContents(createWarning(report, random))).toBe(true);
    expect(isWarningContents(JSON.parse(JSON.stringify(warning)))).toBe(true);
  });

  test("[RPT-4] needs both the URI and the mark", () => {
    expect(isWarningContents({ ...warning, uri: "asset://a" })).toBe(false);
    expect(isWarningContents({ ...warning, uri: "mcp-warning://read/short" })).toBe(false);
    expect(isWarningContents({ ...warning, uri: `${warning.uri}\n` })).toBe(false);
    expect(isWarningContents({ ...warning, uri: warning.uri.toUpperCase() })).toBe(false);
    expect(isWarningContents({ ...warning, _meta: undefined })).toBe(false);
    for (const mark of [{}, { diagnostic: true }, { diagnostic: true, inlineOnly: "true" }, null]) {
      expect(isWarningContents({ ...warning, _meta: { [RESOURCE_READ_META_KEY]: mark } })).toBe(
        false,
      );
    }
  });

  test("takes anything and never throws", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const trap = {
      get uri(): string {
        throw new Error("trap");
      },
    };
    for (const value of [undefined, null, 1, "text", [], {}, proxy, trap, { uri: proxy }]) {
      expect(isWarningContents(value)).toBe(false);
    }
  });
});
