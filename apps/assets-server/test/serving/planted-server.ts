// A server whose store, rights and handler throw secrets, for secrets.full.test.ts. `leak` adds a logger that tells them.
import { createLogger, createMetrics, openTracing } from "@org/serving";
import { loadSamples } from "../../src/samples.ts";
import { startAssetsServer } from "../../src/serving/assets-server.ts";
import { createDevTokens } from "../../src/serving/dev-tokens.ts";
import { databaseAssets } from "../../src/storage/database-assets.ts";
import { databaseRights } from "../../src/storage/database-rights.ts";
import { openMemory } from "../../src/storage/embedded.ts";

const { THROWN = "", BODY = "" } = process.env;
const leaks = process.argv.includes("leak");

/** Everything that a log might take from an error holds the secret. */
function secretError(): Error {
  const error = new Error(`connect postgres://me:${THROWN}@db`, {
    cause: new Error(`inner ${THROWN}`),
  });
  return Object.assign(error, { name: THROWN, code: THROWN, query: THROWN, detail: THROWN });
}

const database = await openMemory();
await loadSamples(database);
const logger = createLogger("planted", "trace");
const tracing = await openTracing("planted", "1");
const store = databaseAssets(database);
const rights = databaseRights(database);
const devTokens = await createDevTokens();
const metrics = createMetrics();
const server = await startAssetsServer({
  store: {
    ...store,
    body: async (principal, project, asset, ...rest) => {
      if (asset === "first-aid.svg") throw secretError();
      // oxlint-disable-next-line no-throw-literal, typescript/only-throw-error -- some libraries do
      if (asset === "elevator.svg") throw `thrown ${THROWN}`;
      if (asset === "information.svg") return { mimeType: "text/plain", text: `body ${BODY}` };
      return store.body(principal, project, asset, ...rest);
    },
  },
  rights: {
    ...rights,
    permissions: async (principal, names, ...rest) => {
      if (principal === "vera") throw secretError();
      return rights.permissions(principal, names, ...rest);
    },
  },
  authenticate: async (request) => {
    if (request.headers.has("x-keys-away")) return { outcome: "unavailable", cause: secretError() };
    return devTokens.authenticate(request);
  },
  devTokens,
  hostname: "127.0.0.1",
  port: 0,
  logger,
  metrics,
  observer: (event) => {
    void tracing.observer(event, undefined as never);
    if (leaks && "cause" in event && event.cause !== undefined)
      logger.error({ err: event.cause }, "leaking");
  },
  around: {
    fetch: (inner) => async (request, caller) => {
      if (request.headers.has("x-boom")) throw secretError();
      return inner(request, caller);
    },
  },
});
process.stdout.write(`${server.url.href}\n`);
process.once("SIGTERM", () => {
  void server
    .close()
    .then(() => tracing.close())
    .then(() => database.close());
});
