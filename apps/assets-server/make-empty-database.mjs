// Part of the build: a fresh embedded database as one file. Making one takes some seconds of computing, which so is
// spent once, and unpacking it a fraction of one, which is what each start of the demo and each test spends.
import { writeFile } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";

const database = await PGlite.create();
const archive = await database.dumpDataDir("gzip");
await database.close();
await writeFile(
  new URL("dist/empty-database.tar.gz", import.meta.url),
  Buffer.from(await archive.arrayBuffer()),
);
