import type { RequestInfo } from "./request-info.ts";

/** A progress notification, the only one that the adapter sends. */
export interface ProgressNotification {
  readonly method: "notifications/progress";
  readonly params: {
    readonly progressToken: string | number;
    readonly progress: number;
    readonly total: number;
  };
}

/** One request in the adapter's own words: what `v1.ts` and `v2.ts` make of their SDK's handler arguments. */
export interface Call<out Raw> {
  readonly id: string | number;
  /** Aborts when the client cancels or the connection closes. */
  readonly signal: AbortSignal;
  readonly info: RequestInfo;
  readonly notify: (notification: ProgressNotification) => Promise<void>;
  /** The request is served on protocol revision 2026-07-28 or later: results have cache fields (SDK-4). */
  readonly modern: boolean;
  /** What the SDK adds to the `_meta` of this request's result where the revision is modern (SDK-5). */
  readonly stampedServerInfo: object;
  /** The SDK's own view of the request, for the host's `context` callback. */
  readonly raw: Raw;
}
