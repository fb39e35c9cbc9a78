import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { databaseShelf } from "../../src/storage/database-shelf.ts";
import { readingAs, writing, type Database } from "../../src/storage/database.ts";
import { openPostgres } from "../../src/storage/postgres.ts";
import { InUseError, StorageError } from "../../src/storage/storage-error.ts";
import { demoSuite } from "../demo/demo-suite.ts";
import { importSuite } from "../import/import-suite.ts";
import { run, type Run } from "../program.ts";
import { servingSuite } from "../serving/serving-suite.ts";
import { POSTGRES_MISSING, startPostgres, type PostgresServer } from "./postgres-server.ts";
import { storageSuite } from "./storage-suite.ts";

if (POSTGRES_MISSING !== undefined) console.warn(POSTGRES_MISSING);

const open = (url: string, purpose = "test"): Promise<Database> =>
  openPostgres({ url, purpose, onError: () => {} });

describe.skipIf(POSTGRES_MISSING !== undefined)("on a PostgreSQL server", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  const runs: Run[] = [];
  afterEach(async () => {
    for (const { child } of runs) child.kill("SIGKILL");
    await Promise.all(runs.splice(0).map(({ ended }) => ended));
  });
  const started = (args: readonly string[], url: string): Run => {
    const one = run(args, { DATABASE_URL: url });
    runs.push(one);
    return one;
  };

  describe("whose login owns the tables", () => {
    storageSuite(async () => open(await server.createDatabase("suite")));
  });

  describe("whose login is a superuser", () => {
    storageSuite(async () => {
      await server.createDatabase("super");
      return open(server.superuserUrl("super"));
    });
  });

  describe("serving", () => {
    servingSuite(async () => open(await server.createDatabase("serving")));
  });

  describe("importing", () => {
    importSuite(async () => open(await server.createDatabase("importing")));
  });

  describe("the demo", () => {
    demoSuite(async () => open(await server.createDatabase("demo")));
  });

  it("starts ten processes at once on one empty database, which all come up", async () => {
    const url = await server.createDatabase("ten");
    const ten = Array.from({ length: 10 }, () => started(["serve", "--dev", "--port", "0"], url));
    const printed = await Promise.all(ten.map((each) => each.printed("Stop with Ctrl-C.")));
    expect(printed).toHaveLength(10);
    for (const { child } of ten) child.kill("SIGTERM");
    const codes = await Promise.all(ten.map(async ({ ended }) => (await ended).code));
    expect(codes).toEqual(Array.from({ length: 10 }, () => 0));
  }, 180_000);

  it("starts on ten empty databases of one cluster at once, where each makes the roles", async () => {
    const fresh = await startPostgres();
    try {
      const names = Array.from({ length: 10 }, (_, index) => `many${index}`);
      const urls: string[] = [];
      // oxlint-disable-next-line no-await-in-loop
      for (const name of names) urls.push(await fresh.createDatabase(name));
      const opened = await Promise.all(names.map((name) => open(fresh.superuserUrl(name))));
      await Promise.all(opened.map((each) => each.close()));
      expect(opened).toHaveLength(10);
    } finally {
      await fresh.stop();
    }
  });

  it("leaves nothing of a principal on a pooled connection, whether work commits or fails", async () => {
    const url = await server.createDatabase("pooled");
    await (await open(url)).close();
    const pool = new Pool({ connectionString: url, max: 1 });
    try {
      const connection = drizzle(pool);
      const readAs = readingAs(connection);
      const identity = sql<string>`current_user || ' ' || coalesce(current_setting('assets.principal', true), '')`;
      const now = async (): Promise<unknown> =>
        (
          await pool.query(
            `select current_user || ' ' || coalesce(current_setting('assets.principal', true), '') as who`,
          )
        ).rows;
      const before = [{ who: "pooled " }];
      expect(
        await readAs("ann", undefined, (tx) =>
          tx.select({ who: identity }).from(sql`(values (1)) as one`),
        ),
      ).toEqual([{ who: "assets_reader ann" }]);
      expect(await now()).toEqual(before);
      await expect(
        readAs("ann", undefined, () => Promise.reject(new Error("changed its mind"))),
      ).rejects.toThrow("changed its mind");
      expect(await now()).toEqual(before);
      await expect(readAs("ann", undefined, (tx) => tx.execute(sql`select 1 / 0`))).rejects.toThrow(
        "division by zero",
      );
      expect(await now()).toEqual(before);
      await expect(writing(connection)((tx) => tx.execute(sql`select 1 / 0`))).rejects.toThrow(
        "division by zero",
      );
      expect(await now()).toEqual(before);
    } finally {
      await pool.end();
    }
  });

  it("shows the owner of the tables nothing but through the two roles", async () => {
    const url = await server.createDatabase("owned");
    const database = await open(url);
    await databaseShelf(database.write, "p").putProject({ id: "p", title: "P", about: "secret" });
    await database.close();
    const pool = new Pool({ connectionString: url, max: 1 });
    expect((await pool.query("select * from assets.projects")).rows).toEqual([]);
    await pool.end();
  });

  describe("refuses to start", () => {
    it.each([
      [
        "a role that bypasses row-level security",
        "alter role assets_reader bypassrls",
        "alter role assets_reader nobypassrls",
        "assets_reader bypasses row-level security",
      ],
      [
        "a role that is a superuser",
        "alter role assets_writer superuser",
        "alter role assets_writer nosuperuser",
        "assets_writer is a superuser",
      ],
      [
        "a role that can become another",
        "grant pg_read_all_data to assets_reader",
        "revoke pg_read_all_data from assets_reader",
        "assets_reader can become pg_read_all_data",
      ],
      [
        "a table without row-level security",
        "alter table assets.contents disable row level security",
        "alter table assets.contents enable row level security",
        "not held by row-level security on contents",
      ],
      [
        "a table whose owner is not bound",
        "alter table assets.projects no force row level security",
        "alter table assets.projects force row level security",
        "not held by row-level security on projects",
      ],
      [
        "a database that a newer version has migrated",
        "insert into assets.migrations (hash, created_at) values ('later', 4102444800000)",
        "delete from assets.migrations where hash = 'later'",
        "by a newer version of this program (its tables are of 2100-01-01)",
      ],
    ])("with %s", async (_, breaking, mending, reason) => {
      const url = await server
        .createDatabase("refusing")
        .catch(() => server.superuserUrl("refusing"));
      await (await open(url)).close();
      await server.administer("refusing", breaking);
      try {
        const failure: unknown = await open(url).catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(StorageError);
        expect(failure instanceof Error ? failure.message : "").toContain(reason);
      } finally {
        await server.administer("refusing", mending);
      }
      await (await open(url)).close();
    });

    it("with a login that may not make the roles, and says what an administrator has to do", async () => {
      const fresh = await startPostgres();
      try {
        const url = await fresh.createDatabase("humble");
        await fresh.administer("postgres", "alter role humble nocreaterole");
        await expect(open(url)).rejects.toThrow("CREATE ROLE assets_reader NOLOGIN");
        await fresh.administer(
          "postgres",
          ...["reader", "writer"].flatMap((role) => [
            `create role assets_${role} nologin`,
            `grant assets_${role} to humble`,
          ]),
        );
        await (await open(url)).close();
      } finally {
        await fresh.stop();
      }
    });
  });

  it("lets one import into a project at a time, and says who has it; serving goes on beside it", async () => {
    const url = await server.createDatabase("claims");
    const directory = await mkdtemp(join(tmpdir(), "claims-"));
    await mkdir(join(directory, "files"));
    await writeFile(join(directory, "files", "a.txt"), "a");
    const args = ["import", join(directory, "files"), "--project", "taken", "--owner", "olivia"];
    const database = await open(url, "import taken");
    try {
      await database.claimProject("taken", async () => {
        const { code, stdout, stderr } = await started(args, url).ended;
        expect(stderr).toMatch(
          /^assets-server: The project taken is being imported by assets-server import taken \(pid \d+\) \(database process \d+, since /,
        );
        expect({ code, stdout }).toEqual({ code: 6, stdout: "" });
        await expect(database.claimProject("taken", async () => {})).rejects.toThrow(InUseError);
        await database.claimProject("another", async () => {});
      });
      const serving = started(["serve", "--dev", "--port", "0"], url);
      await serving.printed("Stop with Ctrl-C.");
      expect(await started(args, url).ended).toMatchObject({ code: 0, stderr: "" });
      expect(serving.child.exitCode).toBeNull();
    } finally {
      await database.close();
      await rm(directory, { recursive: true });
    }
  }, 180_000);
});
