import { createHash } from "node:crypto";
import type { AssetBody, ImportedAsset } from "../assets/asset.ts";
import { detectMedia } from "./media-type.ts";
import { imageThumbnail, textThumbnail } from "./thumbnail.ts";

/** Lower-case hex. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Makes an asset of a file's bytes; throws `RejectedFile` with the reason where they cannot be one. */
export async function importFile(
  project: string,
  id: string,
  bytes: Uint8Array,
): Promise<ImportedAsset> {
  const media = await detectMedia(id, bytes);
  const original: AssetBody =
    media.text === undefined
      ? { mimeType: media.mimeType, bytes }
      : { mimeType: media.mimeType, text: media.text };
  const identity = {
    project,
    id,
    mimeType: media.mimeType,
    size: bytes.byteLength,
    sha256: sha256Of(bytes),
  };
  if (media.mimeType.startsWith("image/"))
    return { ...identity, original, ...(await imageThumbnail(bytes)) };
  const thumbnail: AssetBody =
    media.text === undefined
      ? { mimeType: "text/plain", text: `${id}: ${media.mimeType}, ${bytes.byteLength} bytes` }
      : textThumbnail(media.text);
  return { ...identity, original, thumbnail };
}
