import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import type { Connection } from "./database.ts";
import { refuseNewer } from "./newer-version.ts";
import { ensureRoles, requireRowSecurity } from "./session-roles.ts";

/** Beside the sources and beside the build alike. */
const MIGRATIONS = {
  migrationsFolder: fileURLToPath(new URL("../../migrations", import.meta.url)),
  migrationsSchema: "assets",
  migrationsTable: "migrations",
};

/** Any number, but the same in every version of this program. */
const MIGRATION_LOCK = 1_634_956_404;

/**
 * Brings a database up to date and checks that it can be trusted: roles, migrations, row-level security. One that is
 * ahead of this program is refused.
 *
 * `connection` is a single one: the lock that makes any number of processes take turns belongs to it.
 */
export async function prepare<C extends Connection>(
  connection: C,
  migrate: (connection: C, config: typeof MIGRATIONS) => Promise<void>,
): Promise<void> {
  await connection.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK}::bigint)`);
  try {
    await refuseNewer(connection, MIGRATIONS.migrationsFolder);
    await ensureRoles(connection);
    await migrate(connection, MIGRATIONS);
    await requireRowSecurity(connection);
  } finally {
    await connection.execute(sql`select pg_advisory_unlock(${MIGRATION_LOCK}::bigint)`);
  }
}
