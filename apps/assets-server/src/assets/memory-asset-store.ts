import type { ImportedAsset, Project } from "./asset.ts";
import type { AssetStore } from "./asset-store.ts";

/** Keeps everything in memory, in the order given: what the demo and `serve` run on until there is a database. */
export function memoryAssetStore(
  contents: Iterable<{ readonly project: Project; readonly assets: readonly ImportedAsset[] }>,
): AssetStore {
  const shelves = new Map(
    Array.from(contents, ({ project, assets }) => [
      project.id,
      { project, assets: new Map(assets.map((asset) => [asset.id, asset])) },
    ]),
  );
  return {
    projects: async () => [...shelves.keys()],
    project: async (project) => shelves.get(project)?.project,
    assets: async (project) => Array.from(shelves.get(project)?.assets.values() ?? [], describe),
    asset: async (project, asset) => {
      const found = shelves.get(project)?.assets.get(asset);
      return found === undefined ? undefined : describe(found);
    },
    body: async (project, asset, rendition) => shelves.get(project)?.assets.get(asset)?.[rendition],
  };
}

/** The asset without its bodies. */
function describe({
  original: _original,
  thumbnail: _thumbnail,
  ...asset
}: ImportedAsset): Omit<ImportedAsset, "original" | "thumbnail"> {
  return asset;
}
