import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { BrowserContext, FrameLocator, Page } from "playwright-core";
import { expect } from "vitest";
import type { AppsHost } from "./apps-host.ts";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const results = fileURLToPath(new URL("../../../../.results/preview/", import.meta.url));

/** For polls: two busy cores also run a browser. */
export const PATIENT = { timeout: 20_000 };

/** An app that is shown: where it is, and what it asked the network for or complained about. */
export interface Shown {
  readonly page: Page;
  readonly app: FrameLocator;
  readonly requested: readonly string[];
  readonly complaints: readonly string[];
}

/** Opens the host's page. */
export async function showApp(
  context: BrowserContext,
  host: AppsHost,
  asked: Readonly<Record<string, string>>,
): Promise<Shown> {
  const page = await context.newPage();
  const requested: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) requested.push(request.url());
  });
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    // A client of the 2025 revision asks for a stream that a stateless server does not have.
    const ofServer = message.location().url.startsWith(`${host.origin}/as/`);
    const bad = message.type() === "error" || message.type() === "warning";
    if (bad && !ofServer) complaints.push(message.text());
  });
  await page.goto(host.page(asked));
  return { page, app: page.frameLocator("#sandbox").frameLocator("iframe"), requested, complaints };
}

/** What an expression comes to in the app's own document. */
export async function inApp({ page }: Shown, expression: string): Promise<unknown> {
  const frame = page
    .frames()
    .find((candidate) => candidate.parentFrame()?.parentFrame() === page.mainFrame());
  if (frame === undefined) throw new Error("no app");
  return frame.evaluate(expression);
}

/** Waits until nothing is on its way and every picture is drawn. */
export async function settled(shown: Shown): Promise<void> {
  await shown.app.locator('main[aria-busy="false"]').waitFor();
  await expect
    .poll(
      () => inApp(shown, `document.querySelectorAll("canvas:not([data-painted])").length`),
      PATIENT,
    )
    .toBe(0);
}

/** The line under the heading. */
export function statusOf({ app }: Shown): Promise<string | null> {
  return app.locator("#status").textContent();
}

/** The names of the items, in order. */
export function namesOf({ app }: Shown): Promise<readonly string[]> {
  return app.locator("figcaption .name").allTextContents();
}

/** By how much the app is wider than its frame. */
export function overflowOf(shown: Shown): Promise<unknown> {
  return inApp(
    shown,
    `document.documentElement.scrollWidth - document.documentElement.clientWidth`,
  );
}

/** What axe finds in the app's own document: all rules, best practices included. */
export async function axeFindings(shown: Shown): Promise<unknown> {
  await inApp(shown, await readFile(axe, "utf8"));
  return inApp(
    shown,
    `axe.run(document).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`,
  );
}

/** Nothing but the host's own pages and its server was asked for, and nothing was refused or went wrong. */
export function expectQuiet(host: AppsHost, { requested, complaints }: Shown): void {
  const own = new Set([host.origin, host.sandbox]);
  expect(requested.filter((url) => !own.has(new URL(url).origin))).toEqual([]);
  const inSandbox = requested.filter((url) => url.startsWith(host.sandbox));
  expect(inSandbox.map((url) => new URL(url).pathname)).toEqual(["/", "/sandbox.js"]);
  expect(complaints).toEqual([]);
}

/** Keeps a screenshot of an app for whoever looks at a run of CI. */
export async function photograph(shown: Shown, name: string): Promise<void> {
  // The host gives the app the height that it asks for.
  const HIDDEN = `document.documentElement.scrollHeight - innerHeight`;
  await expect.poll(() => inApp(shown, HIDDEN), PATIENT).toBeLessThanOrEqual(0);
  await photographPage(shown.page, name);
}

/** The same of any page. It is made as high as its content first: frames of other processes are painted late otherwise. */
export async function photographPage(page: Page, name: string): Promise<void> {
  await mkdir(results, { recursive: true });
  const height = Number(await page.evaluate(`document.documentElement.scrollHeight`));
  const { width = 1000 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width, height });
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${results}${name}.png`, animations: "disabled" });
}
