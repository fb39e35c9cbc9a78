import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Connection } from "./database.ts";
import { StorageError } from "./storage-error.ts";

const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })).min(1) });

/**
 * Refuses a database that a newer version of this program has migrated: its tables may hold more, and its rules of
 * access may say more, than this version knows. To be asked under the migrations' lock.
 */
export async function refuseNewer(connection: Connection, migrationsFolder: string): Promise<void> {
  const [there] = await connection
    .select({ name: sql<string | null>`to_regclass('assets.migrations')::text` })
    .from(sql`(values (true)) as once`);
  if (there?.name === null) return;
  const journal = journalSchema.parse(
    JSON.parse(await readFile(`${migrationsFolder}/meta/_journal.json`, "utf8")),
  );
  const known = Math.max(...journal.entries.map(({ when }) => when));
  const [newest] = await connection
    .select({ at: sql<string | null>`max(m.created_at)::text` })
    .from(sql`assets.migrations m`);
  const applied = Number(newest?.at ?? 0);
  if (applied <= known) return;
  const day = new Date(applied).toISOString().slice(0, 10);
  throw new StorageError(
    `The database was brought up to date by a newer version of this program (its tables are of ${day}). Run that version or a later one, or name another database; nothing was changed.`,
  );
}
