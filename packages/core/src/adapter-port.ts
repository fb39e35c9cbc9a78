import type { ResultSizer } from "./read/result-sizer.ts";
import type { ReadBundle } from "./read/read-bundle-result.ts";
import type { ResourceDefinition, ResourceTemplateDefinition } from "./definition/definition.ts";
import type {
  Completion,
  CompletionRequest,
  ContextSource,
  Page,
  PageRequest,
  ReadProgress,
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
