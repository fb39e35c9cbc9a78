import { and, eq } from "drizzle-orm";
import type { RightsEditor } from "../access/grants.ts";
import type { Role } from "../access/rights.ts";
import type { Database, Transaction } from "./database.ts";
import { restrictions, revocations, roles } from "./schema.ts";

/** Changes rights in a database; its triggers advance the revisions of whomever a change concerns. */
export function databaseRightsEditor({ write }: Database): RightsEditor {
  return {
    giveRole: (principal, project, role) => write((tx) => setRole(tx, principal, project, role)),
    removeRole: (principal, project) =>
      write(async (tx) => {
        await tx
          .delete(roles)
          .where(and(eq(roles.principal, principal), eq(roles.project, project)));
      }),
    revokeAsset: (principal, project, asset) =>
      write(async (tx) => {
        await tx.insert(revocations).values({ principal, project, asset }).onConflictDoNothing();
      }),
    restrictAsset: (project, asset) =>
      write(async (tx) => {
        await tx.insert(restrictions).values({ project, asset }).onConflictDoNothing();
      }),
    replaceAll: (grants) =>
      write(async (tx) => {
        await tx.delete(roles);
        await tx.delete(restrictions);
        await tx.delete(revocations);
        if (grants.roles.length > 0) await tx.insert(roles).values([...grants.roles]);
        if (grants.restricted.length > 0)
          await tx.insert(restrictions).values([...grants.restricted]);
        if (grants.revoked.length > 0) await tx.insert(revocations).values([...grants.revoked]);
      }),
  };
}

/** Gives a role inside a transaction that does more. A role that is held already is no change. */
export async function setRole(
  tx: Transaction,
  principal: string,
  project: string,
  role: Role,
): Promise<void> {
  const [held] = await tx
    .select({ role: roles.role })
    .from(roles)
    .where(and(eq(roles.principal, principal), eq(roles.project, project)));
  if (held?.role === role) return;
  await tx
    .insert(roles)
    .values({ principal, project, role })
    .onConflictDoUpdate({ target: [roles.principal, roles.project], set: { role } });
}
