import { Caller } from "../upstream/caller.ts";
import { ENDPOINTS } from "../upstream/endpoints.ts";
import { UpstreamRefused } from "../upstream/failures.ts";
import type { ForgejoClient } from "../upstream/forgejo-client.ts";

const READY_WITHIN_MS = 2_000;

/** Whether Forgejo answers at all: one that wants everybody to sign in does, by refusing. */
export async function isReachable(client: ForgejoClient): Promise<boolean> {
  try {
    await client.get(ENDPOINTS.version(), {
      caller: new Caller(),
      signal: AbortSignal.timeout(READY_WITHIN_MS),
      deadline: Date.now() + READY_WITHIN_MS,
    });
    return true;
  } catch (error) {
    return error instanceof UpstreamRefused;
  }
}
