import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonByteLength, jsonStringByteLength, utf8ByteLength } from "../src/index.ts";
import { anyString, jsonValue, runs } from "./arbitraries.ts";

/** What JavaScript can hold besides JSON, and what `JSON.stringify` makes of it. */
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    jsonValue,
    anyString,
    fc.double(),
    fc.constantFrom(-0, Number.NaN, Number.POSITIVE_INFINITY, 5e-324, 1e21, 2 ** 53),
    fc.constantFrom(undefined, () => 1, Symbol("s")),
    fc.constantFrom(new Map([[1, 2]]), new Set([1]), /x/, new Error("e"), new Uint8Array([1, 2])),
    fc.date({ noInvalidDate: false }),
    fc.oneof(anyString, fc.double(), fc.boolean()).map((primitive): unknown => Object(primitive)),
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.sparseArray(tie("tree"), { maxLength: 4, maxNumElements: 3 }),
    fc.dictionary(anyString, tie("tree"), { maxKeys: 4 }),
    fc.dictionary(fc.nat(20).map(String), tie("tree"), { maxKeys: 4 }),
    tie("tree").map((value) => ({ toJSON: (key: string) => [key, value] })),
    tie("tree").map((value) => ({ before: 1, toJSON: undefined, value })),
  ),
}));

function sizeOrError(value: unknown): unknown {
  try {
    return jsonByteLength(value);
  } catch (error) {
    return error;
  }
}

describe("sizes", () => {
  test("[RPT-6] a string's size is that of its JSON", () => {
    fc.assert(
      fc.property(anyString, (text) => {
        expect(jsonStringByteLength(text)).toBe(Buffer.byteLength(JSON.stringify(text)));
      }),
      runs(2000),
    );
  });

  test("[RPT-6] utf8ByteLength is what TextEncoder writes", () => {
    fc.assert(
      fc.property(anyString, (text) => {
        expect(utf8ByteLength(text)).toBe(new TextEncoder().encode(text).length);
      }),
      runs(1000),
    );
  });

  test("[RPT-6] a JSON value's size is that of its JSON", () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        expect(jsonByteLength(value)).toBe(utf8ByteLength(JSON.stringify(value)));
      }),
      runs(1500),
    );
  });

  test("[RPT-6] agrees with JSON.stringify on anything JavaScript holds", () => {
    fc.assert(
      fc.property(tree, (value) => {
        const json = JSON.stringify(value) as string | undefined;
        expect(sizeOrError(value)).toEqual(
          json === undefined ? new TypeError("Not a JSON value.") : utf8ByteLength(json),
        );
      }),
      runs(1500),
    );
  });

  test("[RPT-6] sizes add up: a member adds its key, its value and two or three signs", () => {
    fc.assert(
      fc.property(fc.array(jsonValue, { maxLength: 5 }), jsonValue, (list, last) => {
        const comma = list.length === 0 ? 0 : 1;
        expect(jsonByteLength([...list, last])).toBe(
          jsonByteLength(list) + jsonByteLength(last) + comma,
        );
      }),
      runs(300),
    );
  });
});
