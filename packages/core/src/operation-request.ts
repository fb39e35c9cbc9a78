/** What every operation takes, each field read once. */
export interface RequestTimes {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/**
 * Reads a caller's signal and timeout; the gateway's own timeout is never extended (READ-1). Throws a `TypeError` for a
 * timeout that is no positive safe integer (LIM-1), and for a signal that is none.
 */
export function requestTimes(
  signal: unknown,
  timeoutMs: unknown,
  readTimeoutMs: number,
): RequestTimes {
  if (signal !== undefined && !isAbortSignal(signal)) {
    throw new TypeError("signal must be an AbortSignal");
  }
  if (timeoutMs === undefined) return { signal, timeoutMs: readTimeoutMs };
  if (typeof timeoutMs !== "number" || !Number.isSafeInteger(timeoutMs) || timeoutMs < 1) {
    throw new TypeError("timeoutMs must be a positive safe integer (milliseconds)");
  }
  return { signal, timeoutMs: Math.min(timeoutMs, readTimeoutMs) };
}

/** Of any realm: what counts is that it can be watched. */
function isAbortSignal(value: unknown): value is AbortSignal {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof Reflect.get(value, "aborted") === "boolean" &&
    typeof Reflect.get(value, "addEventListener") === "function" &&
    typeof Reflect.get(value, "removeEventListener") === "function"
  );
}
