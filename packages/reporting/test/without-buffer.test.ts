import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { anyString, runs } from "./arbitraries.ts";

/** Browsers and workers have no `Buffer`; these are the same sizes there. */
describe("where the host has no Buffer", () => {
  const bufferOfNode = Buffer;
  let portable: typeof import("../src/index.ts");

  beforeAll(async () => {
    vi.stubGlobal("Buffer", undefined);
    vi.resetModules();
    portable = await import("../src/index.ts");
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  test("[RPT-6] strings have the same size", () => {
    fc.assert(
      fc.property(anyString, (text) => {
        expect(portable.jsonStringByteLength(text)).toBe(
          bufferOfNode.byteLength(JSON.stringify(text)),
        );
        expect(portable.utf8ByteLength(text)).toBe(bufferOfNode.byteLength(text));
      }),
      runs(500),
    );
  });

  test("[RPT-6] bytes have the same base64", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(portable.encodeBase64(bytes)).toBe(bufferOfNode.from(bytes).toString("base64"));
      }),
      runs(200),
    );
  });

  test("[RPT-6] a host's own toBase64 is used where there is one", () => {
    const bytes = Object.assign(new Uint8Array([1, 2, 3]), { toBase64: () => "own!" });
    expect(portable.encodeBase64(bytes)).toBe("own!");
  });
});
