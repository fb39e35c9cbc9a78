import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDirectory } from "../../src/storage/embedded.ts";
import { StorageError } from "../../src/storage/storage-error.ts";

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "newer-"));
});
afterAll(() => rm(directory, { recursive: true }));

const open = (): ReturnType<typeof openDirectory> => openDirectory(directory, "test");

/** What a later version of this program does to the database, and what undoes it. */
async function administer(statement: string): Promise<void> {
  const client = await PGlite.create(join(directory, "database"));
  await client.exec(statement);
  await client.close();
}

it("a database that a newer version has migrated is refused with a remedy, and left as it was", async () => {
  await (await open()).close();
  await administer(
    `insert into assets.migrations (hash, created_at) values ('later', 4102444800000);
     create table assets.of_a_later_version (id text)`,
  );
  const failure: unknown = await open().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StorageError);
  expect(failure).toHaveProperty(
    "message",
    "The database was brought up to date by a newer version of this program (its tables are of 2100-01-01). Run that version or a later one, or name another database; nothing was changed.",
  );
  await administer(
    "delete from assets.migrations where hash = 'later'; drop table assets.of_a_later_version",
  );
  // Nobody holds the directory after a refusal.
  await (await open()).close();
}, 60_000);
