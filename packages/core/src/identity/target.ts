import type { ResourceUri, ResourceUriString } from "@org/resources-uri";

declare const TARGET: unique symbol;

/**
 * One item's identity: the same immutable object goes to policy and to storage, in both rounds (TGT-1, TGT-3).
 * Made by `createTarget` alone; a look-alike is refused.
 */
export interface ResourceTarget {
  readonly uri: ResourceUriString;
  /** Part of the host's identity, never of the wire; `""` unless given. */
  readonly representation: string;
  /** The host's private JSON: not enumerable, never in a result, report, error, event or log. */
  readonly authorizationData: unknown;
  readonly [TARGET]: true;
}

/** What `createTarget` takes. */
export interface TargetOptions {
  readonly uri: string | ResourceUri;
  readonly representation?: string | undefined;
  readonly authorizationData?: unknown;
}
