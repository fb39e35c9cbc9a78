import type { FailureCode, ResourceFailure } from "@org/resources-core";
import { FAILURE_MESSAGES, isResourceFailure } from "@org/resources-core/adapter";
import { validateResourceUri } from "@org/resources-uri";

/** Why a request failed, as `data.reason` says it: a gateway's code, or one of the adapter's own two. */
export type WireReason = FailureCode | "invalid_params" | "internal_error";

/** A JSON-RPC error; both SDKs take `code` and `data` from whatever is thrown, and `message` as it is. */
export type WireError = Error & { readonly code: number; readonly data?: unknown };

const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

/** What the caller can mend. All other failures are `-32603`. */
const CALLER_FAULTS: ReadonlySet<WireReason> = new Set<WireReason>([
  "unavailable",
  "invalid_uri",
  "invalid_capture",
  "invalid_cursor",
  "ambiguous",
  "invalid_params",
]);

/** Thrown by the adapter for parameters that are not of the protocol's shape. */
export class MalformedParams extends Error {
  override readonly name: string = "MalformedParams";
}

/** What is known of a failed request besides what was thrown. */
export interface FailedRequest {
  /** The URI that a read asked for; of reads alone. */
  readonly uri?: unknown;
  readonly maxUriBytes: number;
  readonly operationId?: string | undefined;
}

/**
 * The one answer to whatever was thrown (SDK-2): a fixed code, message and data, and no word of the thrown thing itself.
 * It never throws, whatever it is given.
 */
export function wireError(thrown: unknown, request: FailedRequest): WireError {
  const uri = echoedUri(request);
  const { operationId } = request;
  const common = { ...uri, ...(operationId === undefined ? {} : { operationId }) };
  try {
    if (isResourceFailure(thrown)) return failureError(thrown, common);
    if (thrown instanceof MalformedParams)
      return ownError("invalid_params", "Invalid params", common);
  } catch {
    // A proxy may throw when it is looked at.
  }
  return ownError("internal_error", "Internal error", common);
}

interface Common {
  readonly uri?: string;
  readonly operationId?: string;
}

function failureError(failure: ResourceFailure, { uri }: Common): WireError {
  const { code, operationId, retryable } = failure;
  const message = FAILURE_MESSAGES[code];
  const echoed = uri === undefined ? {} : { uri };
  // Exactly `{ uri }`: the v2 client knows "not found" by it, and nothing may tell one denial from another.
  if (code === "unavailable") return make(code, message, echoed);
  return make(code, message, {
    ...echoed,
    reason: code,
    operationId,
    retryable,
    ...details(failure),
  });
}

function ownError(
  reason: "invalid_params" | "internal_error",
  message: string,
  common: Common,
): WireError {
  const { uri, operationId } = common;
  const data = present({ uri, reason, operationId, retryable: false });
  return make(reason, message, data);
}

/** JSON-RPC's own range; the codes of databases and systems lie outside. */
const isProtocolCode = (code: unknown): code is number =>
  Number.isSafeInteger(code) && Number(code) >= -32768 && Number(code) <= -32000;

/**
 * An error that a host's callback made for the wire on purpose, by a code of the protocol: a plain copy of it.
 * `undefined` for everything else, and for one whose parts JSON does not hold.
 */
export function relayedError(thrown: unknown): WireError | undefined {
  try {
    if (typeof thrown !== "object" || thrown === null || !("code" in thrown)) return undefined;
    const { code, message, data }: { code: unknown; message?: unknown; data?: unknown } = thrown;
    if (!isProtocolCode(code) || typeof message !== "string") return undefined;
    const copy: unknown = data === undefined ? undefined : JSON.parse(JSON.stringify(data));
    return Object.assign(new Error(message), { code, data: copy });
  } catch {
    return undefined;
  }
}

function make(reason: WireReason, message: string, data: Record<string, unknown>): WireError {
  const code = CALLER_FAULTS.has(reason) ? INVALID_PARAMS : INTERNAL_ERROR;
  return Object.assign(new Error(message), { code, data });
}

/** What a code has to say beyond itself: each code its own members and no other's. */
function details(failure: ResourceFailure): Record<string, unknown> {
  const { code, detail, offset, variable, expectation, report } = failure;
  if (code === "invalid_uri") return present({ detail, offset });
  if (code === "invalid_capture") return present({ variable, expectation });
  return code === "no_items" ? present({ report }) : {};
}

function present(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** A URI goes back only if it is one, and short enough for a request: never a stranger's arbitrary text. */
function echoedUri({ uri, maxUriBytes }: FailedRequest): { uri?: string } {
  if (typeof uri !== "string") return {};
  return validateResourceUri(uri, { maxBytes: maxUriBytes }).ok ? { uri } : {};
}
