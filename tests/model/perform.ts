import { getEventListeners } from "node:events";
import type { ReadBundle, ReadProgress, ResourceFailure } from "@org/resources-core";
import { SECRET } from "./answering.ts";
import type { Stage } from "./stage.ts";
import type { World } from "./world.ts";

/** What happens to a read from outside, between two steps of it or inside the n-th call of a callback. */
export interface Interrupt {
  readonly at: { readonly step: number } | { readonly call: number };
  readonly what: "abort" | { readonly passMs: number };
}

/** In which order what waits is answered, and what comes between. */
export interface Schedule {
  /** Which of those that wait is answered next, modulo their number; used in turn, then over again. */
  readonly picks: readonly number[];
  readonly interrupts: readonly Interrupt[];
  readonly timeoutMs: number | undefined;
}

export interface Performance {
  readonly bundle?: ReadBundle;
  readonly failure?: ResourceFailure;
  readonly progress: readonly ReadProgress[];
  /** The read was still going on when this happened to it. */
  readonly interrupted: "cancelled" | "timeout" | undefined;
  /** It happened inside a callback: whatever that callback said may have ended the read first. */
  readonly inCall: boolean;
  /** How long the bodies took, by the item's place in the plan. */
  readonly took: ReadonlyMap<number, number>;
  /** What no gateway may do, told by name. */
  readonly faults: readonly string[];
}

/** Plays one read to its end, one answer at a time, and sees that nothing is left behind. */
export async function perform(
  stage: Stage,
  world: World,
  schedule: Schedule,
): Promise<Performance> {
  const { clock, faults } = stage;
  const abort = new AbortController();
  const progress: ReadProgress[] = [];
  let start = Infinity;
  const { readTimeoutMs } = stage.gateway.limits;
  const timeoutMs = Math.min(readTimeoutMs, schedule.timeoutMs ?? readTimeoutMs);
  let end: Pick<Performance, "bundle" | "failure"> | undefined;
  let cancelled = false;
  let expired = false;
  let inCall = false;
  const isOver = (): boolean => end !== undefined;
  /** The loop turns; timers that were due while it was busy fire, and it turns again. */
  const settleDown = async (): Promise<void> => {
    await turn();
    if (!clock.isStalled()) return;
    clock.advance(0);
    await settleDown();
  };
  const due = (): boolean => clock.elapsed() - start >= timeoutMs;
  const interrupt = (what: Interrupt["what"], busy: boolean): void => {
    if (end !== undefined) return;
    if (what === "abort") {
      // Cancellation is told before a deadline that nobody has noticed yet.
      cancelled ||= !expired;
      abort.abort(new Error("the caller has gone"));
    } else if (busy) clock.stall(what.passMs);
    else {
      clock.advance(what.passMs);
      expired ||= due();
    }
  };
  const interruptsAt = (key: "step" | "call", n: number): void => {
    for (const { at, what } of schedule.interrupts) {
      if (!(key in at) || (at as Record<string, number>)[key] !== n) continue;
      inCall ||= key === "call" && end === undefined;
      interrupt(what, key === "call");
    }
  };
  stage.onCall = (index) => {
    if (end !== undefined) faults.push(`call ${index} came after the end`);
    interruptsAt("call", index);
  };
  interruptsAt("step", 0);
  start = clock.elapsed();
  const reading = stage.gateway
    .read(world.uri, {
      context: CONTEXT,
      signal: abort.signal,
      timeoutMs: schedule.timeoutMs,
      onProgress: (told) => {
        if (end !== undefined) faults.push("progress came after the end");
        progress.push(told);
        // What a listener throws or rejects with changes nothing.
        if (told.completed % 3 === 1) throw new Error(SECRET);
        return told.completed % 3 === 2 ? Promise.reject(new Error(SECRET)) : undefined;
      },
    })
    .then(
      (bundle) => void (end = { bundle }),
      (failure: unknown) => void (end = { failure: failure as ResourceFailure }),
    );
  let interrupted: Performance["interrupted"];
  await settleDown();
  for (let step = 1; ; step++) {
    if (isOver()) break;
    interrupted = cancelled ? "cancelled" : due() ? "timeout" : undefined;
    if (interrupted !== undefined) {
      faults.push(`${interrupted} did not end the read within a turn of the loop`);
      break;
    }
    interruptsAt("step", step);
    // oxlint-disable-next-line no-await-in-loop -- one answer at a time
    if (!cancelled && !due()) await answerNext(stage, schedule, step);
    // oxlint-disable-next-line no-await-in-loop
    await settleDown();
    if (step > 10_000) throw new Error("the read never ends");
  }
  const took = tookOf(stage, world);
  interrupted = cancelled ? "cancelled" : due() ? "timeout" : undefined;
  await checkNothingLeft(stage, abort.signal, faults);
  if (end !== undefined) await reading;
  return { ...end, progress, interrupted, inCall, took, faults };
}

export const CONTEXT = { who: "a caller" };

async function answerNext(
  { clock, answering, faults }: Stage,
  { picks }: Schedule,
  step: number,
): Promise<void> {
  const ready = answering.waiting.filter(({ notBefore }) => notBefore <= clock.elapsed());
  if (ready.length > 0) {
    const pick = picks.length === 0 ? 0 : (picks[step % picks.length] ?? 0);
    const next = ready[pick % ready.length];
    if (next === undefined) return;
    answering.waiting.splice(answering.waiting.indexOf(next), 1);
    next.settle();
    return;
  }
  // Timers may be set only when the loop has turned: the next one that is due is to be among them.
  await turn();
  const due = clock.nextDue();
  if (answering.waiting.length === 0)
    faults.push("the read goes on, but nothing is asked of anybody");
  if (due === undefined) throw new Error("nothing will ever happen again");
  clock.advance(Math.max(0, due - clock.elapsed()));
}

function tookOf({ calls, clock }: Stage, world: World): Map<number, number> {
  const uris = world.items.map(({ uri }) => uri);
  const took = new Map<number, number>();
  for (const { name, of, startedAt, settledAt } of calls) {
    if (name !== "body") continue;
    const place = uris.indexOf(of);
    const at = world.requestedAt ?? uris.length;
    const index = place === -1 ? at : place < at ? place : place + 1;
    took.set(index, (settledAt ?? clock.elapsed()) - startedAt);
  }
  return took;
}

/** After its end a read holds no timer and no listener, its scopes are over, and late answers change nothing. */
async function checkNothingLeft(
  stage: Stage,
  signal: AbortSignal,
  faults: string[],
): Promise<void> {
  const { calls, clock, answering } = stage;
  if (clock.pending() > 0) faults.push(`${clock.pending()} timers are left`);
  if (getEventListeners(signal, "abort").length > 0)
    faults.push("a listener is left on the caller's signal");
  for (const { name, of, scope } of calls) {
    if (!scope.signal.aborted) faults.push(`the scope of ${name} ${of} is still alive`);
    if (getEventListeners(scope.signal, "abort").length > 0)
      faults.push(`a listener is left on ${name} ${of}`);
  }
  const before = calls.length;
  while (answering.waiting.length > 0) answering.waiting.pop()?.settle();
  await turn();
  if (calls.length > before) faults.push("a late answer was used");
}

/** One whole turn of the loop: every microtask has run. */
export async function turn(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
