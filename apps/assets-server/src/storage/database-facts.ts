import { and, eq } from "drizzle-orm";
import type { Role } from "../access/rights.ts";
import type { Database } from "./database.ts";
import { assets, projects, restrictions, revocations, roles } from "./schema.ts";

/** The ids of every asset of a project, with the operator's eyes. */
export function everyAsset({ write }: Database, project: string): Promise<readonly string[]> {
  return write(async (tx) => {
    const rows = await tx
      .select({ id: assets.id })
      .from(assets)
      .where(eq(assets.project, project))
      .orderBy(assets.id);
    return rows.map(({ id }) => id);
  });
}

/** What is written down about a principal and a project, or an asset of it. No verdict: rights are asked for those. */
export interface Facts {
  /** In how many projects they have a role at all. */
  readonly rolesHeld: number;
  readonly project?: { readonly exists: boolean; readonly role: Role | undefined } | undefined;
  readonly asset?:
    | { readonly exists: boolean; readonly restricted: boolean; readonly revoked: boolean }
    | undefined;
}

/** Looks facts up with the operator's eyes, past row-level security: never for a client. */
export function factsAbout(
  { write }: Database,
  principal: string,
  named: { readonly project?: string | undefined; readonly asset?: string | undefined },
): Promise<Facts> {
  const { project, asset } = named;
  return write(async (tx) => {
    const held = await tx.select().from(roles).where(eq(roles.principal, principal));
    const rolesHeld = held.length;
    if (project === undefined) return { rolesHeld };
    const found = await tx.select().from(projects).where(eq(projects.id, project));
    const ofProject = {
      exists: found.length > 0,
      role: held.find((each) => each.project === project)?.role,
    };
    if (asset === undefined) return { rolesHeld, project: ofProject };
    const [there, restricted, revoked] = [
      await tx
        .select()
        .from(assets)
        .where(and(eq(assets.project, project), eq(assets.id, asset))),
      await tx
        .select()
        .from(restrictions)
        .where(and(eq(restrictions.project, project), eq(restrictions.asset, asset))),
      await tx
        .select()
        .from(revocations)
        .where(
          and(
            eq(revocations.principal, principal),
            eq(revocations.project, project),
            eq(revocations.asset, asset),
          ),
        ),
    ];
    return {
      rolesHeld,
      project: ofProject,
      asset: {
        exists: there.length > 0,
        restricted: restricted.length > 0,
        revoked: revoked.length > 0,
      },
    };
  });
}
