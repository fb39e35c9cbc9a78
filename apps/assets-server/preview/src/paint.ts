import type { DrawnPicture } from "./picture.ts";

/** Wider than a tile on a screen with two dots to a pixel; smaller pictures keep their size. */
const MAX_SIDE = 320;

let before: Promise<unknown> = Promise.resolve();

/**
 * Paints a picture on a canvas. It is decoded from its bytes, so that no policy has to allow pictures to be loaded, and
 * nothing but pixels comes of it; one after another, so that many large ones never unfold at once. Rejects for a picture
 * that is damaged.
 */
export function paint(canvas: HTMLCanvasElement, picture: DrawnPicture): Promise<void> {
  const painted = before.then(() => decodeOnto(canvas, picture));
  before = painted.catch(() => undefined);
  return painted;
}

async function decodeOnto(
  canvas: HTMLCanvasElement,
  { mimeType, base64, width, height }: DrawnPicture,
): Promise<void> {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: mimeType }));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  canvas.dataset["painted"] = "";
}
