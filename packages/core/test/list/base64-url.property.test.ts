import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBase64Url, encodeBase64Url } from "../../src/list/base64-url.ts";

const numRuns = Math.ceil(1000 * Number(process.env["FUZZ_FACTOR"] ?? 1));

describe("base64url", () => {
  it("encodes as the platform does, and decoding gives the bytes back", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = encodeBase64Url(bytes);
        expect(text).toBe(Buffer.from(bytes).toString("base64url"));
        expect(decodeBase64Url(text)).toEqual(new Uint8Array(bytes));
      }),
      { numRuns },
    );
  });

  it("[LST-3] has one spelling: whatever decodes is what encoding makes", () => {
    const letters = "ABCDwxyz0189-_+/= \n=";
    const spelling = fc.oneof(
      fc.string({ unit: fc.constantFrom(...letters.split("")), maxLength: 12 }),
      fc.string({ unit: "binary", maxLength: 8 }),
    );
    fc.assert(
      fc.property(spelling, (text) => {
        const bytes = decodeBase64Url(text);
        expect(bytes === undefined || encodeBase64Url(bytes) === text).toBe(true);
      }),
      { numRuns },
    );
  });
});
