import type { Grants } from "../../src/access/grants.ts";
import type { Permission, Rights, RightsName } from "../../src/access/rights.ts";

/**
 * What rights mean, in a few plain lines: the reference that the database is compared with. Do not improve.
 *
 * A role gives the project; viewers do not see restricted assets; a revocation leaves an asset visible and closes it.
 */
export function permissionIn(grants: Grants, principal: string, name: RightsName): Permission {
  const { project, asset } = name;
  const held = grants.roles.filter(
    (role) => role.principal === principal && role.project === project,
  );
  const role = held.at(-1)?.role;
  if (role === undefined) return "hidden";
  if (asset === undefined) return "readable";
  const restricted = grants.restricted.some((r) => r.project === project && r.asset === asset);
  if (role === "viewer" && restricted) return "hidden";
  const revoked = grants.revoked.some(
    (r) => r.principal === principal && r.project === project && r.asset === asset,
  );
  return revoked ? "visible" : "readable";
}

/** The model behind the port that the policy asks. */
export function modelRights(grants: Grants): Rights {
  return {
    projects: async (principal) =>
      [
        ...new Set(
          grants.roles.filter((r) => r.principal === principal).map(({ project }) => project),
        ),
      ].toSorted(),
    permissions: async (principal, names) =>
      names.map((name) => permissionIn(grants, principal, name)),
    revision: async () => 0,
  };
}
