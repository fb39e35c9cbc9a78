import type { Asset, AssetBody, Project, Rendition } from "./asset.ts";

/**
 * Where projects and assets are kept. Every question is asked in a principal's name, and answered by what their rights
 * are at that moment: what the gateway's policy would refuse, storage does not have.
 */
export interface AssetStore {
  readonly project: (principal: string, project: string) => Promise<Project | undefined>;
  /** The ids of the project's assets that the principal sees, readable or not, in the order in which they are shown. */
  readonly assetIds: (principal: string, project: string) => Promise<readonly string[]>;
  readonly asset: (principal: string, project: string, asset: string) => Promise<Asset | undefined>;
  readonly body: (
    principal: string,
    project: string,
    asset: string,
    rendition: Rendition,
  ) => Promise<AssetBody | undefined>;
}
