// Puts what the entry point loads into one file, `dist/index.js`. Node takes about half a millisecond to find, read and
// link a module, and this package is a score of small ones: in one file it loads four times as fast. The other files in
// `dist` stay for the entry points that load a part of them (`zod`, the command).
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

await build({
  absWorkingDir: fileURLToPath(new URL(".", import.meta.url)),
  entryPoints: ["src/index.ts"],
  outfile: "dist/index.js",
  bundle: true,
  format: "esm",
  target: "es2023",
  sourcemap: true,
  sourcesContent: false,
  logLevel: "warning",
});
