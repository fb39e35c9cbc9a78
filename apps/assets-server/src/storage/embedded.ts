import { access, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { createEmpty } from "./empty-database.ts";
import { readingAs, writing, type Database } from "./database.ts";
import { lockDirectory } from "./directory-lock.ts";
import { prepare } from "./prepare.ts";
import { StorageError } from "./storage-error.ts";

/** Opens a database that lives in this process, and ends with it. */
export async function openMemory(): Promise<Database> {
  return serveEmbedded(await createEmpty(), async () => {});
}

/**
 * Opens the database in a directory, and makes one where there is none.
 *
 * The directory is this process's alone until it is closed, since the embedded database takes no lock of its own: two
 * openers would silently diverge. Throws an `InUseError` that says who has it.
 */
export async function openDirectory(directory: string, purpose: string): Promise<Database> {
  const root = resolve(directory);
  const lock = await lockRoot(root, purpose);
  try {
    const data = join(root, "database");
    if (!(await exists(data))) await create(root, data);
    return await serveEmbedded(await PGlite.create(data), lock.release);
  } catch (error) {
    await lock.release();
    if (error instanceof StorageError) throw error;
    throw new StorageError(`The database in ${root} cannot be opened: ${textOf(error)}`, {
      cause: error,
    });
  }
}

async function lockRoot(root: string, purpose: string): ReturnType<typeof lockDirectory> {
  try {
    await mkdir(root, { recursive: true });
    const others = (await readdir(root)).filter((name) => !OWN_NAMES.test(name));
    if (others.length > 0)
      throw new StorageError(
        `${root} holds other files (${others[0]}): give --data a directory of its own.`,
      );
    return await lockDirectory(root, purpose);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw new StorageError(`${root} cannot be used as a data directory: ${error.message}`, {
      cause: error,
    });
  }
}

const OWN_NAMES = /^(database|new-database|lock\.\d+|draft\..+)$/;

/** Made under another name: a process that dies while it makes one leaves nothing that looks like a database. */
async function create(root: string, data: string): Promise<void> {
  const draft = join(root, "new-database");
  await rm(draft, { recursive: true, force: true });
  await (await createEmpty(draft)).close();
  await rename(draft, data);
}

async function serveEmbedded(client: PGlite, closed: () => Promise<void>): Promise<Database> {
  const connection = drizzle(client);
  try {
    await prepare(connection, migrate);
  } catch (error) {
    await client.close();
    throw error;
  }
  const write = writing(connection);
  return {
    description: "the embedded database",
    readAs: readingAs(connection),
    write,
    // One process, and one import at a time in it: there is nobody else.
    claimProject: (_, work) => work(write),
    close: async () => {
      await client.close();
      await closed();
    },
  };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
