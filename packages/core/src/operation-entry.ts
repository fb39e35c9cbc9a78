import type { ContextSource } from "./operation.ts";
import type { Soon } from "./pending.ts";
import type { RequestScope } from "./request-scope.ts";
import { UnavailableSignal } from "./signal.ts";
import { SlotRefusedError, type Slots, type SlotTicket } from "./slots.ts";

// What every operation passes before its work, alike for every URI: who asks, and is there a place (SDK-6, LIM-6).

/** Somebody's context: a value of any kind. */
export interface Someone<out C> {
  readonly context: C;
}

/** `undefined` is nobody: the source says that there is no context for this request. */
export function askContext<C>(
  source: ContextSource<C>,
  scope: RequestScope,
): Soon<Someone<C> | undefined> {
  return scope.askSoon(
    source,
    undefined,
    undefined,
    (answer): Someone<C> | undefined => {
      if (answer === undefined || answer === null) return undefined;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what else a source answers is a context
      return { context: answer as C };
    },
    (thrown) => {
      if (UnavailableSignal.is(thrown)) return undefined;
      throw scope.failure("policy_failed", { cause: thrown });
    },
    undefined,
  );
}

/** Takes a place to run or wait in; without one the answer is `overloaded`, whatever was asked for (LIM-6). */
export function takePlace<C>(
  slots: Slots,
  concurrencyKey: ((context: C) => string) | undefined,
  context: C,
  scope: RequestScope,
): SlotTicket {
  const key = concurrencyKey === undefined ? "" : keyOf(concurrencyKey, context, scope);
  const ticket = slots.enter(key);
  if (ticket === undefined) throw scope.failure("overloaded");
  return ticket;
}

function keyOf<C>(concurrencyKey: (context: C) => string, context: C, scope: RequestScope): string {
  try {
    const key: unknown = concurrencyKey(context);
    if (typeof key === "string") return key;
    throw new TypeError("concurrencyKey must answer a string");
  } catch (cause) {
    throw scope.failure("policy_failed", { cause });
  }
}

/** Waits in the queue, inside the operation's own deadline (LIM-6). */
export function awaitTurn(turn: Promise<void>, scope: RequestScope): Soon<void> {
  return scope.askSoon(
    () => turn,
    undefined,
    undefined,
    (): void => {},
    (thrown) => {
      const cause = thrown instanceof SlotRefusedError ? undefined : thrown;
      throw scope.failure("overloaded", { cause });
    },
    undefined,
  );
}
