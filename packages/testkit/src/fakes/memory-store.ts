import { blobPayload, type Payload, textPayload, tooLarge, unavailable } from "@org/resources-core";
import { type Deferred, deferred } from "./deferred.ts";

/** What a store keeps under a URI: text (`text/plain`), bytes (`application/octet-stream`), or a payload. */
export type StoredBody = string | Uint8Array | Payload;

/** One call of a store. `operationId` is there when a gateway's callback made the call. */
export type StoreCall =
  | { readonly action: "read"; readonly uri: string; readonly operationId?: string | undefined }
  | { readonly action: "list"; readonly prefix: string }
  | { readonly action: "put" | "remove"; readonly uri: string };

/** How far a store's `read` may go: of a gateway's scope, the part that concerns storage. */
export interface StoreBounds {
  readonly signal?: AbortSignal | undefined;
  readonly maxBytes?: number | undefined;
  readonly operationId?: string | undefined;
}

/** Bodies by URI, in the order in which they were put, and every call that was made. Knows nothing of rights. */
export interface MemoryStore {
  /** Every call so far, in order. */
  readonly calls: readonly StoreCall[];
  /**
   * Reads one body; fits as the `read` of `bundle` and of `resourceTemplate`. Throws `unavailable()` for an unknown URI
   * and `tooLarge()` beyond `maxBytes`, and rejects with the signal's reason when it aborts.
   */
  readonly read: (
    of: { readonly uri: string } & StoreBounds,
    bounds?: StoreBounds,
  ) => Promise<Payload>;
  /** Gives the URIs that begin with `prefix`, and no body; rejects with the signal's reason when it aborts. */
  readonly list: (
    prefix?: string,
    bounds?: Pick<StoreBounds, "signal">,
  ) => Promise<readonly string[]>;
  readonly put: (uri: string, body: StoredBody) => void;
  readonly remove: (uri: string) => void;
  /** Lets `read` and `list` answer nobody, until `resume` or an abort: storage that hangs. */
  readonly stall: () => void;
  readonly resume: () => void;
}

/**
 * Makes a storage in memory for bindings under test (KIT-1): it records calls, honours signals and `maxBytes`, and can
 * be made to hang.
 *
 * @example
 * const store = memoryStore({ "asset://p/a": "text", "asset://p/b": new Uint8Array([1, 2]) });
 * const preview = bundle(
 *   { uri: "bundle://p/preview", name: "preview" },
 *   {
 *     resolve: async ({ canonicalUri }, scope) => {
 *       const uris = await store.list("asset://p/", scope);
 *       return createReadPlan(
 *         createTarget({ uri: canonicalUri }),
 *         uris.map((uri) => createTarget({ uri })),
 *       );
 *     },
 *     read: store.read,
 *   },
 * );
 */
export function memoryStore(bodies: Readonly<Record<string, StoredBody>> = {}): MemoryStore {
  const kept = new Map(Object.entries(bodies).map(([uri, body]) => [uri, payloadOf(body)]));
  const calls: StoreCall[] = [];
  let hanging: Deferred<undefined> | undefined;

  async function answering(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (hanging === undefined) return;
    const { promise, reject } = deferred<undefined>();
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    await Promise.race([hanging.promise, promise]);
  }

  return {
    calls,
    async read(of, bounds = of) {
      const { signal, maxBytes = Infinity, operationId } = bounds;
      calls.push({ action: "read", uri: of.uri, operationId });
      await answering(signal);
      const body = kept.get(of.uri);
      if (body === undefined) throw unavailable();
      if (sizeOf(body) > maxBytes) throw tooLarge();
      return body;
    },
    async list(prefix = "", { signal } = {}) {
      calls.push({ action: "list", prefix });
      await answering(signal);
      return [...kept.keys()].filter((uri) => uri.startsWith(prefix));
    },
    put(uri, body) {
      calls.push({ action: "put", uri });
      kept.set(uri, payloadOf(body));
    },
    remove(uri) {
      calls.push({ action: "remove", uri });
      kept.delete(uri);
    },
    stall() {
      hanging ??= deferred();
    },
    resume() {
      hanging?.resolve(undefined);
      hanging = undefined;
    },
  };
}

function payloadOf(body: StoredBody): Payload {
  if (typeof body === "string") return textPayload(body, "text/plain");
  return body instanceof Uint8Array ? blobPayload(body, "application/octet-stream") : body;
}

function sizeOf({ text, bytes }: Payload): number {
  return text === undefined ? bytes.byteLength : new TextEncoder().encode(text).byteLength;
}
