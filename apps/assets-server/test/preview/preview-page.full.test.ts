// The preview page as people get it: in Chromium, in a host that speaks MCP Apps through the official bridge, from the
// running server through the official client. Screenshots of its states go to `.results/preview/`.
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@org/serving";
import { deferred } from "@org/resources-testkit";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { SAMPLE_GRANTS, SAMPLE_PRINCIPALS } from "../../src/access/sample-principals.ts";
import { importProject } from "../../src/import/import-project.ts";
import { loadSamples } from "../../src/samples.ts";
import { startAssetsServer, type AssetsServer } from "../../src/serving/assets-server.ts";
import { bearerNames } from "../../src/serving/bearer.ts";
import { databaseAssets } from "../../src/storage/database-assets.ts";
import { databaseRights } from "../../src/storage/database-rights.ts";
import { databaseRightsEditor } from "../../src/storage/database-rights-editor.ts";
import { databaseShelf } from "../../src/storage/database-shelf.ts";
import type { Database } from "../../src/storage/database.ts";
import { openMemory } from "../../src/storage/embedded.ts";
import { startAppsHost, type AppsHost } from "./apps-host.ts";
import { CHROMIUM, launchChromium } from "./chromium.ts";
import { RAN, startHostileServer } from "./hostile-bundle.ts";
import {
  axeFindings,
  expectQuiet,
  inApp,
  namesOf,
  overflowOf,
  PATIENT,
  photograph,
  settled,
  showApp,
  statusOf,
  type Shown,
} from "./shown-app.ts";

const pageFile = new URL("../../dist/preview.html", import.meta.url);

describe.skipIf(!existsSync(CHROMIUM))(
  "the preview page in Chromium (apt-get install chromium)",
  () => {
    let database: Database;
    let gate: Promise<undefined> | undefined;
    let server: AssetsServer;
    let hostile: Awaited<ReturnType<typeof startHostileServer>>;
    let host: AppsHost;
    let browser: Browser;
    let context: BrowserContext | undefined;

    beforeAll(async () => {
      database = await openMemory();
      await loadSamples(database);
      await importEmpty(database, "new-project");
      const store = databaseAssets(database);
      server = await startAssetsServer({
        store: {
          ...store,
          body: async (...asked) => {
            await gate;
            return store.body(...asked);
          },
        },
        rights: databaseRights(database),
        authenticate: bearerNames(SAMPLE_PRINCIPALS),
        hostname: "127.0.0.1",
        port: 0,
        logger: createLogger("test", "silent"),
      });
      hostile = await startHostileServer(await readFile(pageFile, "utf8"));
      host = await startAppsHost((name) =>
        name === "nobody"
          ? { url: new URL(hostile.origin) }
          : { url: server.url, token: `demo-${name}` },
      );
      browser = await launchChromium();
    });
    afterEach(async () => {
      await context?.close();
    });
    afterAll(async () => {
      await browser?.close();
      await host?.close();
      await hostile?.close();
      await server?.close();
      await database?.close();
    });

    async function show(
      asked: Readonly<Record<string, string>>,
      { width = 1000 }: { readonly width?: number } = {},
    ): Promise<Shown> {
      context = await browser.newContext({
        viewport: { width, height: 760 },
        reducedMotion: "reduce",
      });
      return showApp(context, host, asked);
    }

    it("[APP-1] complete: every item is there, pictures drawn, and it says so", async () => {
      const shown = await show({ as: "olivia", project: "earth-and-sky" });
      await settled(shown);
      expect(await statusOf(shown)).toBe("Complete: 6 items.");
      expect(await namesOf(shown)).toEqual([
        "earth-at-night.jpg",
        "earth-by-day.jpg",
        "hubble-deep-field.webp",
        "leap-seconds.json",
        "leap-seconds.txt",
        "rocket.jpg",
      ]);
      const drawn = await inApp(
        shown,
        `[...document.querySelectorAll("canvas")].map((canvas) => {
          const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
          return [canvas.getAttribute("aria-label"), new Set(pixels).size > 16];
        })`,
      );
      expect(drawn).toEqual(
        ["earth-at-night.jpg", "earth-by-day.jpg", "hubble-deep-field.webp", "rocket.jpg"].map(
          (name) => [`Thumbnail of ${name}`, true],
        ),
      );
      expect(await shown.app.locator(".notice").count()).toBe(0);
      expect(await axeFindings(shown)).toEqual([]);
      expectQuiet(host, shown);
      await photograph(shown, "complete");
    });

    it("partial: the warning says what is missing by kind and number, and names nothing", async () => {
      const shown = await show({ as: "marco", project: "earth-and-sky" });
      await settled(shown);
      expect(await statusOf(shown)).toBe("Incomplete: 5 items here, 1 missing.");
      const notice = await shown.app
        .getByRole("region", { name: "This preview is not complete" })
        .innerText();
      expect(notice).toContain("1 item is not open to you.");
      expect(await shown.app.locator("body").innerHTML()).not.toContain("hubble-deep");
      expect(await axeFindings(shown)).toEqual([]);
      expectQuiet(host, shown);
      await photograph(shown, "partial");
    });

    it("empty: a project without items is no failure", async () => {
      const shown = await show({ as: "olivia", project: "new-project" });
      await settled(shown);
      expect(await statusOf(shown)).toBe("Complete. No items yet.");
      expect(await shown.app.locator(".empty").innerText()).toContain(
        "nothing to see in this project yet",
      );
      expect(await axeFindings(shown)).toEqual([]);
      expectQuiet(host, shown);
      await photograph(shown, "empty");
    });

    it("failure: an outsider learns that there is no such project for them, and nothing else", async () => {
      const shown = await show({ as: "otto", project: "earth-and-sky" });
      await settled(shown);
      const failure = shown.app.getByRole("region", { name: "There is no such project here" });
      expect(await failure.innerText()).toContain("not open to you");
      expect(await axeFindings(shown)).toEqual([]);
      expectQuiet(host, shown);
      await photograph(shown, "failure");
    });

    it("loading: what is coming is said and shaped; what takes long is said to; then it comes", async () => {
      const opened = deferred<undefined>();
      gate = opened.promise;
      const shown = await show({ as: "olivia", project: "earth-and-sky" });
      await shown.app.locator('main[data-state="loading"]').waitFor();
      expect(await statusOf(shown)).toMatch(/^(?:Reading the project…|Still reading)/);
      expect(await axeFindings(shown)).toEqual([]);
      await photograph(shown, "loading");
      await shown.app.getByText("This takes longer than usual").waitFor();
      expect(await axeFindings(shown)).toEqual([]);
      opened.resolve(undefined);
      await settled(shown);
      expect(await statusOf(shown)).toBe("Complete: 6 items.");
      expectQuiet(host, shown);
    });

    it("dark and narrow: follows the host's theme, when it changes too, and nothing sticks out", async () => {
      const shown = await show({ as: "olivia", project: "café", theme: "dark" }, { width: 360 });
      await settled(shown);
      const ground = () => inApp(shown, `getComputedStyle(document.body).backgroundColor`);
      expect(await ground()).toBe("rgb(23, 24, 27)");
      expect(await overflowOf(shown)).toBe(0);
      expect(await axeFindings(shown)).toEqual([]);
      await photograph(shown, "dark-narrow");
      await shown.page.evaluate(`host.setContext({ theme: "light" })`);
      await expect.poll(ground, PATIENT).toBe("rgb(255, 255, 255)");
      expect(await axeFindings(shown)).toEqual([]);
      await shown.page.setViewportSize({ width: 240, height: 700 });
      expect(await overflowOf(shown)).toBe(0);
      expectQuiet(host, shown);
    });

    it("refresh reads again with today's rights, by keyboard, keeping the focus", async () => {
      const shown = await show({ as: "olivia", project: "earth-and-sky" });
      await settled(shown);
      const rights = databaseRightsEditor(database);
      const revoked = [
        ...SAMPLE_GRANTS.revoked,
        { principal: "olivia", project: "earth-and-sky", asset: "rocket.jpg" },
      ];
      await rights.replaceAll({ ...SAMPLE_GRANTS, roles: withNewProject(), revoked });
      await shown.page.keyboard.press("Tab");
      const button = shown.app.getByRole("button", { name: "Read again" });
      await button.focus();
      await shown.page.keyboard.press("Enter");
      await expect
        .poll(() => statusOf(shown), PATIENT)
        .toBe("Incomplete: 5 items here, 1 missing.");
      expect(await inApp(shown, `document.activeElement.id`)).toBe("refresh");
      await rights.replaceAll({ ...SAMPLE_GRANTS, roles: [] });
      await shown.page.keyboard.press("Space");
      await expect.poll(() => statusOf(shown), PATIENT).toBe("There is no such project here.");
      expect(await namesOf(shown)).toEqual([]);
      await rights.replaceAll({ ...SAMPLE_GRANTS, roles: withNewProject() });
      await shown.page.keyboard.press("Enter");
      await expect.poll(() => statusOf(shown), PATIENT).toBe("Complete: 6 items.");
      expectQuiet(host, shown);
    });

    it("a server that is gone fails in words, and what was shown is not left standing; it comes back", async () => {
      const shown = await show({ as: "olivia", project: "café" });
      await settled(shown);
      await shown.page.route("**/as/**", (route) => route.abort());
      const button = shown.app.getByRole("button", { name: "Read again" });
      await button.click();
      await shown.app.getByRole("region", { name: "The project could not be read" }).waitFor();
      expect(await namesOf(shown)).toEqual([]);
      expect(await axeFindings(shown)).toEqual([]);
      await shown.page.unroute("**/as/**");
      await button.click();
      await expect.poll(() => statusOf(shown), PATIENT).toBe("Complete: 5 items.");
    });

    it("a host that passes only tool calls on shows the same, and one that passes nothing on what it was given", async () => {
      const byTool = await show({ as: "marco", project: "earth-and-sky", can: "tools" });
      await settled(byTool);
      expect(await statusOf(byTool)).toBe("Incomplete: 5 items here, 1 missing.");
      expect(await byTool.app.locator("canvas").count()).toBe(3);
      expectQuiet(host, byTool);
      await context?.close();
      const byResult = await show({ as: "marco", project: "earth-and-sky", can: "" });
      await settled(byResult);
      expect(await statusOf(byResult)).toBe("Incomplete: 5 items here, 1 missing.");
      expect(await namesOf(byResult)).toHaveLength(5);
      expect(await byResult.app.getByRole("button").count()).toBe(0);
      expect(await axeFindings(byResult)).toEqual([]);
      expectQuiet(host, byResult);
      await context?.close();
      const outsider = await show({ as: "otto", project: "earth-and-sky", can: "" });
      await settled(outsider);
      expect(await statusOf(outsider)).toBe("There is no such project here.");
      expect(await outsider.app.locator("h1").textContent()).toBe("earth-and-sky");
    });

    it("the 2025 revision shows the same; a call that is cancelled says so", async () => {
      const shown = await show({ as: "olivia", project: "wayfinding", mode: "legacy" });
      await settled(shown);
      expect(await statusOf(shown)).toMatch(/^Complete: \d+ items\.$/);
      await shown.page.evaluate(`host.cancel()`);
      await expect.poll(() => statusOf(shown), PATIENT).toBe("The preview was cancelled.");
      expectQuiet(host, shown);
    });

    describe("what means harm shows as data and never runs", () => {
      it("HTML, SVG, false types, bombs, torn pictures, names and reports", async () => {
        const shown = await show({ as: "nobody", project: "hostile" });
        await settled(shown);
        await shown.app.getByText("This picture is damaged.").waitFor();
        expect(await ranIn(shown)).toEqual([]);
        // Of all that claims to be a picture, one is.
        const drawn = shown.app.getByRole("img");
        expect(await drawn.evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual([
          "Thumbnail of sound.png",
        ]);
        expect(
          await shown.app
            .locator("script:not([type=module]), img, iframe, object, embed, a, svg svg, image")
            .count(),
        ).toBe(0);
        expect(await shown.app.locator("body").innerText()).not.toMatch(
          /secret|\p{Cf}|(?!\n)\p{Cc}/u,
        );
        expect(await shown.app.locator("body").innerText()).toContain(
          "9,007,199,254,740,991 more items are missing.",
        );
        expect(await axeFindings(shown)).toEqual([]);
        expectQuiet(host, shown);
        await photograph(shown, "hostile");
      });

      it("a script that got into the page in spite of all that would not run: the page's own policy names its one", async () => {
        const shown = await show({ as: "olivia", project: "café" });
        await settled(shown);
        await inApp(
          shown,
          `for (const [name, member, value] of [["script", "textContent", "${RAN} = 1"], ["style", "textContent", "* { display: none }"], ["img", "src", "https://example.invalid/x.png"]])
            document.body.append(Object.assign(document.createElement(name), { [member]: value }))`,
        );
        await expect.poll(() => shown.complaints.length, PATIENT).toBeGreaterThanOrEqual(3);
        expect(await ranIn(shown)).toEqual([]);
        const refused = shown.complaints.join(" ");
        for (const kind of ["script-src", "style-src", "img-src"]) expect(refused).toContain(kind);
        // What would be seen if one had.
        await inApp(shown, `globalThis.${RAN} = 1`);
        expect(await ranIn(shown)).toEqual(["about:srcdoc"]);
      });

      it.each([
        ["many", "5,000 items."],
        ["giant", "2 items."],
        ["marks", "1 item."],
        ["broken", "The project could not be read."],
        ["none", "The project could not be read."],
        ["report", "Incomplete: 0 items here, others are missing."],
      ])("%s", async (project, said) => {
        const shown = await show({ as: "nobody", project }, { width: 400 });
        await settled(shown);
        expect(await statusOf(shown)).toBe(said);
        expect(await overflowOf(shown)).toBe(0);
        expect(await inApp(shown, `document.body.offsetHeight < 40000`)).toBe(true);
        expect(await axeFindings(shown)).toEqual([]);
        if (project === "marks") await photograph(shown, "marks");
      });
    });
  },
);

/** The sample roles, and the owner's of the project that has nothing in it. */
function withNewProject() {
  return [
    ...SAMPLE_GRANTS.roles,
    { principal: "olivia", project: "new-project", role: "owner" as const },
  ];
}

async function importEmpty(database: Database, project: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "empty-project-"));
  await writeFile(join(folder, "about.md"), "# New project\n\nOpened today; pictures follow.\n");
  await database.claimProject(project, (write) =>
    importProject(folder, { project, shelf: databaseShelf(write, project) }),
  );
  await databaseRightsEditor(database).replaceAll({ ...SAMPLE_GRANTS, roles: withNewProject() });
  await rm(folder, { recursive: true });
}

/** Every frame in which hostile code has run. */
async function ranIn({ page }: Shown): Promise<readonly string[]> {
  const frames = page.frames();
  const ran = await Promise.all(frames.map((frame) => frame.evaluate(`"${RAN}" in globalThis`)));
  return frames.filter((_, index) => ran[index] === true).map((frame) => frame.url());
}
