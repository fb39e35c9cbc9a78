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

/** Set on every failure, whichever copy of this package made it: one tree may hold two. */
const FAILURE: unique symbol = Symbol.for("@org/resources-core/ResourceFailure");

/** What a failure tells besides code and operation: only what there is. */
interface ToldDetails {
  readonly uri?: string;
  readonly detail?: UriErrorCode;
  readonly offset?: number;
  readonly variable?: string;
  readonly expectation?: string;
  readonly report?: ReadReport;
}

function toldDetails(details: FailureDetails): ToldDetails {
  const { uri, detail, offset, variable, expectation, report } = details;
  return {
    ...(uri === undefined ? {} : { uri }),
    ...(detail === undefined ? {} : { detail }),
    ...(offset === undefined ? {} : { offset }),
    ...(variable === undefined ? {} : { variable }),
    ...(expectation === undefined ? {} : { expectation }),
    ...(report === undefined ? {} : { report }),
  };
}

/** What a failure shows of itself in JSON, and in inspection: everything but its cause. */
export interface FailureJson extends ToldDetails {
  readonly code: FailureCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly operationId: string;
}

/**
 * Says why an operation failed: the one error that leaves a gateway (READ-14).
 *
 * `code` is of a closed set and `message` fixed for it; `retryable` says whether the same request may succeed later.
 * `cause` is for the host alone: neither JSON, string, message nor inspection contains it (READ-13).
 *
 * @example
 * try {
 *   await gateway.read(uri, { context });
 * } catch (error) {
 *   if (!isResourceFailure(error)) throw error;
 *   logger.warn({ ...error.toJSON(), cause: error.cause });
 * }
 */
export class ResourceFailure extends Error {
  readonly code: FailureCode;
  readonly retryable: boolean;
  readonly operationId: string;
  declare readonly uri?: string;
  declare readonly detail?: UriErrorCode;
  declare readonly offset?: number;
  declare readonly variable?: string;
  declare readonly expectation?: string;
  declare readonly report?: ReadReport;
  readonly #told: ToldDetails;
  readonly #cause: unknown;

  constructor(code: FailureCode, details: FailureDetails) {
    super(FAILURE_MESSAGES[code]);
    this.code = code;
    this.retryable = details.retryable ?? RETRYABLE.has(code);
    this.operationId = details.operationId;
    this.#told = toldDetails(details);
    this.#cause = details.cause;
    Object.assign(this, this.#told);
  }

  override get name(): string {
    return "ResourceFailure";
  }

  /** What the host threw or did wrong, for its own log (READ-13); `undefined` if nobody did. */
  override get cause(): unknown {
    return this.#cause;
  }

  /** Everything but the cause, ready to be logged (READ-13). */
  toJSON(): FailureJson {
    const { code, message, retryable, operationId } = this;
    return { code, message, retryable, operationId, ...this.#told };
  }

  static {
    Object.defineProperty(this.prototype, FAILURE, { value: true });
    // Node, Deno and Bun print an error's `cause` wherever they meet it: a log line must not.
    const inspected = {
      value(this: ResourceFailure): string {
        return `${this.stack ?? String(this)} ${JSON.stringify(this.toJSON())}`;
      },
    };
    Object.defineProperty(this.prototype, Symbol.for("nodejs.util.inspect.custom"), inspected);
    Object.defineProperty(this.prototype, Symbol.for("Deno.customInspect"), inspected);
  }
}

/**
 * Tells whether something that was thrown is a {@link ResourceFailure}, made by this copy of the package or another.
 * Takes anything and never throws.
 */
export function isResourceFailure(error: unknown): error is ResourceFailure {
  try {
    return error instanceof Error && Reflect.get(error, FAILURE) === true;
  } catch {
    return false;
  }
}
