import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyHostJson, HostJsonError } from "../src/host-json.ts";

const numRuns = Math.ceil(300 * Number(process.env["FUZZ_FACTOR"] ?? 1));

describe("copyHostJson", () => {
  it("agrees with JSON.stringify on every JSON value: same text, same size", () => {
    const json = fc.jsonValue({ maxDepth: 6, noUnicodeString: false });
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value);
        const copy = copyHostJson(value, { name: "v", maxBytes: 1_000_000 });
        expect(JSON.stringify(copy.value)).toBe(text);
        expect(copy.bytes).toBe(new TextEncoder().encode(text).length);
      }),
      { numRuns },
    );
  });

  it("never throws anything but its own error, on any value", () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withNullPrototype: true,
          withSparseArray: true,
          withTypedArray: true,
        }),
        (value) => {
          let thrown: unknown;
          try {
            copyHostJson(value, { name: "v", maxBytes: 2000 });
          } catch (error) {
            thrown = error;
          }
          expect(thrown === undefined || thrown instanceof HostJsonError).toBe(true);
        },
      ),
      { numRuns },
    );
  });
});
