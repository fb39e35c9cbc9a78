import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  contentsByteLength,
  contentsByteLengthBound,
  type ReadItem,
  toContents,
} from "../src/index.ts";
import { anyString, metadata, runs } from "./arbitraries.ts";

const body = fc.oneof(
  anyString.map((text) => ({ text })),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => ({ bytes })),
);
const item: fc.Arbitrary<ReadItem> = fc
  .tuple(anyString, anyString, body, fc.option(metadata, { nil: undefined }))
  .map(([uri, mimeType, variant, _meta]) => ({ uri, mimeType, ...variant, _meta }));

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

describe("contentsByteLength", () => {
  test("[RPT-6] is the size of the item's wire JSON, for every mixture", () => {
    fc.assert(
      fc.property(item, (any) => {
        expect(contentsByteLength(any)).toBe(bytesOf(toContents(any)));
      }),
      runs(1500),
    );
  });

  test("[RPT-6] adds up to the size of the contents array", () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 5 }), (items) => {
        const sum = items.reduce((total, any) => total + contentsByteLength(any) + 1, 1);
        expect(sum).toBe(bytesOf(items.map((any) => toContents(any))));
      }),
      runs(200),
    );
  });

  test("[RPT-6] never exceeds its bound, which is exact for blobs", () => {
    fc.assert(
      fc.property(item, (any) => {
        const exact = contentsByteLength(any);
        const bound = contentsByteLengthBound(any);
        expect(bound).toBeGreaterThanOrEqual(exact);
        expect(any.bytes === undefined || bound === exact).toBe(true);
      }),
      runs(500),
    );
  });
});
