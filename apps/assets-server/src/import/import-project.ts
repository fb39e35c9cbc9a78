import type { Dirent } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Project } from "../assets/asset.ts";
import { ImportError } from "./import-error.ts";
import { importFile, sha256Of } from "./import-file.ts";
import { readWithin } from "./read-within.ts";
import { RejectedFile, type SkippedFile } from "./rejected-file.ts";
import type { Shelf } from "./shelf.ts";

/** The file that describes a project; it opens the preview and is no asset of its own. */
const ABOUT = "about.md";

/** What an import came to. Every file of the directory is in exactly one of these. */
export interface ImportSummary {
  readonly project: "new" | "changed" | "same";
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
  readonly skipped: readonly SkippedFile[];
  /** Names that begin with a dot. */
  readonly hidden: number;
  /** Of those added, the ones whose content was there under a name that is gone. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  /** In the project, but no longer in the directory; removed if the import was asked to. */
  readonly missing: readonly string[];
  readonly pruned: boolean;
  /** Stopped before the end: what was committed stays, and the rest was not looked at. */
  readonly interrupted: boolean;
}

/** How a directory is imported. */
export interface ImportOptions {
  readonly project: string;
  readonly shelf: Shelf;
  /** Removes assets whose files are gone. */
  readonly prune?: boolean | undefined;
  /** A principal who becomes the project's owner. */
  readonly owner?: string | undefined;
  /** Ends the import after the files at hand. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
}

export interface ImportProgress {
  readonly done: number;
  readonly total: number;
  readonly skipped?: SkippedFile | undefined;
}

/**
 * Makes a project of a directory's files: each becomes an asset named after it, in one transaction of its own.
 *
 * Ids are the names in Unicode normal form C, whatever the file system stores. What has the same content as before is
 * not worked on again. A file that cannot be an asset is reported and skipped, and what was imported of it before stays;
 * a directory that cannot be read is an {@link ImportError}.
 */
export async function importProject(
  directory: string,
  options: ImportOptions,
): Promise<ImportSummary> {
  const { project: id, shelf, signal } = options;
  const { root, entries } = await list(directory);
  const shown = entries.filter((entry) => !entry.name.startsWith("."));
  const files = shown.filter((entry) => entry.name !== ABOUT);
  const skipped: SkippedFile[] = [];
  const describes = shown.length > files.length;
  const about = describes ? await readAbout(root, skipped) : undefined;
  const project = await shelf.putProject(describe(id, about));
  if (options.owner !== undefined) await shelf.giveOwner(options.owner);
  const before = await shelf.contents();
  const present = new Set(
    files.filter((entry) => !entry.isDirectory()).map(({ name }) => name.normalize("NFC")),
  );
  const missing = [...before.keys()].filter((name) => !present.has(name));
  const outcomes = new Map<string, "added" | "changed" | "unchanged">();
  const renamed: { from: string; to: string }[] = [];

  const put = async (name: string, entry: Dirent): Promise<"added" | "changed" | "unchanged"> => {
    if (entry.isDirectory()) throw new RejectedFile("it is a folder");
    const bytes = await readWithin(root, join(root, entry.name));
    const sha256 = sha256Of(bytes);
    if (before.get(name) === sha256) return "unchanged";
    const former = before.has(name) ? [] : missing.filter((gone) => before.get(gone) === sha256);
    await shelf.putAsset(await importFile(id, name, bytes), former);
    renamed.push(...former.map((from) => ({ from, to: name })));
    return before.has(name) ? "changed" : "added";
  };

  let done = 0;
  let broken = false;
  const taken = new Set<string>();
  const waiting = files.values();
  const work = async (): Promise<void> => {
    for (const entry of waiting) {
      if (broken || signal?.aborted === true) return;
      let fault: SkippedFile | undefined;
      try {
        const name = assetId(entry.name, taken);
        // Each worker takes one file at a time, so that only so many are in memory.
        // oxlint-disable-next-line no-await-in-loop
        outcomes.set(name, await put(name, entry));
      } catch (error) {
        if (!(error instanceof RejectedFile)) {
          broken = true;
          throw error;
        }
        fault = { file: entry.name, reason: error.message };
        skipped.push(fault);
      }
      done += 1;
      options.onProgress?.({ done, total: files.length, skipped: fault });
    }
  };
  // Settled, all of them, before anything is thrown: nobody writes once this import has ended.
  const workers = await Promise.allSettled(
    Array.from({ length: Math.min(4, availableParallelism()) }, work),
  );
  const failure = workers.find((worker) => worker.status === "rejected");
  if (failure !== undefined) throw failure.reason;
  const interrupted = done < files.length;
  const pruned = options.prune === true && !interrupted && missing.length > 0;
  if (pruned) await shelf.remove(missing);
  const names = [...outcomes.keys()].toSorted(byCodeUnit);
  const those = (outcome: string): readonly string[] =>
    names.filter((name) => outcomes.get(name) === outcome);
  return {
    project,
    added: those("added"),
    changed: those("changed"),
    unchanged: those("unchanged"),
    skipped: skipped.toSorted((a, b) => byCodeUnit(a.file, b.file)),
    hidden: entries.length - shown.length,
    renamed: renamed.toSorted((a, b) => byCodeUnit(a.to, b.to)),
    missing: interrupted ? [] : missing,
    pruned,
    interrupted,
  };
}

async function readAbout(root: string, skipped: SkippedFile[]): Promise<string | undefined> {
  try {
    const bytes = await readWithin(root, join(root, ABOUT));
    if (bytes.includes(0)) throw new RejectedFile("it is no text");
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof RejectedFile || error instanceof TypeError)) throw error;
    const reason = error instanceof RejectedFile ? error.message : "it is no text in UTF-8";
    skipped.push({ file: ABOUT, reason });
    return undefined;
  }
}

function describe(id: string, about = `# ${id}\n`): Project {
  return { id, title: /^#\s+(.+)$/m.exec(about)?.[1] ?? id, about };
}

/** A file's name is one segment of its URI (TPL-4): whatever is no segment cannot be an asset. */
function assetId(name: string, taken: Set<string>): string {
  const id = name.normalize("NFC");
  if (id.includes("\\")) throw new RejectedFile("its name holds a backslash");
  if (taken.has(id)) throw new RejectedFile("another file has the same name");
  taken.add(id);
  return id;
}

/** Throws an {@link ImportError} where a directory cannot be imported: before a database is opened, or made, for it. */
export async function requireDirectory(directory: string): Promise<void> {
  await list(directory);
}

async function list(directory: string): Promise<{ root: string; entries: readonly Dirent[] }> {
  try {
    const root = await realpath(directory);
    const entries = await readdir(root, { withFileTypes: true });
    return { root, entries: entries.toSorted((a, b) => byCodeUnit(a.name, b.name)) };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new ImportError(`${directory} cannot be read${code}`, { cause: error });
  }
}

function byCodeUnit(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
