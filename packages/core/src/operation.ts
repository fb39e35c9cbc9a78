import type { Awaitable } from "./awaitable.ts";
import type { Clock, Random } from "./clock.ts";
import type { ResourceBinding } from "./definition/binding.ts";
import type { ResourceContributor } from "./definition/contributor.ts";
import type { ResourceDefinition, ResourceTemplateDefinition } from "./definition/definition.ts";
import type { GatewayLimits, LimitOverrides } from "./limits.ts";
import type { Observer } from "./observer.ts";
import type { ResourcePolicy } from "./policy/policy.ts";
import type { ReadBundle } from "./read/read-bundle-result.ts";

/** Who asks, and until when: what every operation takes. `timeoutMs` shortens the gateway's own, never extends it. */
export interface OperationRequest<out C> {
  readonly context: C;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** How far a read is; `total` counts the items permitted in the first round (READ-11). */
export interface ReadProgress {
  readonly completed: number;
  readonly total: number;
}

/** An {@link OperationRequest} for a read. */
export interface ReadRequest<out C> extends OperationRequest<C> {
  readonly onProgress?: ((progress: ReadProgress) => unknown) | undefined;
}

/** Where a list continues, and how much of it to return. */
export interface PageRequest {
  readonly cursor?: string | undefined;
  readonly pageSize?: number | undefined;
}

/** One page; `nextCursor` is present iff a further entry is discoverable now (LST-2). */
export interface Page<out T> {
  readonly items: readonly T[];
  readonly nextCursor?: string | undefined;
}

/** Which variable of which template to complete, from what has been typed (CMP-1). */
export interface CompletionRequest {
  readonly uriTemplate: string;
  readonly variable: string;
  readonly value: string;
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/** At most 100 values, with the true total of what the caller may see. */
export interface Completion {
  readonly values: readonly string[];
  readonly total: number;
  readonly hasMore: boolean;
}

/** What `createResourceGateway` takes; everything but `policy` is optional. */
export interface GatewayOptions<in out C> {
  readonly policy: ResourcePolicy<C>;
  readonly bindings?: Iterable<ResourceBinding<C>> | undefined;
  readonly contributors?: Iterable<ResourceContributor<C>> | undefined;
  readonly limits?: LimitOverrides | undefined;
  /** `[current, ...previous]`, at most 4 of 32 bytes; random unless given (LST-4). */
  readonly cursorKeys?: readonly Uint8Array[] | undefined;
  /** What list results say about their age on revisions that have it (SDK-4); milliseconds, default 0. */
  readonly listTtlMs?: number | undefined;
  /** Groups waiting reads, so that one caller cannot starve another (LIM-6); default: one group. */
  readonly concurrencyKey?: ((context: C) => string) | undefined;
  readonly observer?: Observer<C> | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
}

/** An immutable set of bindings behind one policy. */
export interface ResourceGateway<in C> {
  /** Reads one URI: authorize, read, admit, authorize again, report. Rejects with a `ResourceFailure` (READ-1..16). */
  readonly read: (uri: string, request: ReadRequest<C>) => Promise<ReadBundle>;
  /** Lists the definitions that have a URI, a page at a time (LST-1..4). */
  readonly list: (
    page: PageRequest,
    request: OperationRequest<C>,
  ) => Promise<Page<ResourceDefinition>>;
  /** Lists the definitions that have a URI template, a page at a time (LST-1..4). */
  readonly listTemplates: (
    page: PageRequest,
    request: OperationRequest<C>,
  ) => Promise<Page<ResourceTemplateDefinition>>;
  /** Completes a template variable (CMP-1). */
  readonly complete: (
    completion: CompletionRequest,
    request: OperationRequest<C>,
  ) => Promise<Completion>;
  /** The effective limits. */
  readonly limits: GatewayLimits;
}

/** A context that is made when the operation runs, inside its scope (SDK-6): `undefined` and `null` are "nobody". */
export type ContextSource<out C> = () => Awaitable<C | null | undefined>;
