import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { LoadOrders, LoadResult } from "./load-clients.ts";

const program = fileURLToPath(new URL("load-clients.ts", import.meta.url));

/** Runs the clients to their end. */
export async function runLoad(orders: LoadOrders): Promise<LoadResult> {
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(orders));
  return JSON.parse(await text(child.stdout)) as LoadResult;
}
