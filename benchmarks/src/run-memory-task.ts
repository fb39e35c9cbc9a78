/**
 * One memory task in one process of its own: started by `peak-memory.ts`, answers on stdout. Linux
 * only: it resets the kernel's high-water mark (proc(5), clear_refs) so that preparing leaves no trace.
 */
import { readFileSync, writeFileSync } from "node:fs";

import type { MemoryTask } from "./peak-memory.ts";

function kibibytes(field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync("/proc/self/status", "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1]);
}

const [url = "", name = ""] = process.argv.slice(2);
const { tasks } = (await import(url)) as { tasks: Readonly<Record<string, MemoryTask>> };
const task = tasks[name];
if (task === undefined || globalThis.gc === undefined) {
  throw new Error(
    "run-memory-task.ts takes --expose-gc, a module and the name of one of its tasks",
  );
}
const work = await task();
globalThis.gc();
globalThis.gc();
writeFileSync("/proc/self/clear_refs", "5");
const idle = kibibytes("VmRSS");
const answer = await work();
const mebibytes = (kibibytes("VmHWM") - idle) / 1024;
console.log(JSON.stringify({ mebibytes, answer }));
