import type { ImportedAsset, Project } from "../assets/asset.ts";

/** Where an import puts one project. Each call happens whole or not at all. */
export interface Shelf {
  readonly putProject: (project: Project) => Promise<"new" | "changed" | "same">;
  /** What is there: SHA-256 of the original by asset id. */
  readonly contents: () => Promise<ReadonlyMap<string, string>>;
  /** Puts an asset in, in place of the one of that id. What closes `formerNames` to somebody closes it too. */
  readonly putAsset: (asset: ImportedAsset, formerNames: readonly string[]) => Promise<void>;
  readonly remove: (ids: readonly string[]) => Promise<void>;
  /** Whether anybody has a role in the project. */
  readonly hasReaders: () => Promise<boolean>;
  readonly giveOwner: (principal: string) => Promise<void>;
}
