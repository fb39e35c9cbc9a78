import { fileURLToPath } from "node:url";
import { SAMPLE_GRANTS } from "./access/sample-principals.ts";
import { memoryRights, type ChangeableRights, type Grants } from "./access/memory-rights.ts";
import type { AssetStore } from "./assets/asset-store.ts";
import { memoryAssetStore } from "./assets/memory-asset-store.ts";
import { importDirectory, type ImportedProject } from "./import/import-directory.ts";
import { ImportError } from "./import/import-error.ts";
import type { SkippedFile } from "./import/rejected-file.ts";

/** The shipped projects: beside the sources and beside the build alike. */
const SAMPLES = fileURLToPath(new URL("../samples", import.meta.url));

/** What the samples came to. Rights start anew with each {@link Samples.freshRights}. */
export interface Samples {
  readonly store: AssetStore;
  readonly freshRights: () => ChangeableRights;
  readonly projects: number;
  readonly assets: number;
  readonly skipped: readonly SkippedFile[];
}

/** Imports the shipped samples; throws `ImportError` where they are not what the sample rights speak of. */
export async function loadSamples(): Promise<Samples> {
  const projects = await importDirectory(SAMPLES);
  requireNamed(SAMPLE_GRANTS, projects);
  return {
    store: memoryAssetStore(projects),
    freshRights: () => memoryRights(SAMPLE_GRANTS),
    projects: projects.length,
    assets: projects.reduce((sum, { assets }) => sum + assets.length, 0),
    skipped: projects.flatMap(({ skipped }) => skipped),
  };
}

/** A right on something that is not there is a slip of the pen, and would show as one only by granting too much. */
function requireNamed(grants: Grants, projects: readonly ImportedProject[]): void {
  const names = new Set(
    projects.flatMap(({ project, assets }) => [
      project.id,
      ...assets.map(({ id }) => `${project.id}/${id}`),
    ]),
  );
  const spoken = [
    ...grants.roles.map(({ project }) => project),
    ...[...grants.restricted, ...grants.revoked].map(({ project, asset }) => `${project}/${asset}`),
  ];
  const missing = spoken.find((name) => !names.has(name));
  if (missing !== undefined) throw new ImportError(`the samples lack ${missing}`);
}
