import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import type { SampledSide } from "./case.ts";

/** A piece of work whose memory is of interest: prepared first, measured when it runs. */
export type MemoryTask = () => Work | Promise<Work>;
/** Does the work and says what came out. */
export type Work = () => string | Promise<string>;

const run = promisify(execFile);

/**
 * A side that tells how far a process's resident memory rises above idle while it works: in MiB, each
 * sample in a fresh process. The work is `tasks[task]` as exported by the module `url`.
 */
export function peakMemory(name: string, url: string, task: string): SampledSide {
  const ask = async (): Promise<{ mebibytes: number; answer: string }> => {
    const runner = fileURLToPath(new URL("run-memory-task.ts", import.meta.url));
    const { stdout } = await run(process.execPath, ["--expose-gc", runner, url, task]);
    return JSON.parse(stdout) as { mebibytes: number; answer: string };
  };
  return {
    name,
    unit: "MiB",
    answers: async () => (await ask()).answer,
    sample: async () => (await ask()).mebibytes,
  };
}
