import type { IssueCode } from "@org/resources-reporting";
import { Pending, type Soon } from "../pending.ts";
import { bodyView } from "../callback-scope.ts";
import { isFunctionBacked } from "../definition/function-backed.ts";
import { PayloadError } from "../identity/construction.ts";
import { isPayload, type Payload, payloadFault } from "../identity/payload.ts";
import type { ResourceTarget } from "../identity/target.ts";
import { ITEM_EXPIRED, type ItemScope } from "../request-scope.ts";
import { InvalidVariableSignal, TooLargeSignal, UnavailableSignal } from "../signal.ts";
import type { MatchedRead } from "./stages.ts";

/** What came of asking for one body; `cause` is the host's own. */
export type BodyResult =
  | { readonly payload: Payload }
  | { readonly payload?: undefined; readonly code: IssueCode; readonly cause: unknown };

/**
 * Asks the binding for one body, within the item's own time (READ-6). Whatever goes wrong is the item's alone, except
 * cancellation, the request's deadline, and a variable that the reader of a function-backed template refuses.
 */
export function readBody<C>(
  matched: MatchedRead<C>,
  target: ResourceTarget,
  maxBytes: number,
): Soon<BodyResult> {
  const { read, view, entry } = matched;
  const item = read.scope.openItem(read.gateway.limits.itemTimeoutMs);
  const own = bodyView(view, item, target.uri, maxBytes);
  let result: Soon<BodyResult>;
  try {
    result = item.askSoon(entry.binding.read, target, own, accept, refuse, matched);
    if (result instanceof Pending) return result.chain(inTime, item, tooLateOrOver);
    item.check();
  } catch (error) {
    result = outOfTime(item, error);
  }
  item.close();
  return result;
}

function inTime(result: BodyResult, item: ItemScope): BodyResult {
  try {
    item.check();
  } catch (error) {
    return tooLateOrOver(error, item);
  }
  item.close();
  return result;
}

function tooLateOrOver(error: unknown, item: ItemScope): BodyResult {
  const result = outOfTime(item, error);
  item.close();
  return result;
}

/**
 * An item whose own time is up is an issue, whatever it came to after that. Everything else that is thrown here ends the
 * read: above all the end of the request, which may come in the very turn in which its item's does.
 */
function outOfTime(item: ItemScope, error: unknown): BodyResult {
  try {
    item.check();
  } catch (end) {
    if (end === ITEM_EXPIRED) return { code: "timeout", cause: end };
    throw end;
  }
  throw error;
}

function accept(answer: unknown): BodyResult {
  if (isPayload(answer)) return { payload: answer };
  return { code: "invalid_content", cause: new PayloadError(payloadFault(answer)) };
}

function refuse<C>(thrown: unknown, { read, entry }: MatchedRead<C>): BodyResult {
  if (UnavailableSignal.is(thrown)) return { code: "unavailable", cause: thrown.cause };
  if (TooLargeSignal.is(thrown)) return { code: "budget_exceeded", cause: thrown };
  if (PayloadError.is(thrown)) return { code: "invalid_content", cause: thrown };
  if (InvalidVariableSignal.is(thrown) && entry.uriTemplate !== undefined) {
    const { variable, expectation } = thrown;
    if (isFunctionBacked(entry.binding)) {
      throw read.scope.failure("invalid_capture", { variable, expectation });
    }
  }
  return { code: "read_failed", cause: thrown };
}
