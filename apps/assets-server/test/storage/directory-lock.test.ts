import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockDirectory, type DirectoryLock } from "../../src/storage/directory-lock.ts";
import { InUseError, StorageError } from "../../src/storage/storage-error.ts";

let directory = "";
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "lock-"));
});
afterEach(() => rm(directory, { recursive: true }));

const attempt = (purpose: string): Promise<DirectoryLock | InUseError> =>
  lockDirectory(directory, purpose).catch((error: unknown) => {
    if (error instanceof InUseError) return error;
    throw error;
  });

/** Many at once, of whom one may win. */
async function race(): Promise<DirectoryLock> {
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) => attempt(`racer ${index}`)),
  );
  const winners = outcomes.filter((outcome): outcome is DirectoryLock => "release" in outcome);
  const [winner, ...others] = winners;
  if (winner === undefined || others.length > 0) throw new Error(`${winners.length} winners`);
  return winner;
}

describe("lockDirectory", () => {
  it("says who has it: purpose, process, machine, since when", async () => {
    const lock = await lockDirectory(directory, "import pictures");
    const refusal = await attempt("serve");
    expect(refusal instanceof Error ? refusal.message : "").toMatch(
      new RegExp(
        String.raw`^The data directory is in use by import pictures \(pid ${process.pid} on .+, since \d{4}-.+\)\.$`,
      ),
    );
    await lock.release();
  });

  it("is one process's at a time, whoever comes first, again and again", async () => {
    for (let round = 0; round < 5; round++)
      // oxlint-disable-next-line no-await-in-loop
      await (await race()).release();
    expect(await readdir(directory)).toEqual(["lock.5"]);
  });

  it("outlives nobody: a holder that was killed is followed by one of many", async () => {
    const module = new URL("../../src/storage/directory-lock.ts", import.meta.url).href;
    const script = `const { lockDirectory } = await import(${JSON.stringify(module)});
await lockDirectory(process.argv[1], "killed");
console.log("locked");
setInterval(() => {}, 1000);`;
    const holder = spawn(
      process.execPath,
      ["--conditions=@org/source", "--input-type=module", "-e", script, directory],
      {
        cwd: fileURLToPath(new URL("../..", import.meta.url)),
        env: { ...process.env, NODE_NO_WARNINGS: "1" },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    await once(holder.stdout, "data");
    expect(await attempt("too early")).toBeInstanceOf(InUseError);
    holder.kill("SIGKILL");
    await once(holder, "exit");
    await (await race()).release();
  });

  it("takes a later process with the id of a dead one for another", async () => {
    const before = {
      purpose: "before the restart",
      pid: process.pid,
      started: "another boot 1",
      host: hostname(),
      since: "2026-01-01T00:00:00.000Z",
      released: false,
    };
    await writeFile(join(directory, "lock.7"), JSON.stringify(before));
    await lockDirectory(directory, "after it");
    expect(await readdir(directory)).toEqual(["lock.8"]);
  });

  it("does not judge processes of another machine", async () => {
    const there = {
      purpose: "serve",
      pid: 1,
      started: "",
      host: `not-${hostname()}`,
      since: "2026-01-01T00:00:00.000Z",
      released: false,
    };
    await writeFile(join(directory, "lock.1"), JSON.stringify(there));
    await expect(lockDirectory(directory, "here")).rejects.toThrow("If it is no more, remove");
  });

  it("does not take over a file that is not its own", async () => {
    await writeFile(join(directory, "lock.1"), "somebody's notes");
    await expect(lockDirectory(directory, "here")).rejects.toThrow(StorageError);
  });
});
