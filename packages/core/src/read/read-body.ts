import type { IssueCode } from "@org/resources-reporting";
import { bodyView } from "../callback-scope.ts";
import { isFunctionBacked } from "../definition/function-backed.ts";
import { PayloadError } from "../identity/construction.ts";
import { isPayload, type Payload, payloadFault } from "../identity/payload.ts";
import type { ResourceTarget } from "../identity/target.ts";
import { ITEM_EXPIRED, type RequestScope } from "../request-scope.ts";
import { InvalidVariableSignal, TooLargeSignal, UnavailableSignal } from "../signal.ts";
import type { MatchedRead, ReadCall } from "./read-request.ts";

/** What came of asking for one body; `cause` is the host's own. */
export type BodyResult =
  | { readonly payload: Payload }
  | { readonly payload?: undefined; readonly code: IssueCode; readonly cause: unknown };

/** Who is asked and what a thrown `invalidVariable()` means there (READ-6). */
interface BodyRequest {
  readonly scope: RequestScope;
  readonly isTemplateFunction: boolean;
}

/**
 * Asks the binding for one body, within the item's own time (READ-6). Whatever goes wrong is the item's alone, except
 * cancellation, the request's deadline, and a variable that the reader of a function-backed template refuses.
 */
export async function readBody<C>(
  call: ReadCall<C>,
  { entry, view }: MatchedRead<C>,
  target: ResourceTarget,
  maxBytes: number,
  itemTimeoutMs: number,
): Promise<BodyResult> {
  const item = call.scope.openItem(itemTimeoutMs);
  const request: BodyRequest = {
    scope: call.scope,
    isTemplateFunction: entry.uriTemplate !== undefined && isFunctionBacked(entry.binding),
  };
  const own = bodyView(view, item, maxBytes);
  try {
    return await item.ask(entry.binding.read, target, own, accept, refuse, request);
  } catch (error) {
    if (error === ITEM_EXPIRED) return { code: "timeout", cause: error };
    throw error;
  } finally {
    item.close();
  }
}

function accept(answer: unknown): BodyResult {
  if (isPayload(answer)) return { payload: answer };
  return { code: "invalid_content", cause: new PayloadError(payloadFault(answer)) };
}

function refuse(thrown: unknown, { scope, isTemplateFunction }: BodyRequest): BodyResult {
  if (UnavailableSignal.is(thrown)) return { code: "unavailable", cause: thrown.cause };
  if (TooLargeSignal.is(thrown)) return { code: "budget_exceeded", cause: thrown };
  if (PayloadError.is(thrown)) return { code: "invalid_content", cause: thrown };
  if (InvalidVariableSignal.is(thrown) && isTemplateFunction) {
    const { variable, expectation } = thrown;
    throw scope.failure("invalid_capture", { variable, expectation });
  }
  return { code: "read_failed", cause: thrown };
}
