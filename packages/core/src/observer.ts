import type { IssueCode } from "@org/resources-reporting";
import type { FailureCode } from "./failure.ts";
import type { GatewayLimits } from "./limits.ts";
import type { Scope } from "./scope.ts";

/** What every event says. `elapsedMs` is monotonic, since the operation's start. */
interface EventBase {
  readonly operationId: string;
  readonly elapsedMs: number;
}

/** How an operation ended; `cause` is private, for the host alone. */
interface EventEnd extends EventBase {
  readonly outcome: "ok" | FailureCode;
  readonly durationMs: number;
  readonly cause?: unknown;
}

/** Something over a limit: which, how much was asked, how much is allowed. */
export interface BudgetDetail {
  readonly limit: keyof GatewayLimits;
  readonly bytes: number;
  readonly allowed: number;
}

/** What a gateway tells its host (OBS-1): no authorization data, no body; a private cause only in `cause`. */
export type GatewayEvent =
  | (EventBase & { readonly type: "read.start"; readonly uri: string })
  | (EventBase & {
      readonly type: "select";
      readonly candidates: number;
      /** The definition's URI or template, once selected. */
      readonly definition?: string | undefined;
      readonly durationMs: number;
    })
  | (EventBase & {
      readonly type: "decide";
      readonly round: 1 | 2;
      readonly station: "discover" | "requested" | "items";
      readonly permitted: number;
      readonly hidden: number;
      readonly denied: number;
      readonly durationMs: number;
    })
  | (EventBase & { readonly type: "resolve"; readonly items: number; readonly durationMs: number })
  | (EventBase & {
      readonly type: "item";
      readonly index: number;
      readonly uri: string;
      readonly outcome: "read" | IssueCode;
      readonly payloadBytes?: number | undefined;
      readonly encodedBytes?: number | undefined;
      readonly durationMs: number;
      readonly cause?: unknown;
    })
  | (EventBase & {
      readonly type: "budget";
      readonly index: number;
      readonly uri: string;
      readonly budget: BudgetDetail;
      /** True when admission stopped here: later items are not read (LIM-4). */
      readonly stopped: boolean;
    })
  | (EventBase & {
      readonly type: "issue";
      readonly index: number;
      readonly uri: string;
      readonly code: IssueCode;
    })
  | (EventEnd & {
      readonly type: "read.end";
      readonly items: number;
      readonly partial: boolean;
      readonly payloadBytes: number;
      readonly encodedBytes: number;
    })
  | (EventBase & { readonly type: "list.start"; readonly method: "resources" | "templates" })
  | (EventEnd & {
      readonly type: "list.end";
      readonly method: "resources" | "templates";
      readonly items: number;
    })
  | (EventBase & {
      readonly type: "complete.start";
      readonly uriTemplate: string;
      readonly variable: string;
    })
  | (EventEnd & { readonly type: "complete.end"; readonly values: number })
  | (EventBase & { readonly type: "queue"; readonly waiting: number; readonly running: number });

/**
 * Told of every event, frozen; not awaited, and whatever it throws or rejects changes nothing (OBS-1). The context is
 * `undefined` where an operation ended before there was one: its source said nobody, threw, or came too late.
 */
export type Observer<in C> = (event: GatewayEvent, scope: Scope<C | undefined>) => unknown;
