import { describe, expect, test } from "vitest";
import { jsonStringByteLength } from "../src/index.ts";

const stringified = (text: string): number => Buffer.byteLength(JSON.stringify(text));

describe("jsonStringByteLength", () => {
  test("[RPT-6] every UTF-16 unit, alone and between letters", () => {
    const units = Array.from({ length: 0x1_0000 }, (_, unit) => String.fromCharCode(unit));
    const wrong = units
      .flatMap((unit) => [unit, `a${unit}b`])
      .filter((text) => jsonStringByteLength(text) !== stringified(text));
    expect(wrong).toEqual([]);
  });

  test("[RPT-6] every octet, and some units beyond, at each place of a word among long Latin-1 text", () => {
    const octets = Array.from({ length: 0x200 }, (_, octet) => String.fromCharCode(octet));
    const places = Array.from({ length: 16 }, (_, place) => 64 + place);
    const wrong = octets
      .flatMap((octet) => places.map((place) => ({ octet, place })))
      .flatMap(({ octet, place }) =>
        ["x", "\u00e9", "\u0080"].map(
          (filler) => filler.repeat(place) + octet + filler.repeat(place & 7),
        ),
      )
      .filter((text) => jsonStringByteLength(text) !== stringified(text));
    expect(wrong).toEqual([]);
  });

  test("[RPT-6] pairs and lone surrogates at the edges of chunks", () => {
    const edges = ["😀", "\ud83d", "\ude00", "\ude00\ud83d", "\ud83d\ud83d\ude00", "日", '"'];
    for (const filler of ["x", "日", "é", "\ude00"]) {
      for (const edge of edges) {
        for (let at = 4090; at <= 4100; at++) {
          const text = filler.repeat(at) + edge + filler.repeat(3);
          expect(jsonStringByteLength(text)).toBe(stringified(text));
        }
      }
    }
  });

  test("[RPT-6] every length around words, the short loop and the chunks", () => {
    for (const piece of ["a", "\n", "é", "é\u0001", "日", "😀", "\ud800"]) {
      for (const middle of [0, 32, 64, 4096, 8192, 12_288]) {
        for (let around = -9; around <= 9; around++) {
          const text = piece.repeat(Math.max(0, middle + around));
          expect(jsonStringByteLength(text)).toBe(stringified(text));
        }
      }
    }
  });

  test("one size does not depend on the text sized before it", () => {
    const dense = '"\u0001'.repeat(5000);
    const before = jsonStringByteLength("plain text, a little longer than the short loop takes");
    jsonStringByteLength(dense);
    expect(jsonStringByteLength("plain text, a little longer than the short loop takes")).toBe(
      before,
    );
  });
});
