import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SAMPLE_GRANTS } from "./access/sample-principals.ts";
import type { Grants } from "./access/grants.ts";
import { ImportError } from "./import/import-error.ts";
import { importProject } from "./import/import-project.ts";
import type { SkippedFile } from "./import/rejected-file.ts";
import type { Database } from "./storage/database.ts";
import { databaseRightsEditor } from "./storage/database-rights-editor.ts";
import { databaseShelf } from "./storage/database-shelf.ts";

/** The shipped projects: beside the sources and beside the build alike. */
const SAMPLES = fileURLToPath(new URL("../samples", import.meta.url));

/** What the samples came to. */
export interface Samples {
  readonly projects: number;
  readonly assets: number;
  readonly skipped: readonly SkippedFile[];
}

/**
 * Imports the shipped samples, one project a folder, and makes the sample rights the only ones. For a database that
 * holds nothing else. Throws `ImportError` where the samples are not what the sample rights speak of.
 */
export async function loadSamples(database: Database): Promise<Samples> {
  const folders = (await readdir(SAMPLES, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ path: join(SAMPLES, name), id: name.normalize("NFC") }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const names = new Set<string>();
  const skipped: SkippedFile[] = [];
  let assets = 0;
  for (const { path, id } of folders) {
    // One project after another: thumbnails already use every core.
    // oxlint-disable-next-line no-await-in-loop
    const summary = await database.claimProject(id, (write) =>
      importProject(path, { project: id, shelf: databaseShelf(write, id) }),
    );
    names.add(id);
    for (const asset of summary.added) names.add(`${id}/${asset}`);
    assets += summary.added.length;
    skipped.push(...summary.skipped.map(({ file, reason }) => ({ file: `${id}/${file}`, reason })));
  }
  requireNamed(SAMPLE_GRANTS, names);
  await resetSampleRights(database);
  return { projects: folders.length, assets, skipped };
}

/** The rights that the samples start with, whatever was changed since. */
export function resetSampleRights(database: Database): Promise<void> {
  return databaseRightsEditor(database).replaceAll(SAMPLE_GRANTS);
}

/** A right on something that is not there is a slip of the pen, and would show as one only by granting too much. */
function requireNamed(grants: Grants, names: ReadonlySet<string>): void {
  const spoken = [
    ...grants.roles.map(({ project }) => project),
    ...[...grants.restricted, ...grants.revoked].map(({ project, asset }) => `${project}/${asset}`),
  ];
  const missing = spoken.find((name) => !names.has(name));
  if (missing !== undefined) throw new ImportError(`the samples lack ${missing}`);
}
