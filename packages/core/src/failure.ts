import type { UriErrorCode } from "@org/resources-uri";
import type { ReadReport } from "@org/resources-reporting";

/** Why a whole operation failed (READ-14): a closed set; nothing else ever leaves the gateway. */
export type FailureCode =
  | "unavailable"
  | "invalid_uri"
  | "invalid_capture"
  | "ambiguous"
  | "invalid_cursor"
  | "invalid_plan"
  | "response_too_large"
  | "cancelled"
  | "resolve_failed"
  | "policy_failed"
  | "no_items"
  | "timeout"
  | "overloaded";

/** Each code's fixed message (READ-14): a failure never says more in words. */
export const FAILURE_MESSAGES: Readonly<Record<FailureCode, string>> = Object.freeze({
  unavailable: "Resource not found",
  invalid_uri: "Invalid resource URI",
  invalid_capture: "Invalid value in resource URI",
  ambiguous: "Ambiguous resource URI",
  invalid_cursor: "Invalid cursor",
  invalid_plan: "Resource could not be planned",
  response_too_large: "Resource does not fit into a response",
  cancelled: "Request cancelled",
  resolve_failed: "Resource could not be resolved",
  policy_failed: "Access could not be decided",
  no_items: "No item could be read",
  timeout: "Request took too long",
  overloaded: "Too many requests at once",
});

const RETRYABLE: ReadonlySet<FailureCode> = new Set([
  "resolve_failed",
  "policy_failed",
  "timeout",
  "overloaded",
]);

/** What a failure may tell besides its code. All of it but `cause` is meant for the caller. */
export interface FailureDetails {
  readonly operationId: string;
  /** The request's URI, of reads alone. */
  readonly uri?: string | undefined;
  /** The URI layer's verdict, of `invalid_uri`. */
  readonly detail?: UriErrorCode | undefined;
  /** Where in the URI (UTF-16 index), of `invalid_uri`. */
  readonly offset?: number | undefined;
  /** Which template variable, of `invalid_capture`. */
  readonly variable?: string | undefined;
  /** What the author says the variable must be, of `invalid_capture`. */
  readonly expectation?: string | undefined;
  /** Of `no_items` alone (READ-9); its failure is retryable iff one of the report's causes is. */
  readonly report?: ReadReport | undefined;
  /** Only `no_items` decides this per failure. */
  readonly retryable?: boolean | undefined;
  /** Private: for the host's own log, never for the caller (READ-13). */
  readonly cause?: unknown;
}
