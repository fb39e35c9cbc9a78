import type { ReadProgress } from "@org/resources-core";
import { utf8ByteLength } from "@org/resources-reporting";
import type { Call } from "./call.ts";

const MAX_TOKEN_BYTES = 256;

/**
 * Tells the client how far its read is, if it asked by a progress token (SDK-3); `progress` strictly increases.
 * A token over 256 bytes is not served: it would come back with every notification.
 */
export function progressReporter(
  call: Call<unknown>,
): ((progress: ReadProgress) => void) | undefined {
  const { _meta: meta } = call.info;
  const progressToken = meta?.["progressToken"];
  if (typeof progressToken !== "string" && typeof progressToken !== "number") return undefined;
  if (typeof progressToken === "string" && utf8ByteLength(progressToken) > MAX_TOKEN_BYTES) {
    return undefined;
  }
  let last = 0;
  return ({ completed, total }) => {
    if (completed <= last) return;
    last = completed;
    const params = { progressToken, progress: completed, total };
    // A client that has gone away learns nothing, and the read does not fail for it.
    call.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}
