import { sql } from "drizzle-orm";
import type { Database } from "../../src/storage/database.ts";

/** Every row of every table, in order, with hashes in place of bodies: two databases that differ in a row differ in it. */
export async function dumpOf(database: Database): Promise<Readonly<Record<string, string[]>>> {
  const tables = [
    ["projects", "t.*"],
    ["assets", "t.*"],
    [
      "contents",
      `t.project, t.asset, t.mime_type, t.size, t.sha256, t.width, t.height, t.original_is_text,
       encode(sha256(t.original), 'hex') as original, t.thumbnail_mime_type, t.thumbnail_is_text,
       encode(sha256(t.thumbnail), 'hex') as thumbnail`,
    ],
    ["roles", "t.*"],
    ["restrictions", "t.*"],
    ["revocations", "t.*"],
    ["permission_revisions", "t.*"],
  ] as const;
  return database.write(async (tx) => {
    const dump: Record<string, string[]> = {};
    for (const [table, columns] of tables) {
      // oxlint-disable-next-line no-await-in-loop
      const rows = await tx
        .select({ line: sql<string>`row_to_json(r)::text` })
        .from(sql.raw(`(select ${columns} from assets.${table} t) r`));
      dump[table] = rows.map(({ line }) => line).toSorted();
    }
    return dump;
  });
}
