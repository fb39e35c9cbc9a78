import { type LowLevelServer, storedHandlers } from "./server-seam.ts";

/** Methods that are now ours. */
export interface KeptHandlers {
  /** Method → what to tell whoever registers it again. */
  readonly refused: ReadonlyMap<string, string>;
  /** A method that a later registration joins instead of replacing it: `adopt` takes the newcomer in. */
  readonly shared?: { readonly method: string; readonly adopt: () => void } | undefined;
}

/**
 * Keeps attached handlers in place for the life of a server. Both SDKs replace a handler silently when a method is
 * registered by hand, and `McpServer` refuses its own registrations with a text that names no remedy. From here on this
 * server refuses with ours, or lets the newcomer join.
 */
export function keepHandlers(server: LowLevelServer, { refused, shared }: KeptHandlers): void {
  const { assertCanSetRequestHandler, setRequestHandler } = server;
  const handlers = storedHandlers(server);
  const ours = new Map([...refused.keys()].map((method) => [method, handlers?.get(method)]));

  const assertCan = (method: string): void => {
    const remedy = refused.get(method);
    if (remedy !== undefined) throw new TypeError(remedy);
    if (method !== shared?.method) assertCanSetRequestHandler.call(server, method);
  };
  const set = (...registration: unknown[]): void => {
    const before = handlers?.get(shared?.method ?? "");
    setRequestHandler.apply(server, registration);
    for (const [method, remedy] of refused) {
      const kept = ours.get(method);
      if (kept === undefined || handlers?.get(method) === kept) continue;
      handlers?.set(method, kept);
      throw new TypeError(remedy);
    }
    if (shared !== undefined && handlers?.get(shared.method) !== before) shared.adopt();
  };
  define(server, "assertCanSetRequestHandler", assertCan);
  define(server, "setRequestHandler", set);
}

function define(server: LowLevelServer, name: string, value: unknown): void {
  Object.defineProperty(server, name, { value, configurable: true, writable: true });
}
