import type { ResultSizer } from "./read/result-sizer.ts";
import type { ReadBundle } from "./read/read-bundle-result.ts";
import type { ResourceDefinition, ResourceTemplateDefinition } from "./definition/definition.ts";
import { notConstructed } from "./identity/construction.ts";
import type {
  Completion,
  CompletionRequest,
  ContextSource,
  Page,
  PageRequest,
  ReadProgress,
  ResourceGateway,
} from "./operation.ts";

/** What an adapter opens an operation with. The deadline starts here (READ-1). */
export interface OpenOptions<out C> {
  /** Asked first, inside the scope: `undefined`, `null` or a thrown `unavailable()` is nobody (SDK-6). */
  readonly context: ContextSource<C>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly sizer?: ResultSizer | undefined;
}

/**
 * One operation with its scope already open, kept open through the adapter's conversion of the result (READ-1).
 * Call exactly one of `read`, `list`, `listTemplates`, `complete`; then `check` after converting; then always `close`.
 */
export interface OpenOperation {
  readonly operationId: string;
  readonly signal: AbortSignal;
  /** Epoch milliseconds. */
  readonly deadline: number;
  readonly read: (
    uri: string,
    options?: { readonly onProgress?: ((progress: ReadProgress) => unknown) | undefined },
  ) => Promise<ReadBundle>;
  readonly list: (page: PageRequest) => Promise<Page<ResourceDefinition>>;
  readonly listTemplates: (page: PageRequest) => Promise<Page<ResourceTemplateDefinition>>;
  readonly complete: (completion: CompletionRequest) => Promise<Completion>;
  /** Throws the `cancelled` or `timeout` failure if the scope is over by now. */
  readonly check: () => void;
  /** Ends the scope: every signal of it aborts. */
  readonly close: () => void;
}

/** What an adapter needs of a gateway besides its public face. */
export interface GatewayPort<in C> {
  /** Some binding completes a variable: the adapter declares the completions capability (SDK-1). */
  readonly completes: boolean;
  readonly listTtlMs: number;
  /** Whether `cursorKeys` were given: without them a gateway per request cannot continue its own lists. */
  readonly cursorKeysGiven: boolean;
  readonly open: (options: OpenOptions<C>) => OpenOperation;
}

/** Ports by gateway. A method of the gateway's own would be public. */
const PORTS: WeakMap<object, unknown> = new WeakMap();

/** Gives a gateway its port, once. */
export function bindPort<C>(gateway: ResourceGateway<C>, port: GatewayPort<C>): void {
  PORTS.set(gateway, Object.freeze(port));
}

/**
 * Finds what an adapter needs of a gateway. Throws a `TypeError` for anything that this copy of the package did not make,
 * and says so if another copy did.
 */
export function gatewayPort<C>(gateway: ResourceGateway<C>): GatewayPort<C> {
  const port = typeof gateway === "object" && gateway !== null ? PORTS.get(gateway) : undefined;
  if (!isPortOf<C>(port)) {
    throw new TypeError(notConstructed(gateway, "gateway", "createResourceGateway"));
  }
  return port;
}

/** Only `bindPort` puts ports into the map, each under a gateway of its own context. */
function isPortOf<C>(port: unknown): port is GatewayPort<C> {
  return port !== undefined;
}
