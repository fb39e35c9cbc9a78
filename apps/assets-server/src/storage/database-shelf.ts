import { and, eq, getTableColumns, inArray, ne, or, sql, type SQL } from "drizzle-orm";
import type { AssetBody, ImportedAsset, Project } from "../assets/asset.ts";
import type { Shelf } from "../import/shelf.ts";
import type { InTransaction, Transaction } from "./database.ts";
import { setRole } from "./database-rights-editor.ts";
import { assets, contents, projects, restrictions, revocations, roles } from "./schema.ts";

const utf8 = new TextEncoder();

/** What an import writes to, over a database: each call is one transaction, whole or not at all. */
export function databaseShelf(write: InTransaction, project: string): Shelf {
  return {
    putProject: (described) => write((tx) => putProject(tx, described)),
    contents: () =>
      write(async (tx) => {
        const rows = await tx
          .select({ id: contents.asset, sha256: contents.sha256 })
          .from(contents)
          .where(eq(contents.project, project));
        return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
      }),
    putAsset: (asset, formerNames) =>
      write(async (tx) => {
        await tx.insert(assets).values({ project, id: asset.id }).onConflictDoNothing();
        await tx
          .insert(contents)
          .values(rowOf(asset))
          .onConflictDoUpdate({ target: [contents.project, contents.asset], set: INSERTED });
        if (formerNames.length > 0) await carryRights(tx, project, formerNames, asset.id);
      }),
    remove: (ids) =>
      write(async (tx) => {
        if (ids.length > 0)
          await tx
            .delete(assets)
            .where(and(eq(assets.project, project), inArray(assets.id, [...ids])));
      }),
    hasReaders: () =>
      write(async (tx) => {
        const found = await tx
          .select({ role: roles.role })
          .from(roles)
          .where(eq(roles.project, project))
          .limit(1);
        return found.length > 0;
      }),
    giveOwner: (principal) => write((tx) => setRole(tx, principal, project, "owner")),
  };
}

/** Each column as the row that could not be inserted has it: the bodies are sent once. */
const INSERTED: Readonly<Record<string, SQL>> = Object.fromEntries(
  Object.entries(getTableColumns(contents)).map(([key, column]) => [
    key,
    sql`excluded.${sql.identifier(column.name)}`,
  ]),
);

async function putProject(
  tx: Transaction,
  described: Project,
): Promise<"new" | "changed" | "same"> {
  const { id, title, about } = described;
  const inserted = await tx
    .insert(projects)
    .values({ id, title, about })
    .onConflictDoNothing()
    .returning({ id: projects.id });
  if (inserted.length > 0) return "new";
  const updated = await tx
    .update(projects)
    .set({ title, about })
    .where(and(eq(projects.id, id), or(ne(projects.title, title), ne(projects.about, about))))
    .returning({ id: projects.id });
  return updated.length > 0 ? "changed" : "same";
}

/** What closed a file to somebody closes it under its new name too: renaming a file must not publish it. */
async function carryRights(
  tx: Transaction,
  project: string,
  formerNames: readonly string[],
  name: string,
): Promise<void> {
  const former = inArray(restrictions.asset, [...formerNames]);
  await tx
    .insert(restrictions)
    .select(
      tx
        .selectDistinct({ project: restrictions.project, asset: sql<string>`${name}`.as("asset") })
        .from(restrictions)
        .where(and(eq(restrictions.project, project), former)),
    )
    .onConflictDoNothing();
  await tx
    .insert(revocations)
    .select(
      tx
        .selectDistinct({
          principal: revocations.principal,
          project: revocations.project,
          asset: sql<string>`${name}`.as("asset"),
        })
        .from(revocations)
        .where(and(eq(revocations.project, project), inArray(revocations.asset, [...formerNames]))),
    )
    .onConflictDoNothing();
}

function rowOf(asset: ImportedAsset): typeof contents.$inferInsert {
  const { original, thumbnail } = asset;
  return {
    project: asset.project,
    asset: asset.id,
    mimeType: asset.mimeType,
    size: asset.size,
    sha256: asset.sha256,
    width: asset.width ?? null,
    height: asset.height ?? null,
    original: bytesOf(original),
    originalIsText: original.text !== undefined,
    thumbnail: bytesOf(thumbnail),
    thumbnailMimeType: thumbnail.mimeType,
    thumbnailIsText: thumbnail.text !== undefined,
  };
}

function bytesOf(body: AssetBody): Uint8Array {
  return body.text === undefined ? body.bytes : utf8.encode(body.text);
}
