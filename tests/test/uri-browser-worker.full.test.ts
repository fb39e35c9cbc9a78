// @org/resources-uri as users install it, in a module worker of a browser: the tarball is unpacked, its entry served from
// loopback, and thousands of inputs get the very verdicts that Node gives them.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import fc from "fast-check";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const executablePath = "/usr/bin/chromium";
const packageFolder = fileURLToPath(new URL("../../packages/uri/", import.meta.url));
const temp = mkdtempSync(join(tmpdir(), "uri-browser-"));

function run(command: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: packageFolder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`);
}

/** The one file that the entry is, out of the tarball. */
function packedEntry(): string {
  run("pnpm", ["pack", "--pack-destination", temp]);
  const tarball = readdirSync(temp).find((file) => file.endsWith(".tgz"));
  run("tar", ["-xzf", join(temp, tarball ?? ""), "-C", temp]);
  return join(temp, "package", "dist", "index.js");
}

const verdictsFile = new URL("../fixtures/uri-verdicts.mjs", import.meta.url);

const pieces = [
  "a",
  "c",
  "/",
  "/",
  "//",
  "x://h/",
  "X://h/",
  ":",
  "?",
  "#",
  "[::1]",
  "@",
  "%2e",
  "..",
  "%C3%A9",
  "%ED%A0%80",
  "%zz",
  "%61",
  "é",
  "\uD800",
  "{a}",
  " ",
  "http://",
  "mcp-warning:",
  "65536",
  "\u{1F600}",
];
const inputs: readonly string[] = [
  ...fc.sample(
    fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join("")),
    { numRuns: 3000, seed: 7 },
  ),
  ...fc.sample(
    fc
      .array(fc.constantFrom(...pieces), { maxLength: 4 })
      .map((parts) => `x://h/${parts.join("")}`),
    { numRuns: 3000, seed: 7 },
  ),
  ...fc.sample(fc.string({ unit: "binary" }), { numRuns: 500, seed: 7 }),
];

describe.skipIf(!existsSync(executablePath))("in a browser's module worker", () => {
  let server: Server;
  let browser: Browser;
  let origin: string;
  let entry: string;
  const requested: string[] = [];

  beforeAll(async () => {
    entry = packedEntry();
    const files: Readonly<Record<string, readonly [string, string]>> = {
      "/": ["text/html", "<!doctype html><title>worker</title>"],
      "/index.js": ["text/javascript", readFileSync(entry, "utf8")],
      "/verdicts.js": ["text/javascript", readFileSync(verdictsFile, "utf8")],
      "/worker.js": [
        "text/javascript",
        `import * as uri from "/index.js";
         import { verdicts } from "/verdicts.js";
         onmessage = ({ data }) => postMessage(verdicts(uri, data));`,
      ],
    };
    server = createServer((request, response) => {
      requested.push(request.url ?? "");
      const file = files[request.url ?? ""];
      response.writeHead(file === undefined ? 404 : 200, {
        "content-type": file?.[0] ?? "text/plain",
      });
      response.end(file?.[1]);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await chromium.launch({
      executablePath,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    server?.close();
    rmSync(temp, { recursive: true, force: true });
  });

  it("gives every input the verdict that Node gives it", { timeout: 120_000 }, async () => {
    const page = await browser.newPage();
    await page.goto(origin);
    const there = await page.evaluate(async (data) => {
      const worker = new Worker("/worker.js", { type: "module" });
      return await new Promise<string>((resolve, reject) => {
        worker.addEventListener("message", (event) => {
          resolve(JSON.stringify(event.data));
        });
        worker.addEventListener("error", (event) => {
          reject(new Error(event.message));
        });
        // A worker is no window: there is no origin to name.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        worker.postMessage(data);
      });
    }, inputs);

    const api: unknown = await import(/* @vite-ignore */ pathToFileURL(entry).href);
    const { verdicts } = (await import(verdictsFile.href)) as {
      verdicts: (uri: unknown, inputs: readonly string[]) => unknown;
    };
    const here = JSON.stringify(verdicts(api, inputs));
    expect(JSON.parse(there)).toEqual(JSON.parse(here));
    expect(JSON.parse(there)).toHaveLength(inputs.length);
    // The entry is one file, without imports.
    expect(requested.filter((path) => path !== "/favicon.ico").toSorted()).toEqual([
      "/",
      "/index.js",
      "/verdicts.js",
      "/worker.js",
    ]);
  });
});
