import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startConformanceServer } from "../fixtures/conformance-server.ts";
import type { McpHost } from "../fixtures/mcp-hosts.ts";

const run = promisify(execFile);
const require = createRequire(import.meta.url);

const SHARED = [
  "resources-list",
  "resources-read-text",
  "resources-read-binary",
  "resources-templates-read",
  "dns-rebinding-protection",
];
const MODERN = [...SHARED, "sep-2164-resource-not-found", "caching"];

/** The official suites: 0.1.16 for revision 2025-11-25, 0.2.0-alpha.12 for both. */
const RUNS = [
  { sdk: "v1", suite: "conformance-2025", revision: "2025-11-25", scenarios: SHARED },
  { sdk: "v2", suite: "conformance-2025", revision: "2025-11-25", scenarios: SHARED },
  { sdk: "v1", suite: "conformance-2026", revision: "2025-11-25", scenarios: SHARED },
  { sdk: "v2", suite: "conformance-2026", revision: "2025-11-25", scenarios: SHARED },
  { sdk: "v2", suite: "conformance-2026", revision: "2026-07-28", scenarios: MODERN },
] as const;

describe.each(RUNS)(
  "[SDK-7] $suite, $revision, SDK $sdk",
  ({ sdk, suite, revision, scenarios }) => {
    let host: McpHost | undefined;
    beforeAll(async () => {
      host = await startConformanceServer(sdk);
    });
    afterAll(() => host?.close());

    test.each(scenarios)("%s", { timeout: 60_000 }, async (scenario) => {
      const { bin } = require(`${suite}/package.json`) as { bin: { conformance: string } };
      const command = require.resolve(`${suite}/${bin.conformance}`);
      const version = suite === "conformance-2026" ? ["--spec-version", revision] : [];
      const url = String(host?.url);
      const parameters = [command, "server", "--url", url, "--scenario", scenario, ...version];
      const { stdout } = await run(process.execPath, parameters).catch(
        (error: { stdout: string; stderr: string }) => {
          throw new Error(`${error.stdout}\n${error.stderr}`);
        },
      );
      expect(stdout).toMatch(/Passed: [1-9]\d*\/[1-9]\d*, 0 failed/);
    });
  },
);
