import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileSource, type FileSourceOptions } from "../../src/node/index.ts";
import { resource } from "../../src/readers/function-backed.ts";
import { TooLargeSignal } from "../../src/signal.ts";
import { type BodyOutcome, readBody } from "../readers/read-body.ts";

let dir: string;
let file: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "file-source-"));
  file = join(dir, "file.txt");
  writeFileSync(file, "0123456789");
});

afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

const whole = { text: "0123456789", mimeType: "text/plain" };

async function read(
  path: string | URL,
  maxBytes = 100,
  options?: FileSourceOptions,
): Promise<BodyOutcome> {
  const binding = resource(
    { uri: "a:f", name: "f", mimeType: "text/plain" },
    fileSource(path, options),
  );
  return readBody(binding, { maxBytes });
}

/** Reads while `change` runs after the file was checked and before its first byte is read. */
async function readDuring(change: () => void, maxBytes = 100): Promise<BodyOutcome> {
  let changed = false;
  const signal = new Proxy(new AbortController().signal, {
    get(target, key) {
      if (key === "aborted" && !changed) {
        changed = true;
        change();
      }
      return Reflect.get(target, key, target) as unknown;
    },
  });
  const binding = resource({ uri: "a:f", name: "f", mimeType: "text/plain" }, fileSource(file));
  const outcome = await readBody(binding, { maxBytes, signal });
  expect(changed).toBe(true);
  return outcome;
}

describe("fileSource", () => {
  it("[FN-3] reads a regular file by path, by URL and through the author's symlinks", async () => {
    expect(await read(file)).toEqual(whole);
    expect(await read(pathToFileURL(file))).toEqual(whole);
    symlinkSync(file, join(dir, "one"));
    symlinkSync(join(dir, "one"), join(dir, "two"));
    expect(await read(join(dir, "two"))).toEqual(whole);
    writeFileSync(file, "");
    expect(await read(file)).toEqual({ text: "", mimeType: "text/plain" });
  });

  it("[FN-3] is opened afresh at every read", async () => {
    const binding = resource({ uri: "a:f", name: "f", mimeType: "text/plain" }, fileSource(file));
    unlinkSync(file);
    expect(await readBody(binding)).toBe("read_failed");
    writeFileSync(file, "back");
    expect(await readBody(binding)).toMatchObject({ text: "back" });
  });

  it("[FN-3] exactly the limit is read, one byte over is over the budget", async () => {
    expect(await read(file, 10)).toEqual(whole);
    expect(await read(file, 9)).toBe("budget_exceeded");
  });

  it("[FN-3] a huge file costs nothing to refuse", async () => {
    truncateSync(file, 2 ** 40);
    expect(await read(file)).toBe("budget_exceeded");
  });

  it.each<[string, () => string]>([
    ["a missing file", () => join(dir, "none")],
    ["a path through a file", () => join(file, "x")],
    ["a directory", () => dir],
    [
      "a FIFO without a writer",
      () => {
        const fifo = join(dir, "fifo");
        execFileSync("mkfifo", [fifo]);
        return fifo;
      },
    ],
    [
      "a symlink to a directory",
      () => {
        symlinkSync(dir, join(dir, "link"));
        return join(dir, "link");
      },
    ],
    [
      "a dangling symlink",
      () => {
        symlinkSync(join(dir, "none"), join(dir, "link"));
        return join(dir, "link");
      },
    ],
    [
      "a symlink loop",
      () => {
        symlinkSync(join(dir, "b"), join(dir, "a"));
        symlinkSync(join(dir, "a"), join(dir, "b"));
        return join(dir, "a");
      },
    ],
    ["/dev/null", () => "/dev/null"],
    ["/dev/zero", () => "/dev/zero"],
    ["/dev/tty", () => "/dev/tty"],
    ["a file that lies about its size", () => "/proc/self/status"],
  ])("[FN-3] %s is a failed read", async (_, path) => {
    expect(await read(path())).toBe("read_failed");
  });

  it("[FN-3] a socket is a failed read", async () => {
    const server = createServer();
    const path = join(dir, "socket");
    await new Promise<void>((resolve) => {
      server.listen(path, resolve);
    });
    expect(await read(path)).toBe("read_failed");
    server.close();
  });

  it("[FN-3] a file that may not be read is a failed read", async () => {
    chmodSync(file, 0o000);
    chmodSync(dir, 0o755);
    const script = `import { fileSource } from ${JSON.stringify(new URL("../../src/node/file-source.ts", import.meta.url).href)};
      if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534); }
      const source = fileSource(${JSON.stringify(file)});
      source.read({ maxBytes: 100, signal: new AbortController().signal }).then(
        () => console.log("read"), (error) => console.log(error.code));`;
    // A process of its own: one that runs as root has to become somebody else first.
    const flags = ["--experimental-strip-types", "--no-warnings", "--input-type=module", "-e"];
    const output = execFileSync(process.execPath, [...flags, script], { encoding: "utf8" });
    expect(output.trim()).toBe("EACCES");
  });

  it("[FN-3] one that grows while it is read is a failed read, or over the budget", async () => {
    const grow = (): void => {
      appendFileSync(file, "more");
    };
    expect(await readDuring(grow)).toBe("read_failed");
    writeFileSync(file, "0123456789");
    expect(await readDuring(grow, 10)).toBe("budget_exceeded");
  });

  it("[FN-3] one that shrinks while it is read is a failed read", async () => {
    expect(await readDuring(() => truncateSync(file, 3))).toBe("read_failed");
    writeFileSync(file, "0123456789");
    expect(await readDuring(() => truncateSync(file, 0))).toBe("read_failed");
  });

  it("[FN-3] one that is written over while it is read is a failed read", async () => {
    utimesSync(file, 1000, 1000);
    expect(await readDuring(() => writeFileSync(file, "9876543210"))).toBe("read_failed");
  });

  it("[FN-3] one that is replaced or removed while it is read is read as it was", async () => {
    const replace = (): void => {
      writeFileSync(join(dir, "new"), "something longer than before");
      renameSync(join(dir, "new"), file);
    };
    expect(await readDuring(replace)).toEqual(whole);
    writeFileSync(file, "0123456789");
    expect(await readDuring(() => unlinkSync(file))).toEqual(whole);
  });

  it("[FN-3] one that becomes a directory or device between reads is seen as that", async () => {
    const binding = resource({ uri: "a:f", name: "f", mimeType: "text/plain" }, fileSource(file));
    expect(await readBody(binding)).toEqual(whole);
    unlinkSync(file);
    mkdirSync(file);
    expect(await readBody(binding)).toBe("read_failed");
    rmSync(file, { recursive: true });
    symlinkSync("/dev/zero", file);
    expect(await readBody(binding)).toBe("read_failed");
  });

  it("[FN-3] stress: whatever a writer does beside, a success is one whole version", async () => {
    const stop = new AbortController();
    const writer = (async () => {
      for (let size = 1; !stop.signal.aborted; size = (size % 50) + 1) {
        writeFileSync(join(dir, "next"), String.fromCodePoint(64 + size).repeat(size * 1000));
        renameSync(join(dir, "next"), file);
        // oxlint-disable-next-line no-await-in-loop
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
    })();
    const outcomes = [];
    for (let round = 0; round < 300; round += 1) {
      // oxlint-disable-next-line no-await-in-loop
      outcomes.push(await read(file, 100_000));
    }
    stop.abort();
    await writer;
    const torn = outcomes.filter(
      (outcome) =>
        typeof outcome === "object" &&
        "text" in outcome &&
        outcome.text !== whole.text &&
        outcome.text !==
          outcome.text.charAt(0).repeat(((outcome.text.codePointAt(0) ?? 0) - 64) * 1000),
    );
    expect(torn).toEqual([]);
    expect(outcomes.filter((outcome) => typeof outcome === "object").length).toBeGreaterThan(0);
  });

  it("[FN-3] cached: read once, kept, copied for each read, held to each read's limit", async () => {
    const source = fileSource(file, { cached: true });
    const bounds = { maxBytes: 100, signal: new AbortController().signal };
    const first = await source.read(bounds);
    first.fill(0);
    unlinkSync(file);
    expect(new TextDecoder().decode(await source.read(bounds))).toBe("0123456789");
    await expect(source.read({ ...bounds, maxBytes: 9 })).rejects.toBeInstanceOf(TooLargeSignal);
  });

  it("[FN-3] cached: a failure is not kept", async () => {
    const late = join(dir, "late");
    const binding = resource(
      { uri: "a:f", name: "f", mimeType: "text/plain" },
      fileSource(late, { cached: true }),
    );
    expect(await readBody(binding)).toBe("read_failed");
    writeFileSync(late, "here");
    expect(await readBody(binding)).toMatchObject({ text: "here" });
  });

  it("[FN-3] stops when the read is over", async () => {
    const binding = resource({ uri: "a:f", name: "f" }, fileSource(file));
    expect(await readBody(binding, { signal: AbortSignal.abort() })).toBe("read_failed");
  });

  it.each<[string, unknown]>([
    ["a relative path", "file.txt"],
    ["nothing", ""],
    ["undefined", undefined],
    ["a NUL", "/tmp/a\0b"],
    ["an http URL", new URL("http://localhost/file")],
    ["a file URL with a host", new URL("file://server/share")],
    ["a file URL that hides a slash", new URL("file:///a%2Fb")],
    ["a URL as a string", "file:///tmp/x"],
  ])("[FN-3] refuses %s", (_, path) => {
    expect(() => fileSource(path as string)).toThrow(TypeError);
  });
});
