import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveHttp, type Served } from "./clients.ts";
import { scenery, startRecordedForgejo, TOKENS, type RecordedForgejo } from "./recorded-forgejo.ts";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const inspector = join(
  dirname(require.resolve("@modelcontextprotocol/inspector/package.json")),
  "clients/launcher/build/index.js",
);
const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const { repos, issues } = scenery;
const PRIVATE = `forgejo://repo/${repos.private.owner}/${repos.private.repo}`;

let home = "";
let forgejo: RecordedForgejo;
let served: Served;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "inspector-"));
  forgejo = await startRecordedForgejo();
  served = await serveHttp(new URL(forgejo.url));
});
afterAll(async () => {
  await served.close();
  await forgejo[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

/** MCP Inspector's command line, with a home of its own: it keeps a catalogue there. */
async function inspect(target: readonly string[], ...options: readonly string[]): Promise<unknown> {
  const { stdout } = await run(
    process.execPath,
    [inspector, "--cli", ...target, "--format", "json", ...options],
    { env: { ...process.env, HOME: home }, timeout: 100_000 },
  );
  return (JSON.parse(stdout) as { result: unknown }).result;
}

it("MCP Inspector's command line reads over stdio, with the process's token", async () => {
  const server = [process.execPath, "--conditions=@org/source", main, "stdio"];
  const settings = [`FORGEJO_URL=${forgejo.url}`, `FORGEJO_ACCESS_TOKEN=${TOKENS.owner}`];
  const target = [...server, ...settings.flatMap((setting) => ["-e", setting])];
  const uri = `${PRIVATE}/issue/${issues.private}`;
  expect(await inspect(target, "--method", "resources/read", "--uri", uri)).toMatchObject({
    contents: [{ mimeType: "application/json" }, { mimeType: "text/markdown" }],
  });
}, 300_000);

it("MCP Inspector's command line lists and reads over HTTP", async () => {
  const target = [served.url.href, "--protocol-era", "modern"];
  expect(await inspect(target, "--method", "resources/templates/list")).toMatchObject({
    resourceTemplates: expect.arrayContaining([
      expect.objectContaining({ uriTemplate: "forgejo://repo/{owner}/{repo}/issue/{index}" }),
    ]) as unknown,
  });
  await expect(
    inspect(target, "--method", "resources/read", "--uri", PRIVATE),
  ).rejects.toMatchObject({ code: expect.any(Number) as unknown });
}, 300_000);
