import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** A run of the real program in a process of its own. */
export function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ["--conditions=@org/source", main, ...args], {
    env: { PATH: process.env["PATH"] ?? "", NODE_NO_WARNINGS: "1", ...env },
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (data) => (output.stdout += String(data)));
  child.stderr.on("data", (data) => (output.stderr += String(data)));
  const ended = once(child, "close").then(([code]: unknown[]) => ({ code, ...output }));
  return { child, output, ended };
}
