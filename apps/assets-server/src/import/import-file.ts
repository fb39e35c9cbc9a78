import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { constants } from "node:fs";
import type { AssetBody, ImportedAsset } from "../assets/asset.ts";
import { detectMedia } from "./media-type.ts";
import { RejectedFile } from "./rejected-file.ts";
import { imageThumbnail, textThumbnail } from "./thumbnail.ts";

/** 4 MiB: what one item of a result may be by default, so that whatever is imported can be read. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** Reads one regular file as an asset; throws {@link RejectedFile} with the reason where it cannot be one. */
export async function importFile(
  project: string,
  id: string,
  path: string,
): Promise<ImportedAsset> {
  const bytes = await readRegularFile(path);
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
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
  if (media.mimeType.startsWith("image/"))
    return { ...identity, original, ...(await imageThumbnail(bytes)) };
  const thumbnail: AssetBody =
    media.text === undefined
      ? { mimeType: "text/plain", text: `${id}: ${media.mimeType}, ${bytes.byteLength} bytes` }
      : textThumbnail(media.text);
  return { ...identity, original, thumbnail };
}

/** Opened without following a link and without blocking on a pipe; what is checked is what is read. */
async function readRegularFile(path: string): Promise<Uint8Array> {
  let handle: FileHandle;
  try {
    // eslint-disable-next-line no-bitwise
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const link = error instanceof Error && "code" in error && error.code === "ELOOP";
    throw new RejectedFile(link ? "it is a symbolic link" : "it cannot be opened", {
      cause: error,
    });
  }
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new RejectedFile("it is not a regular file");
    if (stat.size > MAX_FILE_BYTES)
      throw new RejectedFile(`it is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
