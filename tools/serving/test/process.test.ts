import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const source = fileURLToPath(new URL("../src/", import.meta.url));

/** Runs a snippet in a process of its own: signals and file descriptors cannot be tested in this one. */
function run(snippet: string): {
  child: ReturnType<typeof spawn>;
  ended: Promise<{ code: unknown; stdout: string; stderr: string }>;
} {
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", snippet]);
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (data) => (stdout += String(data)));
  child.stderr.on("data", (data) => (stderr += String(data)));
  const ended = once(child, "close").then(([code, signal]: unknown[]) => ({
    code: code ?? signal,
    stdout,
    stderr,
  }));
  return { child, ended };
}

describe("createLogger", () => {
  it("writes JSON lines to stderr and nothing to stdout", async () => {
    const { ended } = run(
      `import { createLogger } from ${JSON.stringify(`${source}logger.ts`)};
       const logger = createLogger("demo", "info");
       logger.debug("hidden"); logger.info({ operationId: "op" }, "shown");`,
    );
    const { stdout, stderr } = await ended;
    expect(stdout).toBe("");
    expect(JSON.parse(stderr)).toMatchObject({ name: "demo", operationId: "op", msg: "shown" });
  });
});

/** A program that waits for a signal, then closes as told. */
const waiting = (close: string): string =>
  `import { closeOnSignal } from ${JSON.stringify(`${source}shutdown.ts`)};
     const alive = setInterval(() => {}, 1000);
     const closed = closeOnSignal(${close});
     console.log("ready");
     await closed;
     console.log("closed");
     clearInterval(alive);`;

describe("closeOnSignal", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("closes on %s and lets the process end", async (name) => {
    const { child, ended } = run(waiting("async (signal) => console.log(signal)"));
    await once(child.stdout as NonNullable<typeof child.stdout>, "data");
    child.kill(name);
    expect(await ended).toMatchObject({ code: 0, stdout: `ready\n${name}\nclosed\n` });
  });

  it("ends at once on a second signal", async () => {
    const { child, ended } = run(
      waiting("() => { console.log('closing'); return new Promise(() => {}); }"),
    );
    const stdout = child.stdout as NonNullable<typeof child.stdout>;
    await once(stdout, "data");
    child.kill("SIGINT");
    await once(stdout, "data");
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130 });
  });
});
