import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileSource } from "../../src/node/index.ts";
import { resource } from "../../src/readers/function-backed.ts";
import { TooLargeSignal } from "../../src/signal.ts";
import { type BodyOutcome, readBody } from "../readers/read-body.ts";

// What a file system really does to a file that is being served.

let dir: string;
let file: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "file-torture-"));
  file = join(dir, "file");
});

afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

const MAX_BYTES = 100_000;

async function read(path: string | URL, maxBytes = MAX_BYTES): Promise<BodyOutcome> {
  const definition = { uri: "a:f", name: "f", mimeType: "text/plain" };
  return readBody(resource(definition, fileSource(path)), { maxBytes });
}

/** Reads over and over while `meddle` is at the file between the turns of the loop. */
async function readDuring(rounds: number, meddle: (turn: number) => void): Promise<BodyOutcome[]> {
  const end = new AbortController();
  const meddling = (async () => {
    for (let turn = 0; !end.signal.aborted; turn += 1) {
      meddle(turn);
      // oxlint-disable-next-line no-await-in-loop
      await new Promise(setImmediate);
    }
  })();
  const outcomes: BodyOutcome[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // oxlint-disable-next-line no-await-in-loop
    outcomes.push(await read(file));
  }
  end.abort();
  await meddling;
  return outcomes;
}

function textsOf(outcomes: readonly BodyOutcome[]): string[] {
  return outcomes.flatMap((outcome) =>
    typeof outcome === "object" && "text" in outcome ? [outcome.text] : [],
  );
}

function codesOf(outcomes: readonly BodyOutcome[]): Set<string> {
  return new Set(outcomes.filter((outcome) => typeof outcome === "string"));
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function openHandles(): number {
  return readdirSync("/proc/self/fd").length;
}

/** A source file's URL, for a program of its own. */
function source(name: string): string {
  return JSON.stringify(new URL(`../../src/${name}`, import.meta.url).href);
}

describe("a file that somebody is at", () => {
  it("[FN-3] one that grows is whole lines, a failed read or over the budget, never half of what was appended", async () => {
    writeFileSync(file, "");
    // Never across a page of the cache: one append is seen whole or not at all.
    const line = `${"x".repeat(511)}\n`;
    const outcomes = await readDuring(150, () => appendFileSync(file, line));
    const codes = codesOf(outcomes);
    for (const text of textsOf(outcomes)) {
      expect(text.replaceAll(line, "")).toBe("");
    }
    expect([...codes].every((code) => code === "read_failed" || code === "budget_exceeded")).toBe(
      true,
    );
    // It outgrew the limit at last, or never came to it.
    appendFileSync(file, "x".repeat(MAX_BYTES));
    expect(await read(file)).toBe("budget_exceeded");
  });

  it("[FN-3] one that shrinks and grows is one of its lengths, or a failed read", async () => {
    const full = "0123456789".repeat(400);
    writeFileSync(file, full);
    const fd = openSync(file, "r+");
    const outcomes = await readDuring(150, (turn) => {
      ftruncateSync(fd, turn % 3 === 0 ? 0 : 2000);
      if (turn % 3 === 2) writeSync(fd, full, 0);
    });
    closeSync(fd);
    for (const text of textsOf(outcomes)) {
      // A truncated file that grows again has zeros where nothing was written.
      expect([0, 2000, 4000]).toContain(text.length);
    }
    expect([...codesOf(outcomes)].every((code) => code === "read_failed")).toBe(true);
    rmSync(file);
    expect(await read(file)).toBe("read_failed");
  });

  it("[FN-3] a path that turns from file to directory, device, pipe and dangling link and back is the file or a failed read, at once", async () => {
    const text = "the file";
    const shapes = ["regular", "directory", "device", "pipe", "dangling", "loop"];
    mkdirSync(join(dir, "directory"));
    writeFileSync(join(dir, "regular"), text);
    execFileSync("mkfifo", [join(dir, "pipe")]);
    symlinkSync("/dev/zero", join(dir, "device"));
    symlinkSync(join(dir, "none"), join(dir, "dangling"));
    symlinkSync(join(dir, "loop"), join(dir, "loop"));
    const point = (turn: number): void => {
      symlinkSync(join(dir, shapes[turn % shapes.length] ?? ""), join(dir, "next"));
      renameSync(join(dir, "next"), file);
    };
    point(0);
    const outcomes = await readDuring(200, point);
    const texts = textsOf(outcomes);
    expect([...new Set(texts)]).toEqual([text]);
    expect([...codesOf(outcomes)]).toEqual(["read_failed"]);
    expect(texts.length).toBeLessThan(200);
  });
});

describe("a file that is not what it looks like", () => {
  it("[FN-3] a sparse file is its zeros up to the limit, and refused beyond, whatever its size", async () => {
    writeFileSync(file, "");
    truncateSync(file, MAX_BYTES);
    expect(await read(file)).toEqual({ text: "\0".repeat(MAX_BYTES), mimeType: "text/plain" });
    truncateSync(file, MAX_BYTES + 1);
    expect(await read(file)).toBe("budget_exceeded");
    truncateSync(file, 2 ** 43);
    const before = process.memoryUsage().rss;
    expect(await read(file)).toBe("budget_exceeded");
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
  });

  it.each([
    "/proc/self/status",
    "/proc/self/maps",
    "/proc/self/mem",
    "/proc/self/environ",
    "/proc/kmsg",
    "/proc/self/fd",
    "/proc/self/exe/x",
    "/sys/kernel/mm/transparent_hugepage/enabled",
    "/dev/null",
    "/dev/full",
    "/dev/random",
    "/dev/stdin",
    "/dev/ptmx",
    "/",
  ])("[FN-3] %s is a failed read: its length is a lie, or it is no file", async (path) => {
    expect(await read(path)).toBe("read_failed");
  });

  it("[FN-3] a block device is a failed read, where one can be made", async () => {
    try {
      execFileSync("mknod", [file, "b", "7", "250"], { stdio: "ignore" });
    } catch {
      symlinkSync("/dev/zero", file);
    }
    expect(await read(file)).toBe("read_failed");
  });

  it("[FN-3] names are bytes to nobody: blanks, percent signs, line breaks, emoji, by path and URL", async () => {
    for (const name of ["a b", "100%25", "line\nbreak", "?#", "\u{1f4c4}", "..."]) {
      const path = join(dir, name);
      writeFileSync(path, name);
      const whole = { text: name, mimeType: "text/plain" };
      // oxlint-disable-next-line no-await-in-loop
      expect(await read(path)).toEqual(whole);
      // oxlint-disable-next-line no-await-in-loop
      expect(await read(pathToFileURL(path))).toEqual(whole);
    }
    expect(await read(join(dir, "n".repeat(300)))).toBe("read_failed");
    expect(await read(`/${"d/".repeat(5000)}x`)).toBe("read_failed");
  });
});

describe.runIf(process.platform === "linux")("where there is /proc", () => {
  it("[FN-3] what /proc names and is a regular file is read, deleted or not", async () => {
    writeFileSync(file, "still open");
    const fd = openSync(file, "r");
    rmSync(file);
    expect(await read(`/proc/self/fd/${fd}`)).toMatchObject({ text: "still open" });
    closeSync(fd);
    expect(await read(`/proc/self/fd/${fd}`)).toBe("read_failed");
  });

  it("[FN-3] no handle stays open, however a read ends", async () => {
    writeFileSync(file, "0123456789");
    execFileSync("mkfifo", [join(dir, "fifo")]);
    await read(file);
    const before = openHandles();
    for (let round = 0; round < 50; round += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await Promise.all([
        read(file),
        read(file, 5),
        read(dir),
        read(join(dir, "fifo")),
        read("/dev/zero"),
        read("/proc/self/status"),
        readBody(resource({ uri: "a:f", name: "f" }, fileSource(file)), {
          signal: AbortSignal.abort(),
        }),
      ]);
    }
    expect(openHandles()).toBe(before);
  });
});

describe("a file that the server may not read", () => {
  it("[FN-3] [case R11] is a failed read without a word of its path, as somebody who is not root", () => {
    writeFileSync(file, "secret");
    chmodSync(file, 0o000);
    mkdirSync(join(dir, "closed"));
    writeFileSync(join(dir, "closed", "file"), "secret");
    chmodSync(join(dir, "closed"), 0o000);
    chmodSync(dir, 0o755);
    const paths = JSON.stringify([file, join(dir, "closed", "file"), join(dir, "closed")]);
    const script = `
      import { createResourceGateway, publicPolicy, resource } from ${source("index.ts")};
      import { fileSource } from ${source("node/index.ts")};
      import { inspect } from "node:util";
      if (process.getuid() === 0) { process.setgroups([]); process.setgid(65534); process.setuid(65534); }
      const gateway = createResourceGateway({ policy: publicPolicy(), bindings: ${paths}.map((path, index) =>
        resource({ uri: "a:" + index, name: "f" }, fileSource(path))) });
      for (let index = 0; index < 3; index += 1) {
        await gateway.read("a:" + index, { context: {} }).then(
          () => console.log("read"),
          (error) => {
            const told = JSON.stringify(error) + String(error) + error.message + inspect({ ...error });
            console.log(error.report.issues[0].code, told.includes("file-torture-"), error.cause.cause.code);
          },
        );
      }`;
    const flags = ["--conditions=@org/source", "--no-warnings", "--input-type=module", "-e"];
    const output = execFileSync(process.execPath, [...flags, script], { encoding: "utf8" });
    chmodSync(join(dir, "closed"), 0o700);
    expect(output.trim().split("\n")).toEqual([
      "read_failed false EACCES",
      "read_failed false EACCES",
      "read_failed false EACCES",
    ]);
  });
});

describe("a cached file", () => {
  it("[FN-3] of reads that begin together, one decides for all that come after", async () => {
    const cached = fileSource(file, { cached: true });
    const bounds = { maxBytes: MAX_BYTES, signal: new AbortController().signal };
    for (let round = 0; round < 20; round += 1) {
      const fresh = fileSource(file, { cached: true });
      writeFileSync(file, "first");
      const reads = Promise.allSettled(Array.from({ length: 4 }, () => fresh.read(bounds)));
      writeFileSync(join(dir, "next"), "second");
      renameSync(join(dir, "next"), file);
      // oxlint-disable-next-line no-await-in-loop
      const kept = (await reads).flatMap((result) =>
        result.status === "fulfilled" ? [decode(result.value)] : [],
      );
      // oxlint-disable-next-line no-await-in-loop
      const later = decode(await fresh.read(bounds));
      expect(new Set([...kept, later]).size).toBe(1);
    }
    // Not even a read that was too small for it makes it be read again.
    writeFileSync(file, "0123456789");
    await expect(cached.read({ ...bounds, maxBytes: 5 })).rejects.toBeInstanceOf(TooLargeSignal);
    expect(decode(await cached.read(bounds))).toBe("0123456789");
    writeFileSync(file, "changed");
    await expect(cached.read({ ...bounds, maxBytes: 5 })).rejects.toBeInstanceOf(TooLargeSignal);
    expect(decode(await cached.read(bounds))).toBe("0123456789");
  });
});
