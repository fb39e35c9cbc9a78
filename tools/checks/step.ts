import { spawnSync } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

/** One counted check: commands that must all exit 0, run from the repository's root. */
export interface Step {
  readonly name: string;
  /** What it holds, in a few words, for the list and the failure line. */
  readonly holds: string;
  readonly commands: readonly (readonly [string, ...string[]])[];
  /** Names of steps without which this one cannot run: it then fails unrun. */
  readonly needs?: readonly string[];
}

export interface StepResult {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
  readonly output: string;
}

export function runStep(step: Step, root: string): StepResult {
  const start = performance.now();
  let output = "";
  let passed = true;
  for (const [command, ...args] of step.commands) {
    const run = spawnSync(command, args, {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1" },
      shell: process.platform === "win32",
    });
    if (run.status === 0) continue;
    passed = false;
    output += `$ ${[command, ...args].join(" ")}\n${run.stdout}${run.stderr}`;
    if (run.error !== undefined) output += `${run.error.message}\n`;
    if (run.signal !== null) output += `ended by ${run.signal}\n`;
  }
  const seconds = (performance.now() - start) / 1000;
  return { name: step.name, passed, seconds, output: stripVTControlCharacters(output) };
}
