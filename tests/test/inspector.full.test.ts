import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startConformanceServer } from "../fixtures/conformance-server.ts";
import type { McpHost } from "../fixtures/mcp-hosts.ts";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const inspector = join(
  dirname(require.resolve("@modelcontextprotocol/inspector/package.json")),
  "clients/launcher/build/index.js",
);
const stdioServer = fileURLToPath(new URL("../fixtures/stdio-server.ts", import.meta.url));

/** The Inspector's command line, with a home of its own: it keeps a catalogue there. */
async function inspect(home: string, target: readonly string[], ...options: string[]) {
  const { stdout } = await run(
    process.execPath,
    [inspector, "--cli", ...target, "--format", "json", ...options],
    { env: { ...process.env, HOME: home }, timeout: 60_000 },
  );
  const { result } = JSON.parse(stdout) as { result: unknown };
  return result;
}

const reading = (uri: string) => ["--method", "resources/read", "--uri", uri];

const HTTP = [
  { name: "SDK v1 over HTTP", sdk: "v1", era: "legacy" },
  { name: "SDK v2 over HTTP, 2025-11-25", sdk: "v2", era: "legacy" },
  { name: "SDK v2 over HTTP, 2026-07-28", sdk: "v2", era: "modern" },
] as const;

let home = "";
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "inspector-"));
});
afterAll(() => rm(home, { recursive: true, force: true }));

describe.each(HTTP)("[SDK-7] MCP Inspector's command line, $name", ({ sdk, era }) => {
  let host: McpHost | undefined;
  beforeAll(async () => {
    host = await startConformanceServer(sdk);
  });
  afterAll(() => host?.close());
  const ask = (...options: string[]) =>
    inspect(home, [String(host?.url), "--protocol-era", era], ...options);

  test("lists resources and templates", { timeout: 90_000 }, async () => {
    expect(await ask("--method", "resources/list")).toMatchObject({
      resources: [{ uri: "test://static-binary" }, { uri: "test://static-text" }],
    });
    expect(await ask("--method", "resources/templates/list")).toMatchObject({
      resourceTemplates: [{ uriTemplate: "test://template/{id}/data" }],
    });
  });

  test("reads text, a blob and through a template", { timeout: 90_000 }, async () => {
    expect(await ask(...reading("test://static-text"))).toMatchObject({
      contents: [
        { mimeType: "text/plain", text: expect.stringContaining("static text") as unknown },
      ],
    });
    expect(await ask(...reading("test://static-binary"))).toMatchObject({
      contents: [{ mimeType: "image/png", blob: expect.stringMatching(/^iVBORw0KGgo/) as unknown }],
    });
    expect(await ask(...reading("test://template/123/data"))).toMatchObject({
      contents: [{ text: expect.stringContaining("123") as unknown }],
    });
  });

  test("fails for what is not there", { timeout: 90_000 }, async () => {
    await expect(
      ask("--method", "resources/read", "--uri", "test://nothing"),
    ).rejects.toMatchObject({
      code: 1,
    });
  });
});

describe.each(["v1", "v2"])("[SDK-7] MCP Inspector's command line, SDK %s over stdio", (sdk) => {
  const target = [process.execPath, "--conditions=@org/source", stdioServer, sdk, "ann"];

  test("lists and reads", { timeout: 90_000 }, async () => {
    const launch = ["--", ...target];
    const list = await inspect(home, [], "--method", "resources/list", ...launch);
    const names = ["empty", "guide", "logo", "set", "whoami"]; // it follows the pages by itself
    expect(list).toMatchObject({ resources: names.map((name) => ({ name })) });
    expect(await inspect(home, [], ...reading("library://whoami"), ...launch)).toMatchObject({
      contents: [{ text: "ann" }],
    });
  });
});
