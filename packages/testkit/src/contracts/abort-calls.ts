import { type Finding, settles } from "./contract-check.ts";

/** A call, and what it gives. */
export type NamedCall = readonly [call: string, result: PromiseLike<unknown>];

/**
 * Makes calls whose caller gives up: before they are made, right after, and while they wait. Names one that is still
 * waiting then, if there is one.
 */
export async function waitingAfterAbort(
  call: (signal: AbortSignal) => readonly NamedCall[],
  patienceMs: number,
): Promise<string | undefined> {
  const before = AbortSignal.abort();
  const after = new AbortController();
  const later = new AbortController();
  const calls = [...call(before), ...call(after.signal), ...call(later.signal)];
  after.abort();
  setTimeout(() => later.abort(), 0);
  const ended = await Promise.all(
    calls.map(async ([name, result]) => [name, await settles(result, patienceMs)] as const),
  );
  return ended.find(([, hasEnded]) => !hasEnded)?.[0];
}

/** The finding about a call that is still waiting. */
export function stillWaiting(call: string, patienceMs: number): Finding {
  return {
    what: `"${call}" was still waiting ${patienceMs} ms after its signal had aborted`,
    remedy:
      "pass scope.signal on to whatever you wait for, or race the wait against it, and look at signal.aborted first; the gateway will not wait for you, but your connection does",
  };
}
