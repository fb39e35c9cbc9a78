import { describe, expect, test } from "vitest";
import {
  contentsByteLength,
  contentsByteLengthBound,
  type ReadItem,
  toContents,
} from "../src/index.ts";

const wire = (item: ReadItem): string => JSON.stringify(toContents(item));

describe("an item on the wire", () => {
  test("[RPT-6] text, byte for byte", () => {
    expect(wire({ uri: "asset://a", mimeType: "text/plain", text: 'say "é"\n' })).toBe(
      String.raw`{"uri":"asset://a","mimeType":"text/plain","text":"say \"é\"\n"}`,
    );
  });

  test("[RPT-6] [case R1] a blob is standard, padded base64", () => {
    const item = { uri: "asset://a", mimeType: "x/y", bytes: new Uint8Array([251, 255, 191, 1]) };
    expect(wire(item)).toBe('{"uri":"asset://a","mimeType":"x/y","blob":"+/+/AQ=="}');
  });

  test("[RPT-6] [case R3] the kind is kept: bytes of text stay a blob", () => {
    const item = { uri: "a:b", mimeType: "text/plain", bytes: new TextEncoder().encode("text") };
    expect(toContents(item)).toEqual({ uri: "a:b", mimeType: "text/plain", blob: "dGV4dA==" });
  });

  test("[RPT-6] [case R6] absent metadata is absent, never null", () => {
    const item = { uri: "a:b", mimeType: "x/y", text: "", _meta: undefined };
    expect(Object.keys(toContents(item))).toEqual(["uri", "mimeType", "text"]);
  });

  test("[RPT-6] [case R8] empty bodies keep their URI", () => {
    expect(wire({ uri: "a:b", mimeType: "x/y", text: "" })).toBe(
      '{"uri":"a:b","mimeType":"x/y","text":""}',
    );
    expect(wire({ uri: "a:b", mimeType: "x/y", bytes: new Uint8Array() })).toBe(
      '{"uri":"a:b","mimeType":"x/y","blob":""}',
    );
  });

  test("[RPT-6] metadata comes last", () => {
    const _meta = { "example.org/kind": { a: 1, b: undefined } };
    expect(wire({ uri: "a:b", mimeType: "x/y", text: "t", _meta })).toBe(
      '{"uri":"a:b","mimeType":"x/y","text":"t","_meta":{"example.org/kind":{"a":1}}}',
    );
  });

  test("[RPT-6] an item with both bodies or none is the caller's mistake", () => {
    const both = { uri: "a:b", mimeType: "x/y", text: "", bytes: new Uint8Array() };
    const none = { uri: "a:b", mimeType: "x/y" };
    for (const item of [both, none] as unknown as ReadItem[]) {
      expect(() => toContents(item)).toThrow(TypeError);
      expect(() => contentsByteLength(item)).toThrow(TypeError);
      expect(() => contentsByteLengthBound(item)).toThrow(TypeError);
    }
  });

  test("[RPT-6] a blob is sized without its base64, which here would be longer than any string", () => {
    const bytes = new Uint8Array(450_000_000);
    expect(contentsByteLength({ uri: "a:b", mimeType: "x/y", bytes })).toBe(
      '{"uri":"a:b","mimeType":"x/y","blob":""}'.length + 600_000_000,
    );
  });

  test("a view of a larger buffer is encoded alone", () => {
    const bytes = new Uint8Array([9, 9, 1, 2, 3, 9]).subarray(2, 5);
    expect(toContents({ uri: "a:b", mimeType: "x/y", bytes })).toMatchObject({ blob: "AQID" });
  });
});
