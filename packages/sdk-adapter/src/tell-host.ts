import type { LowLevelServer } from "./server-seam.ts";

/** Tells the server's `onerror`, if it has one. What that throws is its own: the client is still owed its answer. */
export function tellHost(server: LowLevelServer, error: Error): boolean {
  try {
    if (typeof server.onerror !== "function") return false;
    server.onerror(error);
  } catch {
    // It was told.
  }
  return true;
}
