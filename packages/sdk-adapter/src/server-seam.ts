import type { Call } from "./call.ts";
import { isObject } from "./json-shape.ts";
import type { WireResult } from "./wire-result.ts";

/** Capabilities as far as the adapter looks at them. */
export interface Capabilities {
  readonly resources?: { readonly subscribe?: boolean; readonly listChanged?: boolean };
  readonly completions?: object;
  readonly extensions?: Readonly<Record<string, object>>;
}

/** A handler as either SDK keeps it: it takes the whole request and the SDK's own view of it. */
export type StoredHandler = (request: object, raw: unknown) => Promise<object>;

/**
 * A low-level server of either SDK, by the members that both have at run time.
 * `getCapabilities` and `_requestHandlers` are private in v1, the latter in v2 too: the adapter does without them where
 * they are not what it expects.
 */
export interface LowLevelServer {
  readonly transport?: unknown;
  readonly registerCapabilities: (capabilities: Capabilities) => void;
  assertCanSetRequestHandler: (method: string) => void;
  setRequestHandler: (...registration: unknown[]) => void;
  getCapabilities?(): Capabilities | undefined;
  readonly _requestHandlers?: unknown;
  readonly onerror?: ((error: Error) => void) | undefined;
}

/** What the adapter needs of an SDK: made by `v1.ts` and `v2.ts`, the only files that know one. */
export interface ServerSeam<out Raw> {
  readonly server: LowLevelServer;
  /** Registers a handler that gets the parameters as they came: the SDK's schema does not judge them. */
  readonly serve: (
    method: string,
    handler: (params: unknown, call: Call<Raw>) => Promise<WireResult>,
  ) => void;
}

/** The server's own map of handlers, `undefined` if this SDK release keeps them elsewhere. */
export function storedHandlers(server: LowLevelServer): Map<string, StoredHandler> | undefined {
  const { _requestHandlers: handlers } = server;
  return isHandlerMap(handlers) ? handlers : undefined;
}

function isHandlerMap(value: unknown): value is Map<string, StoredHandler> {
  return value instanceof Map;
}

/** Whether some handler serves `method` already. */
export function isServed(server: LowLevelServer, method: string): boolean {
  try {
    server.assertCanSetRequestHandler(method);
    return false;
  } catch {
    return true;
  }
}

/**
 * The low-level server of an `McpServer`, or the server itself.
 *
 * @throws TypeError for anything else; `wanted` says what would be right.
 */
export function lowLevelOf(server: unknown, wanted: string): LowLevelServer {
  const low = isObject(server) && isObject(server["server"]) ? server["server"] : server;
  if (!isLowLevelServer(low)) {
    throw new TypeError(`attachResources: the first argument is an McpServer or Server ${wanted}.`);
  }
  return low;
}

/** The first is what a client lacks: it has the others too, and would take handlers that nobody ever calls. */
const SERVER_MEMBERS = [
  "getClientVersion",
  "registerCapabilities",
  "assertCanSetRequestHandler",
  "setRequestHandler",
] as const;

function isLowLevelServer(value: unknown): value is LowLevelServer {
  return isObject(value) && SERVER_MEMBERS.every((member) => typeof value[member] === "function");
}
