import type { GatewayEvent, Observer } from "@org/resources-core";
import type { Logger } from "./logger.ts";

/**
 * Logs how each of a gateway's operations ended: its id, outcome, counts, bytes and duration; an item that failed, at
 * `warn` or `debug`.
 *
 * Never a URI (a query parameter may be a secret), and of a private cause only the error's name: its text may hold
 * whatever a store or a driver put into it.
 */
export function logOperations(logger: Logger): Observer<unknown> {
  return (event) => {
    if (event.type === "read.end" || event.type === "list.end" || event.type === "complete.end")
      logEnd(logger, event);
    else if (event.type === "item" && event.outcome !== "read") logItem(logger, event);
  };
}

type EndEvent = Extract<GatewayEvent, { readonly type: "read.end" | "list.end" | "complete.end" }>;
type ItemEvent = Extract<GatewayEvent, { readonly type: "item" }>;

function logEnd(logger: Logger, event: EndEvent): void {
  const { cause, elapsedMs: _elapsedMs, ...fields } = event;
  const entry = { ...fields, durationMs: Math.round(event.durationMs), cause: errorName(cause) };
  if (OPERATOR_FAULTS.has(event.outcome)) logger.error(entry, "operation failed");
  else logger.info(entry, "operation ended");
}

function logItem(logger: Logger, event: ItemEvent): void {
  const { operationId, index, outcome, cause } = event;
  const entry = { operationId, index, outcome, cause: errorName(cause) };
  if (outcome === "unavailable" || outcome === "budget_exceeded") logger.debug(entry, "no item");
  else logger.warn(entry, "item failed");
}

/** Outcomes that no caller can help: somebody should look. */
const OPERATOR_FAULTS: ReadonlySet<string> = new Set([
  "invalid_plan",
  "resolve_failed",
  "policy_failed",
  "response_too_large",
]);

/**
 * What may be logged of anything that was thrown: an error's class, if that is a plain name, and its code, if it looks
 * like one. Both could be set to anything by whoever made the error.
 */
export function errorName(thrown: unknown): string | undefined {
  if (thrown === undefined) return undefined;
  if (!(thrown instanceof Error)) return typeof thrown;
  const name = /^[A-Za-z]{1,40}$/.test(thrown.name) ? thrown.name : "Error";
  const code = "code" in thrown ? thrown.code : undefined;
  return typeof code === "string" && /^[A-Z][A-Z\d_]{1,39}$|^[A-Z\d]{5}$/.test(code)
    ? `${name} ${code}`
    : name;
}
