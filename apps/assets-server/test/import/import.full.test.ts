import { execFileSync } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseRightsEditor } from "../../src/storage/database-rights-editor.ts";
import { openDatabase, type DatabaseChoice } from "../../src/storage/open-database.ts";
import { run } from "../program.ts";
import { dumpOf } from "../storage/dump.ts";
import {
  POSTGRES_MISSING,
  startPostgres,
  type PostgresServer,
} from "../storage/postgres-server.ts";
import { changeFiles, generateFiles, seeded } from "./generated-files.ts";

const THOUSAND = 1000;
/** For the runs that are killed: enough to be killed at any stage, few enough for twenty runs. */
const FEW = 100;
const KILLS = 20;

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "import-full-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const dump = async (choice: DatabaseChoice): ReturnType<typeof dumpOf> => {
  const database = await openDatabase(choice, "dump", () => {});
  try {
    return await dumpOf(database);
  } finally {
    await database.close();
  }
};

const argsOf = (files: string, choice: DatabaseChoice): readonly string[] => [
  "import",
  files,
  "--project=p",
  "--owner=ann",
  "--prune",
  ...(choice.dataDirectory === undefined ? [] : ["--data", choice.dataDirectory]),
];

const start = (files: string, choice: DatabaseChoice): ReturnType<typeof run> =>
  run(
    argsOf(files, choice),
    choice.databaseUrl === undefined ? {} : { DATABASE_URL: choice.databaseUrl },
  );

describe("import of a thousand files", () => {
  let files = "";
  let data: DatabaseChoice;
  let expected = { files: 0, good: 0, bad: 0 };
  beforeAll(async () => {
    files = join(directory, "thousand");
    data = { dataDirectory: join(directory, "thousand-data") };
    expected = await generateFiles(files, THOUSAND);
  });

  it("gives a true summary, and a second run changes nothing", async () => {
    const { good, bad } = expected;
    const first = await start(files, data).ended;
    expect(first.stderr).toBe("");
    expect(first.stdout).toContain(
      `p: ${THOUSAND} files: ${good} added, 0 changed, 0 unchanged, ${bad} skipped\n`,
    );
    expect(first.stdout.match(/^skipped .+: .+$/gm)).toHaveLength(bad);
    expect(first.stdout.match(/^\d+ of 1000 files$/gm)).toHaveLength(10);
    expect(first.code).toBe(5);
    const before = await dump(data);
    expect(before["contents"]).toHaveLength(good);
    const second = await start(files, data).ended;
    expect(second.stdout).toContain(
      `p: ${THOUSAND} files: 0 added, 0 changed, ${good} unchanged, ${bad} skipped\n`,
    );
    expect(await dump(data)).toEqual(before);
    await changeFiles(files, THOUSAND);
    const third = await start(files, data).ended;
    expect(third.stdout).toContain(
      `p: 1000 files: 200 added, 100 changed, ${good - 300} unchanged, ${bad} skipped; 200 removed\n`,
    );
    expect(third.stdout.match(/^renamed .+ to renamed-\d+\.txt: /gm)).toHaveLength(100);
  }, 600_000);

  it("shows a progress bar on a terminal", async () => {
    const files10 = join(directory, "ten");
    await generateFiles(files10, 10);
    const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
    const choice = { dataDirectory: join(directory, "ten-data") };
    const command = [
      process.execPath,
      "--conditions=@org/source",
      main,
      ...argsOf(files10, choice),
    ];
    const quoted = command.map((word) => `'${word}'`).join(" ");
    const output = execFileSync("/usr/bin/script", ["-qfc", quoted, "/dev/null"], {
      encoding: "utf8",
      env: { ...process.env, NODE_NO_WARNINGS: "1", TERM: "xterm" },
    });
    expect(output).toMatch(/█+ 100% \| 10 of 10 files \| 1 skipped/);
    expect(output).toContain("0009.png: the image is damaged");
    expect(output).toContain("p: 10 files: 9 added");
  }, 120_000);
});

/** A database that can be put back to what it was before the import. */
interface Resettable {
  readonly choice: DatabaseChoice;
  /** Puts a fresh copy of the base in place. */
  readonly reset: () => Promise<void>;
}

/**
 * Kills an import at instants between its start and its end, and runs it again: what is there then is what an import
 * that nobody killed leaves, row for row. Gives the number of kills that came after a commit.
 */
async function killAndCompare(files: string, target: Resettable): Promise<number> {
  await target.reset();
  const base = await dump(target.choice);
  const undisturbed = start(files, target.choice);
  const began = performance.now();
  await undisturbed.printed(" of ");
  const firstLineMs = performance.now() - began;
  expect(await undisturbed.ended).toMatchObject({ code: 5 });
  const restMs = performance.now() - began - firstLineMs;
  const expected = await dump(target.choice);
  expect(expected).not.toEqual(base);

  const random = seeded(20);
  let afterFirstCommit = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    // oxlint-disable no-await-in-loop
    await target.reset();
    const victim = start(files, target.choice);
    // Every fourth at any time from its start; the others when it is known to be at work.
    if (kill % 4 === 0) await sleep(random() * firstLineMs);
    else {
      await victim.printed(" of ");
      await sleep(random() * restMs * 0.6);
    }
    victim.child.kill("SIGKILL");
    const { code } = await victim.ended;
    const left = await dump(target.choice);
    const committed = JSON.stringify(left) !== JSON.stringify(base);
    if (code === "SIGKILL" && committed) afterFirstCommit += 1;
    // No asset is there in half: each name has its contents.
    expect(left["contents"]).toHaveLength(left["assets"]?.length ?? -1);
    expect(await start(files, target.choice).ended).toMatchObject({ code: 5, stderr: "" });
    expect(await dump(target.choice)).toEqual(expected);
    // oxlint-enable no-await-in-loop
  }
  return afterFirstCommit;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** A project with restrictions and revocations, which an import of what has changed since must carry along. */
async function prepareBase(files: string, choice: DatabaseChoice): Promise<void> {
  await generateFiles(files, FEW);
  expect(await start(files, choice).ended).toMatchObject({ code: 5 });
  const database = await openDatabase(choice, "base", () => {});
  const editor = databaseRightsEditor(database);
  await editor.giveRole("bob", "p", "viewer");
  await editor.restrictAsset("p", "0002.txt");
  await editor.revokeAsset("bob", "p", "0012.txt");
  await database.close();
  await changeFiles(files, FEW);
}

describe("an import that is killed", () => {
  it("on the embedded database, and run again, leaves what one undisturbed leaves", async () => {
    const files = join(directory, "few");
    const base = join(directory, "few-base");
    const data = join(directory, "few-data");
    await prepareBase(files, { dataDirectory: base });
    const afterFirstCommit = await killAndCompare(files, {
      choice: { dataDirectory: data },
      reset: async () => {
        await rm(data, { recursive: true, force: true });
        await cp(base, data, { recursive: true });
      },
    });
    expect(afterFirstCommit).toBeGreaterThanOrEqual(KILLS / 2);
  }, 1_200_000);

  it("while it makes its database, leaves none in half", async () => {
    const files = join(directory, "making");
    await generateFiles(files, 10);
    const random = seeded(5);
    for (let kill = 0; kill < 5; kill++) {
      const choice = { dataDirectory: join(directory, `making-${kill}`) };
      // oxlint-disable no-await-in-loop
      const victim = start(files, choice);
      await sleep(500 + random() * 3000);
      victim.child.kill("SIGKILL");
      await victim.ended;
      expect(await start(files, choice).ended).toMatchObject({ code: 5, stderr: "" });
      // oxlint-enable no-await-in-loop
    }
  }, 300_000);

  describe.skipIf(POSTGRES_MISSING !== undefined)("on a PostgreSQL server", () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server.stop());

    it("and run again, leaves what one undisturbed leaves", async () => {
      const files = join(directory, "few-on-server");
      const base = await server.createDatabase("base");
      await prepareBase(files, { databaseUrl: base });
      const afterFirstCommit = await killAndCompare(files, {
        choice: { databaseUrl: server.superuserUrl("victim") },
        reset: () =>
          server.administer(
            "postgres",
            "drop database if exists victim with (force)",
            "create database victim template base",
          ),
      });
      expect(afterFirstCommit).toBeGreaterThanOrEqual(KILLS / 2);
    }, 1_200_000);
  });

  it("is stopped by SIGINT with code 8, and goes on when it is run again", async () => {
    const files = join(directory, "interrupted");
    await generateFiles(files, 200);
    const choice = { dataDirectory: join(directory, "interrupted-data") };
    const victim = start(files, choice);
    await victim.printed(" of ");
    victim.child.kill("SIGINT");
    const { code, stdout } = await victim.ended;
    expect(stdout).toContain("Interrupted: run it again to go on.");
    expect(code).toBe(8);
    const { stdout: rest } = await start(files, choice).ended;
    expect(rest).toMatch(/^p: 200 files: \d+ added, 0 changed, [1-9]\d* unchanged, 20 skipped$/m);
  }, 120_000);
});
