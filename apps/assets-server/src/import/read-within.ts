import { constants } from "node:fs";
import { open, realpath, type FileHandle } from "node:fs/promises";
import { sep } from "node:path";
import { RejectedFile } from "./rejected-file.ts";

/** 4 MiB: what one item of a result may be by default, so that whatever is imported can be read. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/**
 * Reads one regular file of `root`, a real path, whole. A link is followed as long as it stays within; what cannot be
 * an asset is a {@link RejectedFile} with the reason.
 */
export async function readWithin(root: string, path: string): Promise<Uint8Array> {
  const target = await realPath(path);
  if (!target.startsWith(root.endsWith(sep) ? root : root + sep))
    throw new RejectedFile("it is a link that leaves the directory");
  const handle = await openRegular(target);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new RejectedFile("it is not a regular file");
    // A folder on the way may have become a link since: then what was opened is not what was checked.
    if ((await realPath(path)) !== target) throw new RejectedFile("it was moved while it was read");
    const bytes = await readAtMost(handle, MAX_FILE_BYTES + 1);
    if (bytes.byteLength > MAX_FILE_BYTES)
      throw new RejectedFile(`it is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB`);
    return bytes;
  } finally {
    await handle.close();
  }
}

async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    throw unopened(error);
  }
}

/** Opened without following a link and without blocking on a pipe; what is checked is what is read. */
async function openRegular(path: string): Promise<FileHandle> {
  try {
    // oxlint-disable-next-line no-bitwise
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    throw unopened(error);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "it may not be read",
  ELOOP: "it is a link that leads nowhere",
  ENOENT: "it is a link that leads nowhere, or was removed meanwhile",
};

function unopened(error: unknown): RejectedFile {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return new RejectedFile(REASONS[code] ?? "it cannot be opened", { cause: error });
}

/** Bounded by what is read, not by what the size said: a file may grow. */
async function readAtMost(handle: FileHandle, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const stat = await handle.stat();
  while (length < limit) {
    const room = Math.min(limit - length, Math.max(stat.size - length + 1, 64 * 1024));
    // oxlint-disable-next-line no-await-in-loop
    const { bytesRead, buffer } = await handle.read(new Uint8Array(room), 0, room, null);
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  return Buffer.concat(chunks);
}
