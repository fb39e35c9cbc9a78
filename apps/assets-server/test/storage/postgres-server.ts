import { spawn, execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";

/** Debian's place for them; the newest if there are several. */
const BIN = globSync("/usr/lib/postgresql/*/bin")
  .filter((path) => existsSync(join(path, "initdb")))
  .toSorted()
  .at(-1);

/** What a test that needs PostgreSQL says where it is missing. */
export const POSTGRES_MISSING: string | undefined =
  BIN === undefined ? "PostgreSQL is missing: apt-get install -y postgresql" : undefined;

/** A PostgreSQL server of a test's own, on loopback and a free port, gone with all its data when it is stopped. */
export interface PostgresServer {
  /** Makes a database with an owner of that name, who is no superuser but may make roles. */
  readonly createDatabase: (name: string, template?: string) => Promise<string>;
  /** Runs statements as the superuser. */
  readonly administer: (database: string, ...statements: readonly string[]) => Promise<void>;
  readonly superuserUrl: (database: string) => string;
  readonly stop: () => Promise<void>;
}

export async function startPostgres(): Promise<PostgresServer> {
  if (BIN === undefined) throw new Error(POSTGRES_MISSING);
  const directory = await mkdtemp(join(tmpdir(), "postgres-"));
  const data = join(directory, "data");
  // PostgreSQL refuses to run as root: where we are, Debian's own user runs it.
  const asRoot = process.getuid?.() === 0;
  const user = asRoot ? ["runuser", "-u", "postgres", "--"] : [];
  if (asRoot) execFileSync("chown", ["postgres", directory]);
  else await chmod(directory, 0o700);
  const command = (program: string, ...args: readonly string[]): [string, string[]] => {
    const [first = "", ...rest] = [...user, join(BIN, program), ...args];
    return [first, rest];
  };
  execFileSync(
    ...command("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"),
    { cwd: directory },
  );
  const port = await freePort();
  const [program, args] = command(
    "postgres",
    ...`-D ${data} -p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${directory}`.split(
      " ",
    ),
    ..."-c fsync=off -c max_connections=200".split(" "),
  );
  const server = spawn(program, args, { cwd: directory, stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  server.stderr.on("data", (chunk) => (log += String(chunk)));
  const ended = once(server, "exit");
  const superuserUrl = (database: string): string =>
    `postgres://postgres@127.0.0.1:${port}/${database}`;
  const administer = async (database: string, ...statements: readonly string[]): Promise<void> => {
    const client = new Client({ connectionString: superuserUrl(database) });
    await client.connect();
    try {
      // oxlint-disable-next-line no-await-in-loop
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const giveUp = Date.now() + 30_000;
  // oxlint-disable no-await-in-loop
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${log}`);
    try {
      await administer("postgres", "select 1");
      break;
    } catch (error) {
      if (Date.now() > giveUp) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  // oxlint-enable no-await-in-loop
  return {
    superuserUrl,
    administer,
    createDatabase: async (name, template = "template0") => {
      await administer(
        "postgres",
        `do $$ begin create role ${name} login createrole; exception when duplicate_object then null; end $$`,
        `create database ${name} owner ${name} template ${template}`,
      );
      return `postgres://${name}@127.0.0.1:${port}/${name}`;
    },
    stop: async () => {
      // "Fast": it ends connections and itself. The number is its own, also where another program started it.
      const [pid] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
      process.kill(Number(pid), "SIGINT");
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
