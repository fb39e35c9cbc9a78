/** Refuses an argument that is missing, or no object, by its name; `shape` says what it should be. */
export function requireArgument(value: unknown, name: string, shape: string): void {
  if (typeof value === "object" && value !== null) return;
  const got = value === null ? "null" : typeof value;
  throw new TypeError(`${name} must be an object ${shape}, not ${got}`);
}

/** Checks a caller's signal: of any realm; what counts is that it can be watched. Throws a `TypeError` for anything else. */
export function requestSignal(signal: unknown): AbortSignal | undefined {
  if (signal === undefined || isAbortSignal(signal)) return signal;
  throw new TypeError("signal must be an AbortSignal");
}

/**
 * Reads a caller's timeout; the gateway's own is never extended (READ-1). Throws a `TypeError` for what is no positive
 * safe integer (LIM-1).
 */
export function requestTimeout(timeoutMs: unknown, readTimeoutMs: number): number {
  if (timeoutMs === undefined) return readTimeoutMs;
  if (typeof timeoutMs !== "number" || !Number.isSafeInteger(timeoutMs) || timeoutMs < 1) {
    throw new TypeError("timeoutMs must be a positive safe integer (milliseconds)");
  }
  return Math.min(timeoutMs, readTimeoutMs);
}

function isAbortSignal(value: unknown): value is AbortSignal {
  return (
    typeof value === "object" &&
    value !== null &&
    "aborted" in value &&
    typeof value.aborted === "boolean" &&
    "addEventListener" in value &&
    typeof value.addEventListener === "function" &&
    "removeEventListener" in value &&
    typeof value.removeEventListener === "function"
  );
}
