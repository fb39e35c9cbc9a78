import { readFile } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";

/** Made by the build, for sources and build alike. */
const ARCHIVE = new URL("../../dist/empty-database.tar.gz", import.meta.url);

/** Makes a new embedded database, in memory or in a directory: from the build's archive, or slowly where there is none. */
export async function createEmpty(directory?: string): Promise<PGlite> {
  const archive = await readFile(ARCHIVE).catch(() => undefined);
  const options = archive === undefined ? {} : { loadDataDir: new Blob([archive]) };
  return PGlite.create({ ...options, ...(directory === undefined ? {} : { dataDir: directory }) });
}
