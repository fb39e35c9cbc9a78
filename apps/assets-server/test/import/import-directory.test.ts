import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importDirectory } from "../../src/import/import-directory.ts";
import { ImportError } from "../../src/import/import-error.ts";

const samples = fileURLToPath(new URL("../../samples", import.meta.url));

describe("importDirectory on the shipped samples", () => {
  it("imports every project with its types by content, names kept, and reports the broken image", async () => {
    const projects = await importDirectory(samples);
    const summary = projects.map(({ project, assets, skipped }) => ({
      ...project,
      about: project.about.length > 0,
      assets: assets.map((asset) => `${asset.id} ${asset.mimeType}`),
      skipped,
    }));
    expect(summary).toEqual([
      {
        id: "café",
        title: "Café",
        about: true,
        assets: [
          "Menü.txt text/plain",
          "Ziegelmauer.png image/png",
          "café-crème.webp image/webp",
          "chelsea.jpg image/jpeg",
          "草.webp image/webp",
        ],
        skipped: [],
      },
      {
        id: "earth-and-sky",
        title: "Earth and sky",
        about: true,
        assets: [
          "earth-at-night.jpg image/jpeg",
          "earth-by-day.jpg image/jpeg",
          "hubble-deep-field.webp image/webp",
          "leap-seconds.json application/json",
          "leap-seconds.txt text/plain",
          "rocket.jpg image/jpeg",
        ],
        skipped: [],
      },
      {
        id: "wayfinding",
        title: "Wayfinding",
        about: true,
        assets: [
          "catalogue.json application/json",
          "coffee-shop.png image/png",
          "elevator.svg image/svg+xml",
          "first-aid.svg image/svg+xml",
          "information.svg image/svg+xml",
          "lost-and-found.webp image/webp",
        ],
        skipped: [
          { file: "wayfinding/no-entry.png", reason: "the image is damaged and cannot be read" },
        ],
      },
    ]);
  });

  it("makes image thumbnails that are small WebP pictures without metadata", async () => {
    const projects = await importDirectory(samples);
    const images = projects
      .flatMap(({ assets }) => assets)
      .filter((asset) => asset.mimeType.startsWith("image/"));
    const made = await Promise.all(images.map((asset) => sharp(asset.thumbnail.bytes).metadata()));
    expect(made).toHaveLength(13);
    for (const { format, width, height, exif, xmp } of made) {
      expect({ format, exif, xmp }).toEqual({ format: "webp" });
      expect(Math.max(width, height)).toBeLessThanOrEqual(160);
    }
  });

  it("makes text thumbnails that are excerpts", async () => {
    const projects = await importDirectory(samples);
    const texts = projects
      .flatMap(({ assets }) => assets)
      .filter((asset) => !asset.mimeType.startsWith("image/"));
    expect(texts.map((asset) => asset.id)).toContain("Menü.txt");
    for (const { original, thumbnail } of texts) {
      const excerpt = thumbnail.text?.replace(/…$/, "") ?? "";
      expect(excerpt.length).toBeGreaterThan(0);
      expect(original.text?.startsWith(excerpt)).toBe(true);
      expect(thumbnail.mimeType).toBe("text/plain");
    }
  });
});

describe("importDirectory on awkward files", () => {
  let directory = "";
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "import-"));
    await mkdir(join(directory, "odd"));
    const put = (name: string, bytes: string | Uint8Array): Promise<void> =>
      writeFile(join(directory, "odd", name), bytes);
    const png = await sharp({
      create: { width: 4, height: 4, channels: 3, background: "#0a0" },
    })
      .png()
      .toBuffer();
    await put("really-a-png.jpg", png);
    await put("not.json", "{ this is no JSON");
    await put("not.svg", "<html>no drawing</html>");
    await put("binary.txt", new Uint8Array([1, 0, 2]));
    await put("latin1.txt", new Uint8Array([0x67, 0x72, 0xfc, 0xdf, 0x65]));
    await put("empty.txt", "");
    await put("back\\slash.txt", "x");
    await put("e\u0301.txt", "decomposed");
    await put("é.txt", "composed");
    await put(".hidden", "x");
    await put("huge.bin", new Uint8Array(4 * 1024 * 1024 + 1));
    await put(
      "bomb.svg",
      '<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"></svg>',
    );
    await symlink("/etc/passwd", join(directory, "odd", "link.txt"));
    await mkdir(join(directory, "odd", "folder"));
    await writeFile(join(directory, "loose.txt"), "outside every project");
  });
  afterAll(() => rm(directory, { recursive: true }));

  it("tells types by content and reports what it leaves out, with reasons", async () => {
    const [odd, ...others] = await importDirectory(directory);
    expect(others).toEqual([]);
    expect(odd?.project).toEqual({ id: "odd", title: "odd", about: "# odd\n" });
    expect(Object.fromEntries(odd?.assets.map((a) => [a.id, a.mimeType]) ?? [])).toEqual({
      "really-a-png.jpg": "image/png",
      "not.json": "text/plain",
      "not.svg": "text/plain",
      "binary.txt": "application/octet-stream",
      "latin1.txt": "application/octet-stream",
      "empty.txt": "text/plain",
      "é.txt": "text/plain",
    });
    expect(Object.fromEntries(odd?.skipped.map((s) => [s.file, s.reason]) ?? [])).toEqual({
      "odd/back\\slash.txt": "its name holds a backslash",
      "odd/é.txt": "another file has the same name",
      "odd/huge.bin": "it is larger than 4 MiB",
      "odd/bomb.svg": "the image has too many pixels",
      "odd/link.txt": "it is a symbolic link",
    });
  });

  it("says that a directory cannot be read, or holds no project", async () => {
    await expect(importDirectory(join(directory, "missing"))).rejects.toThrow(ImportError);
    await expect(importDirectory(join(directory, "odd", "folder"))).rejects.toThrow(
      "holds no project folder",
    );
  });
});
