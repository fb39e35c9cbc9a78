import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodePortably } from "../src/base64.ts";
import { base64ByteLength, encodeBase64 } from "../src/index.ts";
import { runs } from "./arbitraries.ts";

describe("base64", () => {
  test("[RPT-6] RFC 4648 §10", () => {
    const vectors = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
    for (const [length, encoded] of vectors.entries()) {
      const bytes = new TextEncoder().encode("foobar".slice(0, length));
      expect(encodeBase64(bytes)).toBe(encoded);
      expect(encodePortably(bytes)).toBe(encoded);
      expect(base64ByteLength(length)).toBe(encoded.length);
    }
  });

  test("[RPT-6] both ways of encoding agree, and with the size", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(5), (bytes, skip) => {
        const view = bytes.subarray(skip);
        const encoded = encodeBase64(view);
        expect(encodePortably(view)).toBe(encoded);
        expect(encoded.length).toBe(base64ByteLength(view.length));
        expect(Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0))).toEqual(
          Uint8Array.from(view),
        );
      }),
      runs(300),
    );
  });

  test("a size of something else than bytes is the caller's mistake", () => {
    for (const length of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(() => base64ByteLength(length)).toThrow(TypeError);
    }
  });
});
