import { sql } from "drizzle-orm";
import type { Connection } from "./database.ts";
import { StorageError } from "./storage-error.ts";

/** The roles that transactions run as. They belong to the cluster, cannot log in, own nothing and bypass nothing. */
export const READER = "assets_reader";
export const WRITER = "assets_writer";

/**
 * Makes the two roles where they are missing, and lets the login role become them.
 *
 * Another database of the cluster may be doing the same at this moment: what it makes first is as good.
 */
export async function ensureRoles(connection: Connection): Promise<void> {
  for (const role of [READER, WRITER]) {
    const create = sql.raw(`do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = '${role}') then
    create role ${role} nologin noinherit nosuperuser nobypassrls nocreatedb nocreaterole noreplication;
  end if;
  if not pg_has_role(current_user, '${role}', 'member') then
    grant ${role} to current_user;
  end if;
exception when duplicate_object or unique_violation then
  null;
end $$`);
    try {
      // oxlint-disable-next-line no-await-in-loop
      await connection.execute(create);
    } catch (error) {
      throw new StorageError(
        `The role ${role} is missing and cannot be made by this login. Let an administrator run: CREATE ROLE ${role} NOLOGIN; GRANT ${role} TO the login role`,
        { cause: error },
      );
    }
  }
}

/**
 * Refuses to start where row-level security would not hold: a role that bypasses it, that could become somebody who
 * does, or a table on which it is off. What counts is what the role would really see, so the database itself is asked.
 */
export async function requireRowSecurity(connection: Connection): Promise<void> {
  for (const role of [READER, WRITER]) {
    // oxlint-disable-next-line no-await-in-loop
    const fault = await connection.transaction(async (tx) => {
      const [found] = await tx
        .select({
          superuser: sql<boolean>`r.rolsuper`,
          bypasses: sql<boolean>`r.rolbypassrls`,
          becomes: sql<string | null>`(
            select string_agg(o.rolname, ', ') from pg_catalog.pg_roles o
            where o.oid <> r.oid and pg_has_role(r.oid, o.oid, 'member')
          )`,
        })
        .from(sql`pg_catalog.pg_roles r`)
        .where(sql`r.rolname = ${role}`);
      if (found === undefined) return "does not exist";
      if (found.superuser) return "is a superuser";
      if (found.bypasses) return "bypasses row-level security";
      if (found.becomes !== null) return `can become ${found.becomes}`;
      await tx.execute(sql`select set_config('role', ${role}, true)`);
      const [open] = await tx
        .select({
          tables: sql<string | null>`string_agg(c.relname, ', ')`,
        })
        .from(sql`pg_catalog.pg_class c`)
        .where(
          sql`c.oid in ('assets.projects'::regclass, 'assets.assets'::regclass, 'assets.contents'::regclass)
            and not (c.relforcerowsecurity and row_security_active(c.oid))`,
        );
      if (typeof open?.tables === "string")
        return `is not held by row-level security on ${open.tables}`;
      return undefined;
    });
    if (fault !== undefined)
      throw new StorageError(`The database role ${role} ${fault}: refusing to serve from it.`);
  }
}
