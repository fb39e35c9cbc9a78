import type { GatewayEvent, Observer } from "@org/resources-core";
import type { Logger } from "@org/serving";
import type { Principal } from "../access/principal.ts";

/**
 * Logs how each operation ended: its id, outcome, counts, bytes and duration.
 *
 * Of a private cause only the error's name is logged: its text may hold whatever a store or a driver put into it.
 */
export function logOperations(logger: Logger): Observer<Principal> {
  return (event) => {
    if (event.type === "read.end" || event.type === "list.end" || event.type === "complete.end")
      logEnd(logger, event);
  };
}

type EndEvent = Extract<GatewayEvent, { readonly type: "read.end" | "list.end" | "complete.end" }>;

function logEnd(logger: Logger, event: EndEvent): void {
  const { cause, elapsedMs: _elapsedMs, ...fields } = event;
  const entry = { ...fields, durationMs: Math.round(event.durationMs), cause: nameOf(cause) };
  if (OPERATOR_FAULTS.has(event.outcome)) logger.error(entry, "operation failed");
  else logger.info(entry, "operation ended");
}

/** Outcomes that no caller can help: somebody should look. */
const OPERATOR_FAULTS: ReadonlySet<string> = new Set([
  "invalid_plan",
  "resolve_failed",
  "policy_failed",
  "response_too_large",
]);

function nameOf(cause: unknown): string | undefined {
  if (cause === undefined) return undefined;
  return cause instanceof Error ? cause.name : typeof cause;
}
