import type { Permission, Rights, Role } from "./rights.ts";

/** An asset, named. */
export interface AssetName {
  readonly project: string;
  readonly asset: string;
}

/** The rights that a server starts with. */
export interface Grants {
  readonly roles: readonly {
    readonly principal: string;
    readonly project: string;
    readonly role: Role;
  }[];
  /** Hidden from viewers. */
  readonly restricted: readonly AssetName[];
  /** Still visible to this one principal, but no longer readable. */
  readonly revoked: readonly (AssetName & { readonly principal: string })[];
}

/** Rights that can change while the server runs. */
export interface ChangeableRights extends Rights {
  /** Takes one asset from one principal, who still sees that it is there. */
  readonly revokeAsset: (principal: string, project: string, asset: string) => void;
  /** Takes a principal's role away: the project no longer exists for them. */
  readonly removeRole: (principal: string, project: string) => void;
}

/**
 * Keeps rights in memory.
 *
 * A role gives the project; viewers do not see restricted assets; a revocation leaves an asset visible and closes it.
 */
export function memoryRights(grants: Grants): ChangeableRights {
  const roles = new Map<string, Map<string, Role>>();
  for (const { principal, project, role } of grants.roles) {
    const held = roles.get(principal) ?? new Map<string, Role>();
    roles.set(principal, held.set(project, role));
  }
  const restricted = new Set(grants.restricted.map((name) => key(name.project, name.asset)));
  const revoked = new Set(
    grants.revoked.map((name) => key(name.principal, name.project, name.asset)),
  );
  const revisions = new Map<string, number>();
  const changed = (principal: string): void => {
    revisions.set(principal, (revisions.get(principal) ?? 0) + 1);
  };
  const roleOf = (principal: string, project: string): Role | undefined =>
    roles.get(principal)?.get(project);
  const onAsset = (principal: string, project: string, asset: string): Permission => {
    const role = roleOf(principal, project);
    if (role === undefined) return "hidden";
    if (role === "viewer" && restricted.has(key(project, asset))) return "hidden";
    return revoked.has(key(principal, project, asset)) ? "visible" : "readable";
  };
  return {
    projects: async (principal) => [...(roles.get(principal)?.keys() ?? [])].toSorted(),
    onProject: async (principal, project) =>
      roleOf(principal, project) === undefined ? "hidden" : "readable",
    onAsset: async (...name) => onAsset(...name),
    revision: async (principal) => revisions.get(principal) ?? 0,
    revokeAsset: (principal, project, asset) => {
      revoked.add(key(principal, project, asset));
      changed(principal);
    },
    removeRole: (principal, project) => {
      roles.get(principal)?.delete(project);
      changed(principal);
    },
  };
}

/** One string for several names, whatever characters they hold. */
function key(...names: readonly string[]): string {
  return JSON.stringify(names);
}
