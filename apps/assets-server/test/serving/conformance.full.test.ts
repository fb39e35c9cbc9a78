// The official conformance suite's scenarios about a server as such, against this one over HTTP. Those about resources of
// fixed names run against a fixture (tests/test/conformance.full.test.ts).
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { createLogger } from "@org/serving";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SAMPLE_PRINCIPALS } from "../../src/access/sample-principals.ts";
import { loadSamples } from "../../src/samples.ts";
import { startAssetsServer, type AssetsServer } from "../../src/serving/assets-server.ts";
import { bearerNames } from "../../src/serving/bearer.ts";
import { databaseAssets } from "../../src/storage/database-assets.ts";
import { databaseRights } from "../../src/storage/database-rights.ts";
import type { Database } from "../../src/storage/database.ts";
import { openMemory } from "../../src/storage/embedded.ts";

const run = promisify(execFile);
// The suites are dependencies of tests/.
const suites = createRequire(new URL("../../../../tests/package.json", import.meta.url));

const SHARED = ["server-initialize", "ping", "tools-list", "resources-list"];
const RUNS = [
  ["conformance-2025", "2025-11-25", [...SHARED, "dns-rebinding-protection"]],
  ["conformance-2026", "2025-11-25", [...SHARED, "dns-rebinding-protection"]],
  [
    "conformance-2026",
    "2026-07-28",
    [
      "tools-list",
      "resources-list",
      "dns-rebinding-protection",
      "sep-2164-resource-not-found",
      "http-header-validation",
      "server-sse-multiple-streams",
    ],
  ],
] as const;

describe("the conformance suite, against assets-server", () => {
  let database: Database;
  let server: AssetsServer;
  beforeAll(async () => {
    database = await openMemory();
    await loadSamples(database);
    server = await startAssetsServer({
      store: databaseAssets(database),
      rights: databaseRights(database),
      authenticate: bearerNames(SAMPLE_PRINCIPALS),
      hostname: "127.0.0.1",
      port: 0,
      logger: createLogger("test", "silent"),
      around: {
        // The suite has no token to send: every request of it is Olivia's.
        fetch: (fetch) => (request, caller) => {
          const headers = new Headers(request.headers);
          headers.set("authorization", "Bearer demo-olivia");
          return fetch(new Request(request, { headers }), caller);
        },
      },
    });
  }, 120_000);
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  it.each(
    RUNS.flatMap(([suite, revision, scenarios]) =>
      scenarios.map((scenario) => [suite, revision, scenario] as const),
    ),
  )("%s, %s: %s", { timeout: 60_000 }, async (suite, revision, scenario) => {
    const { bin } = suites(`${suite}/package.json`) as { bin: { conformance: string } };
    const command = suites.resolve(`${suite}/${bin.conformance}`);
    const version = suite === "conformance-2026" ? ["--spec-version", revision] : [];
    const target = ["server", "--url", server.url.href, "--scenario", scenario, ...version];
    const { stdout } = await run(process.execPath, [command, ...target]).catch(
      (error: { stdout: string; stderr: string }) => {
        throw new Error(`${error.stdout}\n${error.stderr}`);
      },
    );
    expect(stdout).toMatch(/Passed: [1-9]\d*\/[1-9]\d*, 0 failed/);
  });
});
