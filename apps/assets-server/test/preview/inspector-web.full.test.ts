// MCP Inspector's web UI, a client that we did not write: it lists and reads this server, and shows the preview page in
// its own sandbox.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createLogger } from "@org/serving";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SAMPLE_PRINCIPALS } from "../../src/access/sample-principals.ts";
import { loadSamples } from "../../src/samples.ts";
import { startAssetsServer, type AssetsServer } from "../../src/serving/assets-server.ts";
import { bearerNames } from "../../src/serving/bearer.ts";
import { databaseAssets } from "../../src/storage/database-assets.ts";
import { databaseRights } from "../../src/storage/database-rights.ts";
import type { Database } from "../../src/storage/database.ts";
import { openMemory } from "../../src/storage/embedded.ts";
import { CHROMIUM, launchChromium } from "./chromium.ts";
import { PATIENT, photographPage } from "./shown-app.ts";

const require = createRequire(import.meta.url);
const inspector = join(
  dirname(require.resolve("@modelcontextprotocol/inspector/package.json")),
  "clients/launcher/build/index.js",
);

describe.skipIf(!existsSync(CHROMIUM))("MCP Inspector's web UI (apt-get install chromium)", () => {
  let database: Database;
  let server: AssetsServer;
  let home: string;
  let launched: ChildProcess;
  let browser: Browser;
  let page: Page;

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
    });
    home = await mkdtemp(join(tmpdir(), "inspector-"));
    const [clientPort, sandboxPort, appPort] = await freePorts(3);
    launched = spawn(
      process.execPath,
      [
        inspector,
        "--web",
        "--transport",
        "http",
        "--server-url",
        server.url.href,
        "--header",
        "Authorization: Bearer demo-marco",
        "--protocol-era",
        "auto",
      ],
      {
        stdio: ["ignore", "pipe", "ignore"],
        env: {
          PATH: process.env["PATH"],
          HOME: home,
          MCP_AUTO_OPEN_ENABLED: "false",
          MCP_INSPECTOR_SECRET_STORE: "memory",
          CLIENT_PORT: clientPort,
          MCP_SANDBOX_PORT: sandboxPort,
          MCP_APP_ORIGIN_PORT: appPort,
        },
      },
    );
    const address = await printed(launched, /http:\/\/\S*MCP_INSPECTOR_API_TOKEN=\S+/);
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 1300, height: 1100 } });
    await page.goto(address);
    await page.getByRole("switch", { name: /^Connect or disconnect/ }).click({ force: true });
    await page.getByText("Connected", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Close monitoring sidebar" }).click();
  });
  afterAll(async () => {
    await browser?.close();
    launched?.kill();
    await server?.close();
    await database?.close();
    await rm(home, { recursive: true, force: true });
  });

  it("[SDK-7] lists resources and templates, and reads one", async () => {
    await page.getByText("Resources", { exact: true }).click();
    await page.getByRole("button", { name: "URIs (2)" }).waitFor();
    await page.getByRole("button", { name: "Templates (4)" }).waitFor();
    await page.getByRole("button", { name: "Guide to this server" }).click();
    await page.getByRole("heading", { name: "Project assets" }).waitFor();
    expect(
      await page.getByRole("cell", { name: "bundle://projects/{project}/preview" }).count(),
    ).toBe(1);
  });

  it("[APP-1] shows the preview page as an app, partial as it is for its user", async () => {
    await page.getByText("Apps", { exact: true }).click();
    await page.getByText("Show a project", { exact: true }).click();
    await page.getByRole("textbox", { name: "project" }).fill("earth-and-sky");
    await page.getByRole("button", { name: "Open App" }).click();
    await expect
      .poll(async () => inAnyFrame(page, STATUS), PATIENT)
      .toBe("Incomplete: 5 items here, 1 missing.");
    // Its policy allows no picture to be loaded, not even from the page itself.
    await expect
      .poll(
        () =>
          inAnyFrame(page, `document.querySelectorAll("canvas[data-painted]").length || undefined`),
        PATIENT,
      )
      .toBe(3);
    await photographPage(page, "inspector");
  });
});

const STATUS = `document.querySelector("main[data-state] #status")?.textContent`;

/** What an expression comes to in the preview page, wherever the Inspector has put it. */
async function inAnyFrame(page: Page, expression: string): Promise<unknown> {
  const found = await Promise.all(
    page.frames().map((frame) => frame.evaluate(expression).catch(() => undefined)),
  );
  return found.find((value) => value !== undefined);
}

/** The Inspector derives its origins from fixed ports, and takes none of the system's choosing. */
async function freePorts(count: number): Promise<readonly string[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(
    servers.map((server) => new Promise((resolve) => server.once("listening", resolve))),
  );
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === "object" && address !== null ? String(address.port) : "";
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** What a process prints that fits. Rejects if it ends without. */
async function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = "";
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    const match = pattern.exec(output)?.[0];
    if (match !== undefined) return match;
  }
  throw new Error(`ended without printing ${String(pattern)}: ${output}`);
}
