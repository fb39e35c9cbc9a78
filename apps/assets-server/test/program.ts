import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** A run of the real program in a process of its own. */
export interface Run {
  readonly child: ChildProcessWithoutNullStreams;
  /** What stdout holds once it holds `text`. */
  readonly printed: (text: string) => Promise<string>;
  readonly ended: Promise<{ code: unknown; stdout: string; stderr: string }>;
}

export function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Run {
  const child = spawn(process.execPath, ["--conditions=@org/source", main, ...args], {
    env: { PATH: process.env["PATH"] ?? "", NODE_NO_WARNINGS: "1", ...env },
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (data) => (output.stdout += String(data)));
  child.stderr.on("data", (data) => (output.stderr += String(data)));
  const ended = once(child, "close").then(([code, signal]: unknown[]) => ({
    code: code ?? signal,
    ...output,
  }));
  const printed = async (text: string): Promise<string> => {
    while (!output.stdout.includes(text)) {
      if (child.exitCode !== null) throw new Error(`ended without printing ${text}`);
      // oxlint-disable-next-line no-await-in-loop
      await Promise.race([once(child.stdout, "data"), ended]);
    }
    return output.stdout;
  };
  return { child, printed, ended };
}
