import { and, eq, type SQL } from "drizzle-orm";
import type { AssetBody } from "../assets/asset.ts";
import type { AssetStore } from "../assets/asset-store.ts";
import type { Database } from "./database.ts";
import { assets, contents, projects } from "./schema.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The store over a database. No condition here says who may: the database's row-level security does. */
export function databaseAssets({ readAs }: Database): AssetStore {
  return {
    project: (principal, project, signal) =>
      readAs(principal, signal, async (tx) => {
        const [found] = await tx.select().from(projects).where(eq(projects.id, project));
        return found;
      }),
    projects: (principal, signal) =>
      readAs(principal, signal, (tx) => tx.select().from(projects).orderBy(projects.id)),
    assetIds: (principal, project, signal) =>
      readAs(principal, signal, async (tx) => {
        const rows = await tx
          .select({ id: assets.id })
          .from(assets)
          .where(eq(assets.project, project))
          .orderBy(assets.id);
        return rows.map(({ id }) => id);
      }),
    assets: (principal, project, signal) =>
      readAs(principal, signal, async (tx) => {
        // A closed asset has a name and, for this principal, no contents.
        const rows = await tx
          .select({
            id: assets.id,
            mimeType: contents.mimeType,
            size: contents.size,
            width: contents.width,
            height: contents.height,
          })
          .from(assets)
          .leftJoin(
            contents,
            and(eq(contents.project, assets.project), eq(contents.asset, assets.id)),
          )
          .where(eq(assets.project, project))
          .orderBy(assets.id);
        return rows.map(({ id, mimeType, size, width, height }) => ({
          id,
          ...(mimeType === null || size === null ? {} : { mimeType, size }),
          ...(width === null || height === null ? {} : { width, height }),
        }));
      }),
    asset: (principal, project, asset, signal) =>
      readAs(principal, signal, async (tx) => {
        const [found] = await tx
          .select({
            project: contents.project,
            id: contents.asset,
            mimeType: contents.mimeType,
            size: contents.size,
            sha256: contents.sha256,
            width: contents.width,
            height: contents.height,
          })
          .from(contents)
          .where(named(project, asset));
        if (found === undefined) return undefined;
        const { width, height, ...rest } = found;
        return width === null || height === null ? rest : { ...rest, width, height };
      }),
    body: (principal, project, asset, rendition, signal) =>
      readAs(principal, signal, async (tx) => {
        const columns =
          rendition === "original"
            ? {
                mimeType: contents.mimeType,
                bytes: contents.original,
                isText: contents.originalIsText,
              }
            : {
                mimeType: contents.thumbnailMimeType,
                bytes: contents.thumbnail,
                isText: contents.thumbnailIsText,
              };
        const [found] = await tx.select(columns).from(contents).where(named(project, asset));
        return found === undefined ? undefined : bodyOf(found);
      }),
  };
}

function named(project: string, asset: string): SQL | undefined {
  return and(eq(contents.project, project), eq(contents.asset, asset));
}

/** Bodies are kept as bytes, text too: what comes out is what the file held. */
function bodyOf(row: { mimeType: string; bytes: Uint8Array; isText: boolean }): AssetBody {
  const { mimeType, bytes, isText } = row;
  return isText ? { mimeType, text: utf8.decode(bytes) } : { mimeType, bytes };
}
