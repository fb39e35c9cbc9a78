import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import type { FileSource } from "../readers/resource-body.ts";
import { tooLarge } from "../signal.ts";

/** How a file is treated between reads. */
export interface FileSourceOptions {
  /** Reads the file once, at the first read that succeeds, and serves those bytes from then on. Default: false. */
  readonly cached?: boolean | undefined;
}

/** Without waiting for a writer (FIFO) and without becoming a terminal's owner. Absent where there is no such thing. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * Makes a body of a file that the author names: opened, checked and read afresh at every read (FN-3).
 *
 * What is checked is what is read: the open handle, which must be a regular file that stays as long as it was. At most
 * one byte more than may be returned is read. A longer file is `budget_exceeded`; a missing, unreadable or changing one,
 * a directory, FIFO, device or symlink loop is `read_failed`. Symlinks that the author placed are followed.
 *
 * `path` is absolute, or a `file:` URL: it is never made of what a client sent. Throws a `TypeError` otherwise.
 *
 * @example
 * ```ts
 * import { fileSource } from "@org/resources-core/node";
 *
 * resource({ uri: "docs://licence", name: "licence", mimeType: "text/plain" }, fileSource("/srv/docs/LICENSE"));
 * ```
 */
export function fileSource(path: string | URL, options: FileSourceOptions = {}): FileSource {
  const file = absolutePath(path);
  if (options.cached !== true) {
    return Object.freeze({
      kind: "file-source",
      read: ({ maxBytes, signal }: ReadBounds) => readFile(file, maxBytes, signal),
    });
  }
  let cached: Uint8Array | undefined;
  return Object.freeze({
    kind: "file-source",
    read: async ({ maxBytes, signal }: ReadBounds) => {
      // Of reads that begin together, the first to end decides what is kept.
      const bytes = cached ?? (await readFile(file, maxBytes, signal));
      cached ??= bytes;
      if (cached.length > maxBytes) tooLarge();
      return Uint8Array.from(cached);
    },
  });
}

const CHANGED = new Error("The file changed while it was read");

type ReadBounds = Parameters<FileSource["read"]>[0];

function absolutePath(path: unknown): string {
  const file = path instanceof URL ? pathOfUrl(path) : path;
  if (typeof file !== "string" || !isAbsolute(file) || file.includes("\0")) {
    throw new TypeError("fileSource takes an absolute path, or a URL object with the scheme file:");
  }
  return file;
}

function pathOfUrl(url: URL): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

async function readFile(path: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  const handle = await open(path, OPEN_FLAGS);
  try {
    const before = await handle.stat({ bigint: true });
    if (!before.isFile()) throw new Error("The file source is not a regular file");
    if (before.size > BigInt(maxBytes)) tooLarge();
    const bytes = await readAtMost(handle, Number(before.size), maxBytes, signal);
    const after = await handle.stat({ bigint: true });
    // One that is replaced by renaming is read whole, as it was: only changes of this very file count.
    if (after.size !== before.size || after.mtimeNs !== before.mtimeNs) throw CHANGED;
    return bytes;
  } finally {
    await handle.close();
  }
}

/** Reads `size` bytes and looks for one more: a file may have grown, and some lie about their size (`/proc`). */
async function readAtMost(
  handle: FileHandle,
  size: number,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let length = 0;
  while (length < size) {
    if (signal.aborted) throw new Error("The read was over before its file was");
    // oxlint-disable-next-line no-await-in-loop -- one part follows the other
    const { bytesRead } = await handle.read(bytes, length, size - length, length);
    if (bytesRead === 0) throw CHANGED;
    length += bytesRead;
  }
  const { bytesRead } = await handle.read(new Uint8Array(1), 0, 1, size);
  if (bytesRead === 0) return bytes;
  if (size === maxBytes) tooLarge();
  throw CHANGED;
}
