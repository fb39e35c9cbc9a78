import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ImportedAsset, Project } from "../assets/asset.ts";
import { ImportError } from "./import-error.ts";
import { importFile } from "./import-file.ts";
import { RejectedFile, type SkippedFile } from "./rejected-file.ts";

/** The file that describes a project; it opens the preview and is no asset of its own. */
const ABOUT = "about.md";

/** One project's files, and those that were left out. */
export interface ImportedProject {
  readonly project: Project;
  readonly assets: readonly ImportedAsset[];
  readonly skipped: readonly SkippedFile[];
}

/**
 * Imports each folder in `directory` as a project named after it, its files as assets sorted by name.
 *
 * Ids are the names in Unicode normal form C, whatever the file system stores. A file that cannot be an asset is
 * reported and skipped; a directory that cannot be read is an {@link ImportError}.
 */
export async function importDirectory(directory: string): Promise<readonly ImportedProject[]> {
  const folders = await list(directory);
  const projects: ImportedProject[] = [];
  for (const entry of folders)
    if (entry.isDirectory() && !entry.name.startsWith("."))
      // One project after another: thumbnails already use every core.
      // eslint-disable-next-line no-await-in-loop
      projects.push(await importProject(join(directory, entry.name), entry.name));
  if (projects.length === 0) throw new ImportError(`${directory} holds no project folder`);
  return projects;
}

async function importProject(directory: string, name: string): Promise<ImportedProject> {
  const id = name.normalize("NFC");
  const about = await readFile(join(directory, ABOUT), "utf8").catch(() => `# ${id}\n`);
  const files = (await list(directory)).filter(
    (entry) => !entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== ABOUT,
  );
  const taken = new Set<string>();
  const outcomes = await Promise.all(
    files.map(async (entry) => {
      try {
        const asset = assetId(entry.name, taken);
        return await importFile(id, asset, join(directory, entry.name));
      } catch (error) {
        if (!(error instanceof RejectedFile)) throw error;
        return { file: `${id}/${entry.name}`, reason: error.message };
      }
    }),
  );
  const title = /^#\s+(.+)$/m.exec(about)?.[1] ?? id;
  return {
    project: { id, title, about },
    assets: outcomes.filter((outcome) => "sha256" in outcome),
    skipped: outcomes.filter((outcome) => "reason" in outcome),
  };
}

/** A file's name is one segment of its URI (TPL-4): whatever is no segment cannot be an asset. */
function assetId(name: string, taken: Set<string>): string {
  const id = name.normalize("NFC");
  if (id.includes("\\")) throw new RejectedFile("its name holds a backslash");
  if (taken.has(id)) throw new RejectedFile("another file has the same name");
  taken.add(id);
  return id;
}

async function list(directory: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw new ImportError(`${directory} cannot be read`, { cause: error });
  }
}
