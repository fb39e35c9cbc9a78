import {
  boolean,
  customType,
  integer,
  pgSchema,
  primaryKey,
  text,
  bigint,
} from "drizzle-orm/pg-core";

// What the queries are written with. The tables themselves are made by migrations/*.sql, with what only SQL can say
// (row-level security, triggers, who may call what); a test compares the two.

/** Bytes: a `Buffer` from one driver, a `Uint8Array` from the other. */
const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** Everything of this program is in one schema: a database can be shared with others. */
export const schema = pgSchema("assets");

export const projects = schema.table("projects", {
  id: text().primaryKey(),
  title: text().notNull(),
  /** Markdown. */
  about: text().notNull(),
});

export const assets = schema.table(
  "assets",
  { project: text().notNull(), id: text().notNull() },
  (table) => [primaryKey({ columns: [table.project, table.id] })],
);

export const contents = schema.table(
  "contents",
  {
    project: text().notNull(),
    asset: text().notNull(),
    mimeType: text("mime_type").notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    width: integer(),
    height: integer(),
    original: bytea().notNull(),
    originalIsText: boolean("original_is_text").notNull(),
    thumbnail: bytea().notNull(),
    thumbnailMimeType: text("thumbnail_mime_type").notNull(),
    thumbnailIsText: boolean("thumbnail_is_text").notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.asset] })],
);

export const roles = schema.table(
  "roles",
  {
    principal: text().notNull(),
    project: text().notNull(),
    role: text({ enum: ["owner", "member", "viewer"] }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.principal, table.project] })],
);

/** Hidden from viewers. */
export const restrictions = schema.table(
  "restrictions",
  { project: text().notNull(), asset: text().notNull() },
  (table) => [primaryKey({ columns: [table.project, table.asset] })],
);

/** Still visible to this one principal, but no longer readable. */
export const revocations = schema.table(
  "revocations",
  { principal: text().notNull(), project: text().notNull(), asset: text().notNull() },
  (table) => [primaryKey({ columns: [table.principal, table.project, table.asset] })],
);

/** Advanced by triggers with every change of a principal's rights, by whatever hand. */
export const permissionRevisions = schema.table("permission_revisions", {
  principal: text().primaryKey(),
  revision: bigint({ mode: "number" }).notNull(),
});
