// The official suites' server-level scenarios against the real program. They know no tokens: a proxy adds one.
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const program = fileURLToPath(new URL("../../apps/assets-server/src/main.ts", import.meta.url));

/** Passes every request on as it is, as somebody who has a token. */
async function startTokenProxy(target: URL, authorization: string): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const upstream = request(
      new URL(incoming.url ?? "/", target),
      // The `Host` that was asked for goes along: what is wrong with it, the server has to see.
      { method: incoming.method, headers: { ...incoming.headers, authorization } },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    upstream.once("error", () => outgoing.destroy());
    outgoing.once("close", () => upstream.destroy());
    incoming.pipe(upstream);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const SCENARIOS = ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"];

describe("assets-server", () => {
  let child: ChildProcess;
  let proxy: Server;
  let url = "";
  beforeAll(async () => {
    const one = spawn(
      process.execPath,
      ["--conditions=@org/source", program, "serve", "--dev", "--port", "0"],
      { env: { PATH: process.env["PATH"] ?? "", LOG_LEVEL: "error" } },
    );
    child = one;
    let stdout = "";
    one.stdout.on("data", (data) => (stdout += String(data)));
    while (!stdout.includes("Stop with Ctrl-C.")) {
      if (one.exitCode !== null) throw new Error("the server ended");
      // oxlint-disable-next-line no-await-in-loop
      await Promise.race([once(one.stdout, "data"), once(one, "close")]);
    }
    const { mcpServers } = JSON.parse(/^\{[^]*^\}$/m.exec(stdout)?.[0] ?? "") as {
      mcpServers: { assets: { url: string; headers: { Authorization: string } } };
    };
    const { headers, ...assets } = mcpServers.assets;
    proxy = await startTokenProxy(new URL(assets.url), headers.Authorization);
    const address = proxy.address();
    url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/mcp`;
  }, 60_000);
  afterAll(async () => {
    proxy.close();
    proxy.closeAllConnections();
    const ended = once(child, "close");
    child.kill("SIGTERM");
    await ended;
  });

  const runs = [
    { suite: "conformance-2025", revision: "2025-11-25", scenarios: SCENARIOS },
    { suite: "conformance-2026", revision: "2025-11-25", scenarios: SCENARIOS },
    {
      suite: "conformance-2026",
      revision: "2026-07-28",
      scenarios: ["tools-list", "dns-rebinding-protection", "sep-2164-resource-not-found"],
    },
  ].flatMap(({ scenarios, ...each }) => scenarios.map((scenario) => ({ ...each, scenario })));

  test.each(runs)(
    "$scenario, $suite, $revision",
    { timeout: 60_000 },
    async ({ suite, revision, scenario }) => {
      const { bin } = require(`${suite}/package.json`) as { bin: { conformance: string } };
      const command = require.resolve(`${suite}/${bin.conformance}`);
      const version = suite === "conformance-2026" ? ["--spec-version", revision] : [];
      const parameters = [command, "server", "--url", url, "--scenario", scenario, ...version];
      const { stdout } = await run(process.execPath, parameters).catch(
        (error: { stdout: string; stderr: string }) => {
          throw new Error(`${error.stdout}\n${error.stderr}`);
        },
      );
      expect(stdout).toMatch(/Passed: [1-9]\d*\/[1-9]\d*, 0 failed/);
    },
  );
});
