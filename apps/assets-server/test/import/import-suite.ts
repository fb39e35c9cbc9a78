import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AssetStore } from "../../src/assets/asset-store.ts";
import { summaryLines } from "../../src/import/import-command.ts";
import { ImportError } from "../../src/import/import-error.ts";
import { importProject, type ImportOptions } from "../../src/import/import-project.ts";
import { loadSamples } from "../../src/samples.ts";
import { databaseAssets } from "../../src/storage/database-assets.ts";
import { databaseRights } from "../../src/storage/database-rights.ts";
import { databaseRightsEditor } from "../../src/storage/database-rights-editor.ts";
import { databaseShelf } from "../../src/storage/database-shelf.ts";
import type { Database } from "../../src/storage/database.ts";
import { dumpOf } from "../storage/dump.ts";

/** What an import does, on every database that this program runs on. */
export function importSuite(open: () => Promise<Database>): void {
  let database: Database;
  let store: AssetStore;
  let directory = "";

  beforeAll(async () => {
    database = await open();
    store = databaseAssets(database);
    directory = await realpath(await mkdtemp(join(tmpdir(), "import-")));
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await rm(directory, { recursive: true });
  });

  const importInto = (
    project: string,
    path: string,
    options: Partial<ImportOptions> = {},
  ): ReturnType<typeof importProject> =>
    importProject(path, {
      project,
      shelf: databaseShelf(database.write, project),
      owner: "ann",
      ...options,
    });

  async function folder(
    name: string,
    files: Readonly<Record<string, string | Uint8Array>>,
  ): Promise<string> {
    const path = join(directory, name);
    await mkdir(path);
    await Promise.all(
      Object.entries(files).map(([file, content]) => writeFile(join(path, file), content)),
    );
    return path;
  }

  async function bodies(project: string, id: string) {
    const original = await store.body("olivia", project, id, "original");
    const thumbnail = await store.body("olivia", project, id, "thumbnail");
    return { original, thumbnail, isImage: original?.mimeType.startsWith("image/") === true };
  }

  describe("the shipped samples", () => {
    it("are imported with types by content and names kept, and the broken image is reported", async () => {
      expect(await loadSamples(database)).toEqual({
        projects: 3,
        assets: 17,
        skipped: [
          { file: "wayfinding/no-entry.png", reason: "the image is damaged and cannot be read" },
        ],
      });
      const described = await Promise.all(
        ["café", "earth-and-sky", "wayfinding"].map(async (project) => {
          const ids = await store.assetIds("olivia", project);
          const assets = await Promise.all(ids.map((id) => store.asset("olivia", project, id)));
          return {
            title: (await store.project("olivia", project))?.title,
            assets: assets.map((asset) => `${asset?.id} ${asset?.mimeType}`),
          };
        }),
      );
      expect(described).toEqual([
        {
          title: "Café",
          assets: [
            "Menü.txt text/plain",
            "Ziegelmauer.png image/png",
            "café-crème.webp image/webp",
            "chelsea.jpg image/jpeg",
            "草.webp image/webp",
          ],
        },
        {
          title: "Earth and sky",
          assets: [
            "earth-at-night.jpg image/jpeg",
            "earth-by-day.jpg image/jpeg",
            "hubble-deep-field.webp image/webp",
            "leap-seconds.json application/json",
            "leap-seconds.txt text/plain",
            "rocket.jpg image/jpeg",
          ],
        },
        {
          title: "Wayfinding",
          assets: [
            "catalogue.json application/json",
            "coffee-shop.png image/png",
            "elevator.svg image/svg+xml",
            "first-aid.svg image/svg+xml",
            "information.svg image/svg+xml",
            "lost-and-found.webp image/webp",
          ],
        },
      ]);
    });

    it("have thumbnails: small WebP pictures without metadata, and excerpts of texts", async () => {
      const all = await Promise.all(
        ["café", "earth-and-sky", "wayfinding"].map(async (project) =>
          Promise.all((await store.assetIds("olivia", project)).map((id) => bodies(project, id))),
        ),
      );
      const ofImages = all.flat().filter(({ isImage }) => isImage);
      const ofTexts = all.flat().filter(({ isImage }) => !isImage);
      expect([ofImages.length, ofTexts.length]).toEqual([13, 4]);
      const made = await Promise.all(
        ofImages.map(({ thumbnail }) => sharp(thumbnail?.bytes).metadata()),
      );
      for (const { format, width, height, exif, xmp } of made) {
        expect({ format, exif, xmp }).toEqual({ format: "webp" });
        expect(Math.max(width, height)).toBeLessThanOrEqual(160);
      }
      for (const { original, thumbnail } of ofTexts) {
        const excerpt = thumbnail?.text?.replace(/…$/, "") ?? "";
        expect(excerpt.length).toBeGreaterThan(0);
        expect(original?.text?.startsWith(excerpt)).toBe(true);
        expect(thumbnail?.mimeType).toBe("text/plain");
      }
    });
  });

  describe("awkward files", () => {
    it("are told by content, or reported with reasons and left out", async () => {
      const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: "#0a0" } })
        .png()
        .toBuffer();
      const odd = await folder("odd", {
        "really-a-png.jpg": png,
        "not.json": "{ this is no JSON",
        "not.svg": "<html>no drawing</html>",
        "binary.txt": new Uint8Array([1, 0, 2]),
        "latin1.txt": new Uint8Array([0x67, 0x72, 0xfc, 0xdf, 0x65]),
        "empty.txt": "",
        "back\\slash.txt": "x",
        "e\u0301.txt": "decomposed",
        "é.txt": "composed",
        ".hidden": "x",
        "huge.bin": new Uint8Array(4 * 1024 * 1024 + 1),
        "largest.bin": new Uint8Array(4 * 1024 * 1024),
        "cut.png": png.subarray(0, png.length - 20),
        "bomb.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"></svg>',
        "about.md": new Uint8Array([0xff]),
      });
      await mkdir(join(odd, "folder"));
      await writeFile(join(directory, "outside.txt"), "outside");
      await symlink("/etc/passwd", join(odd, "link-away.txt"));
      await symlink("../outside.txt", join(odd, "link-up.txt"));
      await symlink("nowhere", join(odd, "link-broken.txt"));
      await symlink("empty.txt", join(odd, "link-within.txt"));
      await symlink("link-loop.txt", join(odd, "link-loop.txt"));
      execFileSync("mkfifo", [join(odd, "pipe")]);
      const { added, skipped, hidden, ...rest } = await importInto("odd", odd);
      const types = await Promise.all(
        added.map(async (id) => [id, (await store.asset("ann", "odd", id))?.mimeType]),
      );
      expect(Object.fromEntries(types)).toEqual({
        "really-a-png.jpg": "image/png",
        "not.json": "text/plain",
        "not.svg": "text/plain",
        "binary.txt": "application/octet-stream",
        "latin1.txt": "application/octet-stream",
        "empty.txt": "text/plain",
        "é.txt": "text/plain",
        "largest.bin": "application/octet-stream",
        "link-within.txt": "text/plain",
      });
      expect(Object.fromEntries(skipped.map((s) => [s.file, s.reason]))).toEqual({
        "back\\slash.txt": "its name holds a backslash",
        "é.txt": "another file has the same name",
        "huge.bin": "it is larger than 4 MiB",
        "cut.png": "the image is damaged and cannot be read",
        "bomb.svg": "the image has too many pixels",
        "about.md": "it is no text in UTF-8",
        folder: "it is a folder",
        pipe: "it is not a regular file",
        "link-away.txt": "it is a link that leaves the directory",
        "link-up.txt": "it is a link that leaves the directory",
        "link-broken.txt": "it is a link that leads nowhere, or was removed meanwhile",
        "link-loop.txt": "it is a link that leads nowhere",
      });
      expect(hidden).toBe(1);
      expect(rest).toMatchObject({ project: "new", missing: [], interrupted: false });
      expect((await store.project("ann", "odd"))?.about).toBe("# odd\n");
    });

    it("are no reason to start where the directory cannot be read", async () => {
      await expect(importInto("gone", join(directory, "missing"))).rejects.toThrow(ImportError);
      expect(await store.project("ann", "gone")).toBeUndefined();
    });
  });

  describe("a second import", () => {
    const files = { "a.txt": "a", "b.txt": "b", "c.txt": "c", "about.md": "# Letters\n" };

    it("changes nothing where nothing has changed, not one row", async () => {
      const path = await folder("same", files);
      await importInto("same", path);
      const before = await dumpOf(database);
      const { unchanged, added, changed, project } = await importInto("same", path);
      expect({ unchanged, added, changed, project }).toEqual({
        unchanged: ["a.txt", "b.txt", "c.txt"],
        added: [],
        changed: [],
        project: "same",
      });
      expect(await dumpOf(database)).toEqual(before);
    });

    it("takes in what has changed, reports what is gone, and removes it only when asked", async () => {
      const path = await folder("moving", files);
      await importInto("moving", path);
      await writeFile(join(path, "b.txt"), "b, changed");
      await writeFile(join(path, "about.md"), "# Other letters\n");
      await rm(join(path, "c.txt"));
      const second = await importInto("moving", path);
      expect(second).toMatchObject({
        project: "changed",
        added: [],
        changed: ["b.txt"],
        unchanged: ["a.txt"],
        missing: ["c.txt"],
        pruned: false,
      });
      expect((await store.body("ann", "moving", "b.txt", "original"))?.text).toBe("b, changed");
      expect((await store.project("ann", "moving"))?.title).toBe("Other letters");
      expect(await store.assetIds("ann", "moving")).toEqual(["a.txt", "b.txt", "c.txt"]);
      expect(await importInto("moving", path, { prune: true })).toMatchObject({
        missing: ["c.txt"],
        pruned: true,
      });
      expect(await store.assetIds("ann", "moving")).toEqual(["a.txt", "b.txt"]);
    });

    it("keeps what it had of a file that has become one it cannot import", async () => {
      const path = await folder("spoilt", files);
      await importInto("spoilt", path);
      await writeFile(join(path, "a.txt"), new Uint8Array(5 * 1024 * 1024));
      const second = await importInto("spoilt", path, { prune: true });
      expect(second).toMatchObject({ missing: [], skipped: [{ file: "a.txt" }] });
      expect((await store.body("ann", "spoilt", "a.txt", "original"))?.text).toBe("a");
    });

    it("closes a renamed file to whomever it was closed", async () => {
      const path = await folder("renaming", files);
      await importInto("renaming", path);
      const editor = databaseRightsEditor(database);
      const rights = databaseRights(database);
      await editor.giveRole("bob", "renaming", "viewer");
      await editor.restrictAsset("renaming", "a.txt");
      await editor.revokeAsset("ann", "renaming", "b.txt");
      await rename(join(path, "a.txt"), join(path, "x.txt"));
      await rename(join(path, "b.txt"), join(path, "y.txt"));
      const summary = await importInto("renaming", path, { prune: true });
      expect(summary.renamed).toEqual([
        { from: "a.txt", to: "x.txt" },
        { from: "b.txt", to: "y.txt" },
      ]);
      const names = ["x.txt", "y.txt"].map((asset) => ({ project: "renaming", asset }));
      expect(await rights.permissions("bob", names)).toEqual(["hidden", "readable"]);
      expect(await rights.permissions("ann", names)).toEqual(["readable", "visible"]);
    });

    it("keeps a file closed that is removed and put back", async () => {
      const path = await folder("back", files);
      await importInto("back", path);
      await databaseRightsEditor(database).revokeAsset("ann", "back", "a.txt");
      await rm(join(path, "a.txt"));
      await importInto("back", path, { prune: true });
      await writeFile(join(path, "a.txt"), "a, anew");
      await importInto("back", path);
      expect(await store.body("ann", "back", "a.txt", "original")).toBeUndefined();
    });
  });

  describe("an import that is stopped", () => {
    it("keeps what it had committed, prunes nothing, and says so", async () => {
      const names = Array.from({ length: 40 }, (_, index) => `${index + 10}.txt`);
      const path = await folder("stopped", Object.fromEntries(names.map((name) => [name, name])));
      const stop = new AbortController();
      const summary = await importInto("stopped", path, {
        prune: true,
        signal: stop.signal,
        onProgress: ({ done }) => {
          if (done === 10) stop.abort();
        },
      });
      expect(summary.interrupted).toBe(true);
      expect(summary.added.length).toBeLessThan(40);
      expect(await store.assetIds("ann", "stopped")).toEqual(summary.added);
      expect(summaryLines("stopped", summary).at(-1)).toBe("Interrupted: run it again to go on.");
      const rest = await importInto("stopped", path);
      expect(rest.unchanged).toEqual(summary.added);
      expect(rest.added.length + rest.unchanged.length).toBe(40);
    });
  });

  describe("the summary", () => {
    it("shows names as they can be shown on a terminal", () => {
      const nothing = {
        added: [],
        changed: [],
        unchanged: [],
        skipped: [],
        renamed: [],
        hidden: 0,
      };
      const lines = summaryLines("p", {
        ...nothing,
        project: "same",
        missing: ["evil\u001b[2J\u202e.txt"],
        pruned: false,
        interrupted: false,
      });
      expect(lines[0]).toBe(
        "evil\\u{1b}[2J\\u{202e}.txt: no longer in the directory, and still in the project",
      );
      expect(lines[1]).toBe("p: 0 files: 0 added, 0 changed, 0 unchanged, 0 skipped; 1 missing");
    });
  });
}
