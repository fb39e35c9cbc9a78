import { type ReadItem, toContents, utf8ByteLength } from "@org/resources-reporting";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { resultSizer } from "../src/wire-size.ts";

const numRuns = 200 * Number(process.env["FUZZ_FACTOR"] ?? 1);
const text = fc.string({ unit: "grapheme", maxLength: 400 });
const item: fc.Arbitrary<ReadItem> = fc.oneof(
  fc.record({ uri: fc.webUrl(), mimeType: fc.constant("text/plain"), text }),
  fc.record({
    uri: fc.webUrl(),
    mimeType: fc.constant("image/png"),
    bytes: fc.uint8Array({ maxLength: 400 }),
    _meta: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
  }),
);
const meta = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<string>, {
  maxKeys: 3,
});
const id = fc.oneof(fc.maxSafeInteger(), fc.string({ maxLength: 300 }));
const serverInfo = fc.record({ name: fc.string(), version: fc.string() });
const cache = { ttlMs: Number.MAX_SAFE_INTEGER, cacheScope: "private" };

describe("[SDK-5] the bound is never below the response and within 256 bytes of it", () => {
  test("as both SDKs write it before revision 2026-07-28", () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 5 }), meta, id, (contents, _meta, requestId) => {
        const sizer = resultSizer({ id: requestId, modern: false, stampedServerInfo: {} });
        const result = { contents: contents.map((content) => toContents(content)), _meta };
        const sent = utf8ByteLength(JSON.stringify({ result, jsonrpc: "2.0", id: requestId }));
        expect(sizer.result(contents, _meta)).toBeGreaterThanOrEqual(sent);
        expect(sizer.result(contents, _meta)).toBeLessThanOrEqual(sent + 256);
      }),
      { numRuns },
    );
  });

  test("as v2 writes it from then on, with what it stamps", () => {
    const generated = fc.tuple(fc.array(item, { maxLength: 5 }), meta, id, serverInfo);
    fc.assert(
      fc.property(generated, ([contents, _meta, requestId, stampedServerInfo]) => {
        const sizer = resultSizer({ id: requestId, modern: true, stampedServerInfo });
        const stamped = { ..._meta, "io.modelcontextprotocol/serverInfo": stampedServerInfo };
        const result = {
          contents: contents.map((content) => toContents(content)),
          _meta: stamped,
          ...cache,
          resultType: "complete",
        };
        const sent = utf8ByteLength(JSON.stringify({ result, jsonrpc: "2.0", id: requestId }));
        expect(sizer.result(contents, _meta)).toBeGreaterThanOrEqual(sent);
        expect(sizer.result(contents, _meta)).toBeLessThanOrEqual(sent + 256);
      }),
      { numRuns },
    );
  });

  test("domination: a bound that looks at no body is never below the size", () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 5 }), meta, id, (contents, _meta, requestId) => {
        const frame = { id: requestId, modern: false, stampedServerInfo: {} };
        const bound = resultSizer(frame).resultBound?.(contents, _meta);
        expect(bound).toBeGreaterThanOrEqual(resultSizer(frame).result(contents, _meta));
        for (const content of contents) {
          const sizer = resultSizer(frame);
          expect(sizer.itemBound?.(content)).toBeGreaterThanOrEqual(sizer.item(content));
        }
      }),
      { numRuns },
    );
  });

  test("additivity: a result is its items and a frame that does not depend on them", () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 5 }), meta, id, (contents, _meta, requestId) => {
        const frame = { id: requestId, modern: false, stampedServerInfo: {} };
        const sizer = resultSizer(frame);
        const items = contents.reduce((sum, content) => sum + sizer.item(content), 0);
        expect(sizer.result(contents, _meta)).toBe(resultSizer(frame).result([], _meta) + items);
      }),
      { numRuns },
    );
  });
});
