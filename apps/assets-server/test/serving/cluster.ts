import { createLogger } from "@org/serving";
import { principalId } from "../../src/access/principal.ts";
import type { RightsEditor } from "../../src/access/grants.ts";
import { loadSamples } from "../../src/samples.ts";
import { databaseRightsEditor } from "../../src/storage/database-rights-editor.ts";
import { openPostgres } from "../../src/storage/postgres.ts";
import { startPostgres } from "../storage/postgres-server.ts";
import { run, type Run } from "../program.ts";
import { signingKey, startKeyServer } from "./oauth-server.ts";

const ISSUER = "https://id.example";
const PUBLIC_URL = "https://assets.example/mcp";

/** One real PostgreSQL with the samples, one issuer, and as many server processes as a test starts. */
export interface Cluster {
  readonly rights: RightsEditor;
  /** The id that rights are kept under, of a subject of the issuer. */
  readonly id: (subject: string) => string;
  readonly token: (subject: string) => Promise<string>;
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<Replica>;
  readonly stop: () => Promise<void>;
}

/** One server process. */
export interface Replica extends Run {
  readonly url: URL;
}

export async function startCluster(): Promise<Cluster> {
  const postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase("assets_load");
  const logger = createLogger("test", "error");
  const database = await openPostgres({
    url: databaseUrl,
    purpose: "test",
    onError: () => logger.error("idle connection"),
  });
  await loadSamples(database);
  const key = await signingKey("one");
  const keys = await startKeyServer([key.jwk]);
  const replicas: Replica[] = [];
  return {
    rights: databaseRightsEditor(database),
    id: (subject) => principalId(ISSUER, subject),
    token: (sub) =>
      key.sign({
        iss: ISSUER,
        aud: PUBLIC_URL,
        sub,
        scope: "assets:read",
        exp: Math.floor(Date.now() / 1000) + 3600,
      }),
    start: async (env = {}) => {
      const one = run(["serve", "--port", "0"], {
        ISSUER,
        PUBLIC_URL,
        JWKS_URL: keys.url.href,
        DATABASE_URL: databaseUrl,
        CURSOR_KEYS: "ab".repeat(32),
        LOG_LEVEL: "error",
        ...env,
      });
      const stdout = await one.printed("Stop with Ctrl-C.").catch(async (error: unknown) => {
        throw new Error((await one.ended).stderr, { cause: error });
      });
      const replica = { ...one, url: new URL(/http:\S+\/mcp/.exec(stdout)?.[0] ?? "") };
      replicas.push(replica);
      return replica;
    },
    stop: async () => {
      for (const { child } of replicas) child.kill("SIGKILL");
      await Promise.all(replicas.map(({ ended }) => ended));
      await keys.close();
      await database.close();
      await postgres.stop();
    },
  };
}
