import { createRequire } from "node:module";
import { z } from "zod";

// `require` finds package.json from the source and from the build alike: both are one folder below it.
const manifest: unknown = createRequire(import.meta.url)("../package.json");

/** This program's version. */
export const VERSION: string = z.object({ version: z.string() }).parse(manifest).version;
