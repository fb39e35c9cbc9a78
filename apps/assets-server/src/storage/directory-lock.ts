import { link, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { InUseError, StorageError } from "./storage-error.ts";

/** A directory that is ours alone until it is released. */
export interface DirectoryLock {
  readonly release: () => Promise<void>;
}

/** Who holds, or held, a directory. `started` tells a process from a later one with the same id. */
const holderSchema = z.object({
  purpose: z.string(),
  pid: z.number(),
  started: z.string(),
  host: z.string(),
  since: z.string(),
  released: z.boolean(),
});
type Holder = z.infer<typeof holderSchema>;

const GENERATION = /^lock\.(\d+)$/;

/**
 * Takes a directory for this process, or throws an `InUseError` that says who has it.
 *
 * Each holder makes a file of its own, `lock.1`, `lock.2`, …, and the highest number holds. To follow a holder that has
 * released, or died, is to make the next number, which the file system lets one process do and no other: nobody ever
 * removes a lock to take it, so there is no moment in which two think that they may.
 */
export async function lockDirectory(directory: string, purpose: string): Promise<DirectoryLock> {
  const own: Holder = {
    purpose,
    pid: process.pid,
    started: startOf(process.pid) ?? "",
    host: hostname(),
    since: new Date().toISOString(),
    released: false,
  };
  await mkdir(directory, { recursive: true });
  // Written whole before it gets its name: nobody reads half a holder.
  const draft = join(directory, `draft.${process.pid}.${crypto.randomUUID()}`);
  const write = (holder: Holder): Promise<void> =>
    writeFile(draft, `${JSON.stringify(holder)}\n`, { flush: true });
  await write(own);
  try {
    for (;;) {
      // oxlint-disable no-await-in-loop
      const highest = await highestGeneration(directory);
      if (highest > 0) await requireGone(join(directory, `lock.${highest}`));
      const mine = join(directory, `lock.${highest + 1}`);
      if (await linked(draft, mine)) {
        await removeOlder(directory, highest + 1);
        return {
          release: async () => {
            await write({ ...own, released: true });
            await rename(draft, mine);
          },
        };
      }
      // oxlint-enable no-await-in-loop
    }
  } finally {
    await rm(draft, { force: true });
  }
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

async function highestGeneration(directory: string): Promise<number> {
  const names = await readdir(directory);
  return Math.max(0, ...names.map((name) => Number(GENERATION.exec(name)?.[1] ?? 0)));
}

/** Drafts too, of processes that died while they wrote them. */
async function removeOlder(directory: string, generation: number): Promise<void> {
  const older = (await readdir(directory)).filter(
    (name) => Number(GENERATION.exec(name)?.[1] ?? generation) < generation,
  );
  await Promise.all(older.map((name) => rm(join(directory, name), { force: true })));
}

/** Throws unless the holder has released, or is a process that is no more. */
async function requireGone(path: string): Promise<void> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    // Its follower has removed it: look again.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
    throw error;
  }
  const holder = parse(text);
  if (holder === undefined)
    throw new StorageError(`${path} is not a lock of this program: is this its directory?`);
  if (holder.released) return;
  const elsewhere = holder.host !== hostname();
  if (!elsewhere && startOf(holder.pid) !== holder.started) return;
  const who = `${holder.purpose} (pid ${holder.pid} on ${holder.host}, since ${holder.since})`;
  const remedy = elsewhere ? ` If it is no more, remove ${path}.` : "";
  throw new InUseError(`The data directory is in use by ${who}.${remedy}`);
}

function parse(text: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * When a process of this machine began, or `undefined` if there is none of that id. Where the system does not say when,
 * every running process of that id counts as the one.
 */
function startOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM is somebody else's process, and it runs.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return undefined;
  }
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses, whatever it holds; the third is the state, the 22nd the start.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, ticks] = [fields[0], fields[19]];
    return state === "Z" || state === "X" ? undefined : `${boot} ${ticks}`;
  } catch {
    return "";
  }
}
