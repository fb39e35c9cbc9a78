import type { LowLevelServer } from "./server-seam.ts";
import { tellHost } from "./tell-host.ts";

const HINT =
  "A list was asked to continue from a cursor that this gateway did not make, and it has no cursorKeys. " +
  "A gateway that is made for each request, or in each of several replicas, needs them: " +
  "pass cursorKeys to createResourceGateway, or make the gateway once, outside the factory.";

/** Node's, Deno's and Bun's way to warn, which a host can redirect or silence. */
interface Runtime {
  readonly process?: { readonly emitWarning?: (text: string, options: { code: string }) => void };
}

let warned = false;

/** Which gateways have issued a cursor in this process. */
const issuers = new WeakSet<object>();

/** A gateway's lists, as far as the hint is concerned. */
export interface CursorWatch {
  readonly issued: () => void;
  /** A cursor was refused. */
  readonly refused: (cursor: unknown) => void;
}

/**
 * Watches for the mistake that no single request shows: a gateway that is built anew for each request makes up its own
 * cursor key each time, so that every second page is refused. Told to the server's `onerror`, or else as one warning of
 * the process.
 */
export function watchCursors(
  server: LowLevelServer,
  port: { readonly cursorKeysGiven: boolean },
): CursorWatch {
  return {
    issued: () => {
      issuers.add(port);
    },
    refused: (cursor) => {
      if (port.cursorKeysGiven || issuers.has(port) || !looksIssued(cursor)) return;
      if (!tellHost(server, new Error(HINT))) warnOnce();
    },
  };
}

/** Some gateway's, by its looks: a client that makes up its cursors is no reason to warn. */
function looksIssued(cursor: unknown): boolean {
  return typeof cursor === "string" && /^[\w-]{64,512}$/.test(cursor);
}

function warnOnce(): void {
  if (warned) return;
  warned = true;
  // Without `object`, a type of optional members alone refuses a globalThis that has none of them.
  const runtime: Runtime & object = globalThis;
  runtime.process?.emitWarning?.(HINT, { code: "RESOURCES_CURSOR_KEYS" });
}
