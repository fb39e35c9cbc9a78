interface FileSystem {
  readonly readFileSync: (path: string | URL) => Uint8Array;
}

/** Node's, Deno's and Bun's way to a built-in module that a browser's bundler does not stumble over. */
interface Runtime {
  readonly process?: { readonly getBuiltinModule?: (id: string) => unknown };
}

/**
 * Reads a UTF-8 file at once.
 *
 * @throws TypeError where there is no file system, and for a file that is missing or not UTF-8; the path is the
 * author's own, so the message names it.
 */
export function readTextFile(file: string | URL): string {
  const { process } = globalThis as Runtime;
  const fs = process?.getBuiltinModule?.("node:fs");
  if (!isFileSystem(fs)) {
    throw new TypeError(
      `There is no file system here to read ${String(file)} from: pass html instead.`,
    );
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(fs.readFileSync(file));
  } catch (cause) {
    throw new TypeError(`${String(file)} cannot be read as UTF-8 text.`, { cause });
  }
}

function isFileSystem(module: unknown): module is FileSystem {
  return typeof module === "object" && module !== null && "readFileSync" in module;
}
