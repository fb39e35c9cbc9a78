import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { pictureOf } from "../../preview/src/picture.ts";

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#345678" } });
const FORMATS = [
  ["image/png", (image: Sharp) => image.png()],
  ["image/gif", (image: Sharp) => image.gif()],
  ["image/jpeg", (image: Sharp) => image.jpeg()],
  ["image/jpeg", (image: Sharp) => image.jpeg({ progressive: true }).withMetadata()],
  ["image/webp", (image: Sharp) => image.webp()],
  ["image/webp", (image: Sharp) => image.webp({ lossless: true })],
  ["image/webp", (image: Sharp) => image.ensureAlpha(0.5).webp()],
] as const;

describe("pictures made by an encoder", () => {
  it.each(FORMATS)("%s: the size is read, and no other type is believed", async (type, encode) => {
    const bytes = await encode(picture(123, 45)).toBuffer();
    const blob = bytes.toString("base64");
    expect(pictureOf(type, blob)).toEqual({
      mimeType: type,
      base64: blob,
      width: 123,
      height: 45,
    });
    expect(pictureOf(type.toUpperCase(), blob)).toMatchObject({ width: 123 });
    const others = ["image/png", "image/gif", "image/jpeg", "image/webp"].filter(
      (other) => other !== type,
    );
    for (const other of others) expect(pictureOf(other, blob)).toEqual({ refused: "content" });
    for (let end = 0; end < Math.min(bytes.length, 24); end++) {
      const torn = bytes.subarray(0, end).toString("base64");
      expect(() => pictureOf(type, torn)).not.toThrow();
    }
  });

  it.each(FORMATS)("%s: one that unfolds to too many pixels is refused", async (type, encode) => {
    const bytes = await encode(picture(5000, 2)).toBuffer();
    expect(pictureOf(type, bytes.toString("base64"))).toEqual({ refused: "size" });
  });

  it("types that are not drawn, bytes that are none, more than a thumbnail ever has", () => {
    for (const type of ["image/svg+xml", "text/html", "image/avif", "", "image/png;x", "__proto__"])
      expect(pictureOf(type, "AAAA")).toEqual({ refused: "type" });
    for (const blob of ["", "A", "AA==AA==", "AAA\n", "_-AA", 'AAAA"><script>'])
      expect(pictureOf("image/png", blob)).toEqual({ refused: "content" });
    expect(pictureOf("image/png", "A".repeat(8 * 1024 * 1024))).toEqual({ refused: "size" });
  });
});
