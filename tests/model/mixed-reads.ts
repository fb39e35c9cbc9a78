import {
  blobPayload,
  bundle,
  createReadPlan,
  createResourceGateway,
  createTarget,
  type ResourceFailure,
  type ResourceGateway,
  type Scope,
  textPayload,
} from "@org/resources-core";
import { type Deferred, deferred } from "@org/resources-testkit";
import { getEventListeners } from "node:events";
import { thrownValue } from "./answering.ts";
import { turn } from "./perform.ts";
import { stageClock, type StageClock } from "./stage-clock.ts";
import type { Thrown } from "./world.ts";

// Many reads at once of one gateway, each of whose callbacks does something else: answers at once, later, too late or
// never, throws what is no error, rejects when nobody waits any more. Callers stay, leave, or share one signal.

/** A stream of small numbers that is the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const THROWN: readonly Thrown[] = [
  "unavailable",
  "undefined",
  "string",
  "hostile",
  "error",
  "tooLarge",
];

/** What was seen, for a test to judge. */
export interface Seen {
  /** By bundle kind or failure code. */
  readonly ends: ReadonlyMap<string, number>;
  readonly deadlinesMissed: number;
  readonly timersLeft: number;
  readonly listenersLeft: number;
  readonly scopesAlive: number;
}

interface Going {
  readonly dueAt: number;
  isOver: boolean;
}

interface Mix {
  readonly pick: (below: number) => number;
  readonly clock: StageClock;
  readonly open: Deferred<unknown>[];
  readonly scopes: Set<WeakRef<AbortSignal>>;
}

/** A callback's behaviour, drawn anew for every call; `answer` is what it says if it says anything sensible. */
function behave<T>({ pick, open, scopes }: Mix, scope: Scope<unknown>, answer: () => T): T {
  // Looked at only sometimes: a signal that nobody looks at is never made.
  if (pick(2) === 0) scopes.add(new WeakRef(scope.signal));
  const what = pick(100);
  // oxlint-disable-next-line typescript/only-throw-error -- what hosts throw is not always an error
  if (what < 2) throw thrownValue(THROWN[pick(THROWN.length)] ?? "error");
  if (what < 3) return Promise.reject(thrownValue("error")) as T;
  if (what < 4) return new Promise(() => undefined) as T;
  if (what < 6) return rejectedInTheEnd(scope) as T;
  if (what < 20) {
    const later = deferred<unknown>();
    open.push(later);
    return answerLater(later.promise, answer) as T;
  }
  return what < 40 ? (Promise.resolve(answer()) as T) : answer();
}

async function answerLater<T>(moment: Promise<unknown>, answer: () => T): Promise<T> {
  await moment;
  return answer();
}

/** Settles when nobody waits any more. */
async function rejectedInTheEnd({ signal }: Scope<unknown>): Promise<never> {
  await new Promise((resolve) => {
    signal.addEventListener("abort", resolve);
  });
  throw thrownValue("error");
}

function gatewayOf(mix: Mix): ResourceGateway<number> {
  const { pick, clock } = mix;
  return createResourceGateway<number>({
    clock,
    limits: { maxConcurrentReads: 32, maxQueuedReads: 128, readTimeoutMs: 1000, itemTimeoutMs: 50 },
    concurrencyKey: (context) => String(context % 3),
    policy: {
      discover: (_, scope) => behave(mix, scope, () => pick(40) > 0),
      visible: (_, scope) =>
        behave(mix, scope, () => ({ visible: pick(8) > 0, discloseIssueUri: pick(2) > 0 })),
      read: (_, scope) => behave(mix, scope, () => pick(8) > 0),
      scopeKey: () => "all",
    },
    bindings: [
      bundle(
        { uriTemplate: "asset://p/{id}", name: "p" },
        {
          resolve: ({ canonicalUri }, scope) =>
            behave(mix, scope, () => {
              const requested = createTarget({ uri: canonicalUri });
              const items = Array.from({ length: pick(5) }, (_, n) =>
                createTarget({ uri: `item://h/${n}`, authorizationData: { n } }),
              );
              return createReadPlan(requested, pick(2) > 0 ? [requested, ...items] : items);
            }),
          read: (_, scope) =>
            behave(mix, scope, () =>
              pick(2) > 0
                ? textPayload("text", "text/plain")
                : blobPayload(new Uint8Array(9), "image/png"),
            ),
        },
      ),
    ],
    observer: () => (pick(9) === 0 ? Promise.reject(new Error("of no interest")) : undefined),
  });
}

/** Lets `count` reads come and go and looks at what is left. */
export async function mixReads(count: number, seed: number): Promise<Seen> {
  const mix: Mix = { pick: numbers(seed), clock: stageClock(), open: [], scopes: new Set() };
  const { pick, clock, open, scopes } = mix;
  const gateway = gatewayOf(mix);
  const shared = new AbortController();
  const own: AbortController[] = [];
  const going = new Set<Going>();
  const ends = new Map<string, number>();
  let deadlinesMissed = 0;

  function begin(context: number): void {
    const timeoutMs = [20, 200, 2000, undefined][pick(4)];
    const read: Going = {
      dueAt: clock.elapsed() + Math.min(timeoutMs ?? 1000, 1000),
      isOver: false,
    };
    const mine = new AbortController();
    const signal = [shared.signal, mine.signal, undefined][pick(3)];
    if (signal === mine.signal) own.push(mine);
    going.add(read);
    const end = (how: string): void => {
      ends.set(how, (ends.get(how) ?? 0) + 1);
      going.delete(read);
    };
    const onProgress = (): unknown => (pick(3) > 0 ? undefined : Promise.reject(new Error("no")));
    void (async () => {
      try {
        const request = { context, signal, timeoutMs, onProgress };
        const { partial, items } = await gateway.read(`asset://p/${context}`, request);
        end(partial ? "partial" : items.length > 0 ? "complete" : "empty");
      } catch (error) {
        end((error as ResourceFailure).code);
      }
    })();
  }

  async function something(): Promise<void> {
    const what = pick(10);
    if (what < 6)
      for (const later of open.splice(0, 1 + pick(open.length))) later.resolve(undefined);
    else if (what < 7) open.splice(pick(open.length + 1), 1)[0]?.reject(new Error("late"));
    else if (what < 9) own.splice(pick(own.length + 1), 1)[0]?.abort();
    else clock.advance(pick(30));
    await turn();
    for (const { dueAt } of going) if (dueAt <= clock.elapsed()) deadlinesMissed += 1;
  }

  for (let begun = 0; begun < count;) {
    for (let n = pick(6); n > 0 && begun < count; n -= 1) begin(begun++);
    for (let n = 0; n < 4; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one thing after another
      await something();
    }
  }
  clock.advance(1000);
  await turn();
  for (const late of open) {
    if (pick(2) > 0) late.resolve(undefined);
    else late.reject(new Error("much too late"));
  }
  await turn();
  const alive = [...scopes].filter((scope) => scope.deref()?.aborted === false);
  return {
    ends,
    deadlinesMissed: deadlinesMissed + going.size,
    timersLeft: clock.pending(),
    listenersLeft: getEventListeners(shared.signal, "abort").length,
    scopesAlive: alive.length,
  };
}
