import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { Pool, type PoolClient } from "pg";
import { readingAs, writing, type Database, type InTransaction } from "./database.ts";
import { prepare } from "./prepare.ts";
import { InUseError, StorageError } from "./storage-error.ts";

/** With the migrations' lock, the other half of this program's advisory locks: two integers, so that they never meet. */
const PROJECT_LOCKS = 1_634_956_405;

/** How long a claim waits for another to end: a process that was killed leaves its connection a moment to be noticed. */
const CLAIM_PATIENCE_MS = 2_000;

/** Opens a PostgreSQL server's database through a pool. `purpose` is what others are told if they have to wait for it. */
export async function openPostgres(options: {
  readonly url: string;
  readonly purpose: string;
  /** Faults of idle connections; the pool replaces them by itself. */
  readonly onError: (error: unknown) => void;
}): Promise<Database> {
  const pool = new Pool({
    connectionString: options.url,
    application_name: applicationName(options.purpose),
    connectionTimeoutMillis: 10_000,
    // Nothing here takes that long; whatever does must not hold a connection, or a lock, for ever.
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  pool.on("error", options.onError);
  try {
    const version = await withClient(pool, async (client) => {
      await prepare(drizzle(client), migrate);
      const { rows } = await client.query<{ server_version: string }>("show server_version");
      return rows[0]?.server_version ?? "of unknown version";
    });
    const connection = drizzle(pool);
    return {
      description: `PostgreSQL ${version}`,
      readAs: readingAs(connection),
      write: writing(connection),
      claimProject: (project, work) =>
        withClient(pool, async (client) => {
          await claim(client, project);
          try {
            return await work(inTurn(writing(drizzle(client))));
          } finally {
            await release(client, project);
          }
        }),
      close: () => pool.end(),
    };
  } catch (error) {
    await pool.end();
    throw error instanceof StorageError ? error : unusable(error);
  }
}

/** What is wrong in the driver's words, which hold neither password nor query. */
function unusable(error: unknown): StorageError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text =
    cause instanceof AggregateError
      ? cause.errors.map((each) => (each instanceof Error ? each.message : "?")).join("; ")
      : String(cause instanceof Error ? cause.message : cause);
  return new StorageError(`The database at DATABASE_URL cannot be used: ${text}`, { cause: error });
}

/** A connection that ends while it is checked out would otherwise end the process: the next query tells of it. */
function leaveToNextQuery(): void {}

async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  client.on("error", leaveToNextQuery);
  try {
    return await work(client);
  } finally {
    client.off("error", leaveToNextQuery);
    client.release();
  }
}

/** One connection runs one transaction at a time; whoever comes meanwhile waits. */
function inTurn(write: InTransaction): InTransaction {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(() => write(work));
    last = next.catch(() => {});
    return next;
  };
}

async function claim(client: PoolClient, project: string): Promise<void> {
  const giveUp = Date.now() + CLAIM_PATIENCE_MS;
  const claimed = async (): Promise<boolean> => {
    const { rows } = await client.query<{ claimed: boolean }>(
      "select pg_try_advisory_lock($1, hashtext($2)) as claimed",
      [PROJECT_LOCKS, project],
    );
    return rows[0]?.claimed === true;
  };
  // oxlint-disable no-await-in-loop
  while (!(await claimed())) {
    if (Date.now() > giveUp) throw new InUseError(await holderOf(client, project));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  // oxlint-enable no-await-in-loop
}

async function release(client: PoolClient, project: string): Promise<void> {
  // A connection that is gone has released it already.
  await client
    .query("select pg_advisory_unlock($1, hashtext($2))", [PROJECT_LOCKS, project])
    .catch(() => {});
}

async function holderOf(client: PoolClient, project: string): Promise<string> {
  const { rows } = await client.query<{ who: string }>(
    `select format('%s (database process %s, since %s)', a.application_name, a.pid, to_char(a.backend_start, 'YYYY-MM-DD HH24:MI:SS TZ')) as who
     from pg_catalog.pg_locks l join pg_catalog.pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.objsubid = 2
       and l.database = (select oid from pg_catalog.pg_database where datname = current_database())
       and l.classid::bigint = $1 and l.objid::bigint = hashtext($2)::bigint & 4294967295`,
    [PROJECT_LOCKS, project],
  );
  const who = rows[0]?.who ?? "another process, which has just ended: try again";
  return `The project ${project} is being imported by ${who}.`;
}

/** PostgreSQL keeps 63 printable ASCII bytes of it. */
function applicationName(purpose: string): string {
  return `assets-server ${purpose} (pid ${process.pid})`.replaceAll(/[^ -~]/g, "?").slice(0, 63);
}
