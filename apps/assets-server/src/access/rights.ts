/** What a principal is in a project. Without a role the project does not exist for them. */
export type Role = "owner" | "member" | "viewer";

/** What somebody may do with something: not know of it, know of it, or read it. */
export type Permission = "hidden" | "visible" | "readable";

/** A project, or an asset of it, named. */
export interface RightsName {
  readonly project: string;
  readonly asset?: string | undefined;
}

/**
 * Who may what, now: asked for every decision, never remembered between two. A question whose `signal` has aborted is
 * not asked any more, and rejects.
 */
export interface Rights {
  /** The projects in which the principal has a role, in order. */
  readonly projects: (principal: string, signal?: AbortSignal) => Promise<readonly string[]>;
  /** One answer for each name, in order, all of one moment. */
  readonly permissions: (
    principal: string,
    names: readonly RightsName[],
    signal?: AbortSignal,
  ) => Promise<readonly Permission[]>;
  /** Changes whenever anything that the principal may do changes. */
  readonly revision: (principal: string, signal?: AbortSignal) => Promise<number>;
}
