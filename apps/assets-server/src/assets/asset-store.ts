import type { Asset, AssetBody, AssetSummary, Project, Rendition } from "./asset.ts";

/**
 * Where projects and assets are kept. Every question is asked in a principal's name, and answered by what their rights
 * are at that moment: what the gateway's policy would refuse, storage does not have. A question whose `signal` has
 * aborted is not asked any more, and rejects.
 */
export interface AssetStore {
  readonly project: (
    principal: string,
    project: string,
    signal?: AbortSignal,
  ) => Promise<Project | undefined>;
  /** Every project that the principal has a role in, by id. */
  readonly projects: (principal: string, signal?: AbortSignal) => Promise<readonly Project[]>;
  /** The ids of the project's assets that the principal sees, readable or not, in the order in which they are shown. */
  readonly assetIds: (
    principal: string,
    project: string,
    signal?: AbortSignal,
  ) => Promise<readonly string[]>;
  /** The same assets in the same order, with what may be known of each. */
  readonly assets: (
    principal: string,
    project: string,
    signal?: AbortSignal,
  ) => Promise<readonly AssetSummary[]>;
  readonly asset: (
    principal: string,
    project: string,
    asset: string,
    signal?: AbortSignal,
  ) => Promise<Asset | undefined>;
  readonly body: (
    principal: string,
    project: string,
    asset: string,
    rendition: Rendition,
    signal?: AbortSignal,
  ) => Promise<AssetBody | undefined>;
}
