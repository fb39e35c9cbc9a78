import type { Asset, AssetBody, Project, Rendition } from "./asset.ts";

/** Where projects and assets are kept. It knows nothing of rights: the gateway's policy decides before it is asked. */
export interface AssetStore {
  /** Ids, in order. */
  readonly projects: () => Promise<readonly string[]>;
  readonly project: (project: string) => Promise<Project | undefined>;
  /** The project's assets, in the order in which they are shown; none for an unknown project. */
  readonly assets: (project: string) => Promise<readonly Asset[]>;
  readonly asset: (project: string, asset: string) => Promise<Asset | undefined>;
  readonly body: (
    project: string,
    asset: string,
    rendition: Rendition,
  ) => Promise<AssetBody | undefined>;
}
