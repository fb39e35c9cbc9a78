import { sql } from "drizzle-orm";
import type { Permission, Rights } from "../access/rights.ts";
import type { Database } from "./database.ts";
import { projects } from "./schema.ts";

/** Rights as the database's own functions say them: the ones that its row-level security asks too. */
export function databaseRights({ readAs }: Database): Rights {
  return {
    projects: (principal, signal) =>
      readAs(principal, signal, async (tx) => {
        const rows = await tx.select({ id: projects.id }).from(projects).orderBy(projects.id);
        return rows.map(({ id }) => id);
      }),
    permissions: (principal, names, signal) =>
      readAs(principal, signal, async (tx) => {
        const asked = JSON.stringify(names.map(({ project, asset }) => [project, asset ?? null]));
        const rows = await tx
          .select({
            permission: sql<Permission>`assets.permission(asked.name ->> 0, asked.name ->> 1)`,
          })
          .from(
            sql`jsonb_array_elements(${asked}::jsonb) with ordinality as asked (name, position)`,
          )
          .orderBy(sql`asked.position`);
        return rows.map(({ permission }) => permission);
      }),
    revision: (principal, signal) =>
      readAs(principal, signal, async (tx) => {
        const [row] = await tx
          .select({ revision: sql<string>`assets.permission_revision()::text` })
          .from(sql`(values (true)) as once`);
        return Number(row?.revision);
      }),
  };
}
