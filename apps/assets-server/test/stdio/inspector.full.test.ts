import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

const run = promisify(execFile);
const inspector = join(
  dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/inspector/package.json")),
  "clients/launcher/build/index.js",
);
const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

let home = "";
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "inspector-"));
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** MCP Inspector's command line, which starts the program over stdio, as its users do. */
async function inspect(...options: readonly string[]): Promise<unknown> {
  const server = [process.execPath, "--conditions=@org/source", main, "stdio"];
  const { stdout } = await run(
    process.execPath,
    [inspector, "--cli", ...server, "--format", "json", "-e", "PRINCIPAL=olivia", ...options],
    { env: { ...process.env, HOME: home }, timeout: 100_000 },
  );
  return (JSON.parse(stdout) as { result: unknown }).result;
}

it("MCP Inspector's command line lists and reads", async () => {
  expect(await inspect("--method", "resources/templates/list")).toMatchObject({
    resourceTemplates: expect.arrayContaining([
      expect.objectContaining({ uriTemplate: "bundle://projects/{project}/preview" }),
    ]) as unknown,
  });
  expect(
    await inspect("--method", "resources/read", "--uri", "bundle://projects/wayfinding/preview"),
  ).toMatchObject({ contents: [{ mimeType: "text/markdown" }, {}, {}, {}, {}, {}, {}] });
  expect(await inspect("--method", "tools/call", "--tool-name", "list_projects")).toMatchObject({
    structuredContent: { total: 3 },
  });
  await expect(
    inspect("--method", "resources/read", "--uri", "bundle://projects/none/preview"),
  ).rejects.toMatchObject({ code: expect.any(Number) as unknown });
}, 300_000);
