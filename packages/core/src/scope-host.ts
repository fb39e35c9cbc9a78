import { CallerSignals } from "./caller-signals.ts";
import { type Clock, systemClock } from "./clock.ts";
import { DeadlineList } from "./deadline-list.ts";
import { captureCallback, captureOptionalCallback } from "./definition/capture-callback.ts";
import { NextTurn } from "./next-turn.ts";
import type { ScopeHost } from "./request-scope.ts";

/** Makes what all scopes of a gateway share, on the host's clock (captured once) or the system's. */
export function createScopeHost(clock: Clock = systemClock): ScopeHost {
  if (typeof clock !== "object" || clock === null) throw new TypeError("clock must be an object");
  const now = captureCallback(clock, "now", "The clock");
  const elapsed = captureOptionalCallback(clock, "elapsed", "The clock") ?? now;
  const setTimer = captureCallback(clock, "setTimer", "The clock");
  return {
    now,
    elapsed,
    // Requests of one gateway mostly last equally long, and so do items: two lists, each nearly in order by itself.
    requests: new DeadlineList(elapsed, setTimer),
    items: new DeadlineList(elapsed, setTimer),
    callerSignals: new CallerSignals(),
    turns: new NextTurn(),
  };
}
