import { isResourceFailure, type ReadBundle, type ReadProgress } from "@org/resources-core";
import type { LoopTurns } from "./loop-turn.ts";
import type { CreateExplorable, ExplorableGateway, ReadScenario } from "./read-scenario.ts";
import { Stage } from "./stage.ts";

/** What the explorer can do at an await: let a callback answer, or let something happen first. */
export interface Move {
  readonly kind: "answer" | "answer out of order" | "change" | "timeout" | "cancel";
  readonly make: () => void;
}

/** Chooses one of the moves, by its index. */
export type Chooser = (moves: readonly Move[]) => number;

/** How a read ended. */
export type Ending =
  | { readonly kind: "bundle"; readonly bundle: ReadBundle }
  | { readonly kind: "failure"; readonly code: string; readonly error: unknown }
  | { readonly kind: "hangs" };

/** A read that was played to its end, and what is known of it. Times are places in the history. */
export interface PlayedRead {
  readonly stage: Stage;
  readonly ending: Ending;
  readonly endedAt: number;
  readonly cancelledAt: number | undefined;
  /** Whether the read was over, once the caller had given up, before another callback answered. */
  readonly endedPromptly: boolean;
  readonly progress: readonly (ReadProgress & { readonly at: number })[];
  /** The index of each move that was made. */
  readonly schedule: readonly number[];
}

/** Plays one read: at every await, the chooser says what happens next. */
export async function playRead(
  create: CreateExplorable,
  scenario: ReadScenario,
  choose: Chooser,
  turns: LoopTurns,
  patienceMs: number,
): Promise<PlayedRead> {
  const stage = new Stage(scenario);
  const gateway = await create({
    policy: stage.policy(),
    bindings: [stage.binding()],
    clock: stage.clock,
  });
  const caller = new AbortController();
  const progress: (ReadProgress & { readonly at: number })[] = [];
  const schedule: number[] = [];
  let ending: Ending | undefined;
  let endedAt = 0;
  let cancelledAt: number | undefined;
  let endedPromptly = true;
  let timeouts = 0;

  const end = (how: Ending): void => {
    ending = how;
    endedAt = stage.note(endingInWords(how));
  };
  gateway
    .read(scenario.uri, {
      context: {},
      signal: caller.signal,
      onProgress: ({ completed, total }) => {
        const at = stage.note(`progress: ${completed} of ${total}`);
        progress.push({ completed, total, at });
      },
    })
    .then(
      (bundle) => end({ kind: "bundle", bundle }),
      (error: unknown) => end({ kind: "failure", code: codeOf(error), error }),
    );

  const movesNow = (): readonly Move[] => {
    const [first, ...others] = stage.waits;
    if (first === undefined) return [];
    const { openBody } = stage;
    const mayRunOut = scenario.timeouts === true && timeouts < timeoutsAllowed(gateway);
    return [
      { kind: "answer", make: first.answer },
      ...(stage.nextChange === undefined
        ? []
        : [{ kind: "change" as const, make: () => stage.changeRights() }]),
      ...others.map(({ answer }) => ({ kind: "answer out of order" as const, make: answer })),
      ...(openBody === undefined || !mayRunOut
        ? []
        : [
            {
              kind: "timeout" as const,
              make: () => {
                timeouts += 1;
                stage.runOut(openBody, gateway.limits.itemTimeoutMs);
              },
            },
          ]),
      ...(scenario.cancels === true && cancelledAt === undefined
        ? [
            {
              kind: "cancel" as const,
              make: () => {
                cancelledAt = stage.note("the caller gives up");
                caller.abort();
              },
            },
          ]
        : []),
    ];
  };

  /* oxlint-disable no-await-in-loop -- a read is played step by step */
  await turns.next();
  while (!hasEnded()) {
    const moves = movesNow();
    if (moves.length === 0) {
      await untilAwaited(() => hasEnded() || stage.waits.length > 0, patienceMs);
      if (!hasEnded() && stage.waits.length === 0) end({ kind: "hangs" });
      continue;
    }
    const index = choose(moves);
    schedule.push(index);
    const move = moves[index];
    if (move === undefined) throw new RangeError(`there is no move ${index}`);
    move.make();
    await turns.next();
    if (move.kind === "cancel") {
      // Promptly: without another callback's answer.
      await untilAwaited(hasEnded, patienceMs);
      endedPromptly = hasEnded();
    }
  }
  // Nothing that comes now may change anything.
  while (stage.waits[0] !== undefined) {
    stage.waits[0].answer();
    await turns.next();
  }
  /* oxlint-enable no-await-in-loop */
  return {
    stage,
    ending: ending ?? { kind: "hangs" },
    endedAt,
    cancelledAt,
    endedPromptly,
    progress,
    schedule,
  };

  function hasEnded(): boolean {
    return ending !== undefined;
  }
}

/** As many bodies may outlast their time as the whole read has time for. */
function timeoutsAllowed({ limits: { itemTimeoutMs, readTimeoutMs } }: ExplorableGateway): number {
  return Math.floor((readTimeoutMs - 1) / itemTimeoutMs);
}

/** Waits for a gateway that does things of its own between callbacks: longer and longer, but not for ever. */
async function untilAwaited(isSo: () => boolean, patienceMs: number): Promise<void> {
  for (let waited = 0; waited < patienceMs && !isSo(); waited += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a look after each wait
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 1);
    });
  }
}

function codeOf(error: unknown): string {
  return isResourceFailure(error) ? error.code : "no failure of a gateway";
}

function endingInWords(ending: Ending): string {
  if (ending.kind === "hangs") return "the read hangs";
  if (ending.kind === "failure") return `the read fails: ${ending.code}`;
  const { items, issues, issuesOmitted } = ending.bundle;
  const uris = items.map(({ uri }) => uri).join(", ");
  return `the read returns [${uris}] with ${issues.length + issuesOmitted} issues`;
}
