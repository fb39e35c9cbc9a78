/** What a principal is in a project. Without a role the project does not exist for them. */
export type Role = "owner" | "member" | "viewer";

/** What somebody may do with something: not know of it, know of it, or read it. */
export type Permission = "hidden" | "visible" | "readable";

/** Who may what, now: asked for every decision, never remembered between two. */
export interface Rights {
  /** The projects in which the principal has a role, in order. */
  readonly projects: (principal: string) => Promise<readonly string[]>;
  readonly onProject: (principal: string, project: string) => Promise<Permission>;
  readonly onAsset: (principal: string, project: string, asset: string) => Promise<Permission>;
  /** Changes whenever anything that the principal may do changes. */
  readonly revision: (principal: string) => Promise<number>;
}
