import { mkdir, readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import {
  recordPath,
  withoutCommon,
  type Exchange,
  type Fixture,
  type Recorder,
} from "./exchange.ts";
import type { Scenery } from "./scenery.ts";
import { scenarios } from "./scenarios.ts";
import { seed, type Seeded } from "./seed.ts";

const HELP = `Records what a Forgejo answers, for the tests.

  npm run record -- --url http://127.0.0.1:3000 [--out test/fixtures] [--tokens FILE] [--again]

The instance must be empty: people, repositories and conversations are made in it, all invented.
FORGEJO_ADMIN_TOKEN: a token of an administrator, of all scopes. Give the instance the ROOT_URL
https://forge.example/, so that no address of yours comes into the fixtures.

  --tokens FILE   keeps the tokens of the people made (readable by you alone), for --again and live tests
  --again         records the scenery of OUT again, with the tokens in FILE; makes nothing
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: "string" },
      out: { type: "string", default: new URL("../test/fixtures", import.meta.url).pathname },
      tokens: { type: "string" },
      again: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help || values.url === undefined) {
    process.stdout.write(HELP);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const url = values.url.replace(/\/+$/u, "");
  const { out } = values;
  await mkdir(out, { recursive: true });
  const seeded = values.again ? await seededBefore(out, values.tokens) : await seedNow(url);
  const { scenery, tokens } = seeded;
  if (!values.again) {
    if (values.tokens !== undefined)
      await writeFile(values.tokens, JSON.stringify(tokens), { mode: 0o600 });
    await writeFile(`${out}/scenery.json`, `${JSON.stringify(scenery, undefined, 2)}\n`);
  }
  const recorder: Recorder = { url, tokens };
  for (const { file, about, asked } of scenarios(scenery)) {
    const exchanges: Exchange[] = [];
    for (const [path, personas] of asked)
      // oxlint-disable-next-line no-await-in-loop
      exchanges.push(...(await recordPath(recorder, path, personas)));
    const fixture: Fixture = {
      about,
      server: scenery.server,
      provenance: "recorded",
      ...withoutCommon(exchanges),
    };
    // oxlint-disable-next-line no-await-in-loop
    await writeFile(`${out}/${file}`, `${JSON.stringify(fixture, undefined, 1)}\n`);
    process.stderr.write(`${file}: ${exchanges.length} exchanges\n`);
  }
}

function seedNow(url: string): Promise<Seeded> {
  const token = process.env["FORGEJO_ADMIN_TOKEN"];
  if (token === undefined || token === "")
    throw new Error("FORGEJO_ADMIN_TOKEN is not set: the token of an administrator, of all scopes");
  return seed(url, token);
}

async function seededBefore(out: string, tokens: string | undefined): Promise<Seeded> {
  if (tokens === undefined)
    throw new Error("--again needs --tokens FILE, as an earlier run wrote it");
  // Written by this program, an earlier time.
  // oxlint-disable typescript/no-unsafe-type-assertion
  return {
    scenery: JSON.parse(await readFile(`${out}/scenery.json`, "utf8")) as Scenery,
    tokens: JSON.parse(await readFile(tokens, "utf8")) as Seeded["tokens"],
  };
}

try {
  await main();
} catch (error) {
  process.stderr.write(`record: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
