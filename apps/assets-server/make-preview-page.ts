// Part of the build: the preview page as one file, dist/preview.html. Script and style stand in the document itself, and
// its content security policy names them by hash: whatever else got into the page would not run.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Error messages in forty languages that nobody sees are a third of the page. */
const englishOnly: Plugin = {
  name: "english-only",
  setup: (bundler) => {
    bundler.onResolve({ filter: /\/locales\/index\.js$/ }, ({ importer, resolveDir }) =>
      importer.includes("/zod/") ? { path: `${resolveDir}/../locales/en.js` } : undefined,
    );
  },
};

const { outputFiles, metafile } = await build({
  absWorkingDir: here,
  entryPoints: { page: "preview/src/main.ts", style: "preview/src/page.css" },
  outdir: "dist",
  write: false,
  metafile: true,
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: ["chrome123", "firefox120", "safari17.5"],
  legalComments: "none",
  plugins: [englishOnly],
});

function output(name: string): string {
  const found = outputFiles.find(({ path }) => path.endsWith(name));
  if (found === undefined) throw new Error(`esbuild made no ${name}`);
  return found.text.trim();
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

const script = output("page.js");
const style = output("style.css");
const policy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const parts: readonly (readonly [place: string, filled: string])[] = [
  ['content=""', `content="${policy}"`],
  ["<style></style>", `<style>${style}</style>`],
  ['<script type="module"></script>', `<script type="module">${script}</script>`],
];
let html = await readFile(`${here}preview/src/page.html`, "utf8");
for (const [place, filled] of parts) {
  if (!html.includes(place)) throw new Error(`page.html has no ${place}`);
  html = html.replace(place, () => filled);
}
await writeFile(`${here}dist/preview.html`, html);
// What the page is made of, byte for byte: the test of its size reads it.
await writeFile(`${here}dist/preview.meta.json`, JSON.stringify(metafile));
