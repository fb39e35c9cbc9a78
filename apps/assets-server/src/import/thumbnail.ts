import sharp from "sharp";
import type { AssetBody } from "../assets/asset.ts";
import { RejectedFile } from "./rejected-file.ts";

const EDGE_PIXELS = 160;
/** 24 megapixels: more than any camera's picture here needs, far less than a decompression bomb's. */
const MAX_PIXELS = 24_000_000;
const EXCERPT_CHARACTERS = 280;

/**
 * Makes an image's thumbnail: WebP, at most 160 pixels a side, without the original's metadata.
 *
 * Every pixel is decoded, so that a damaged or truncated image is found out here: {@link RejectedFile}.
 */
export async function imageThumbnail(
  bytes: Uint8Array,
): Promise<{ thumbnail: AssetBody; width: number; height: number }> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "warning" });
    const { width, height } = await image.metadata();
    const thumbnail = await image
      .autoOrient()
      .resize({ width: EDGE_PIXELS, height: EDGE_PIXELS, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 70 })
      .toBuffer();
    return { thumbnail: { mimeType: "image/webp", bytes: thumbnail }, width, height };
  } catch (error) {
    const tooLarge = error instanceof Error && error.message.includes("pixel limit");
    const reason = tooLarge
      ? "the image has too many pixels"
      : "the image is damaged and cannot be read";
    throw new RejectedFile(reason, { cause: error });
  }
}

/** Makes a text's thumbnail: its first 280 characters, and a mark where more follows. */
export function textThumbnail(text: string): AssetBody {
  const characters = Array.from(text.slice(0, EXCERPT_CHARACTERS * 2 + 2));
  const excerpt = characters.slice(0, EXCERPT_CHARACTERS).join("");
  return { mimeType: "text/plain", text: excerpt.length < text.length ? `${excerpt}…` : text };
}
