import { type LoopTurns, loopTurns } from "./loop-turn.ts";
import { type Chooser, type Move, type PlayedRead, playRead } from "./play-read.ts";
import { READ_LAWS, ReadFacts } from "./read-laws.ts";
import { ReadLawViolation } from "./read-law-violation.ts";
import type { CreateExplorable, ReadScenario } from "./read-scenario.ts";

/** How {@link exploreReads} goes about it. */
export interface ExploreOptions {
  /** How many interleavings to play; default 1000. */
  readonly runs?: number | undefined;
  /** Where the random ones begin; the same seed plays the same runs. Default 1. */
  readonly seed?: number | undefined;
  /** How long, in milliseconds, a gateway may do things of its own between callbacks; default 1000. */
  readonly patienceMs?: number | undefined;
}

/** What has been explored. */
export interface Exploration {
  readonly runs: number;
  /** Whether every placing of the changes among the awaits was among the runs, callbacks answering in the order asked. */
  readonly exhausted: boolean;
}

/** One read that was played by a schedule, and kept every law. */
export interface Interleaving {
  /** What happened, line by line. */
  readonly history: readonly string[];
  /** The index of the move made at each await. */
  readonly schedule: readonly number[];
}

/**
 * Plays a read of your gateway in many interleavings, letting rights change at every await, and checks the laws of reads
 * in each (KIT-4).
 *
 * `create` makes a gateway of the explorer's policy, binding and clock, wrapped as you like: a cache around the policy, an
 * adapter around the gateway. Half of the runs place changes systematically, half choose at random. Throws a
 * {@link ReadLawViolation} with the shortest history that it finds for the first law that is broken.
 *
 * @example
 * const explored = await exploreReads(
 *   ({ policy, ...parts }) => createResourceGateway({ ...parts, policy: cached(policy) }),
 *   {
 *     uri: "bundle://p/preview",
 *     items: ["asset://p/a", "asset://p/b"],
 *     changes: [{ deny: "asset://p/a" }, { hide: "asset://p/b" }],
 *   },
 * );
 * // throws: READ-7: asset://p/a was returned although its right was gone before the last body …
 */
export async function exploreReads(
  create: CreateExplorable,
  scenario: ReadScenario,
  options: ExploreOptions = {},
): Promise<Exploration> {
  const { runs = 1000, seed = 1, patienceMs = 1000 } = options;
  const turns = loopTurns();
  const placings = new EveryPlacing();
  const random = randomNumbers(seed);
  try {
    for (let run = 0; run < runs; run += 1) {
      const isSystematic = !placings.exhausted && run % 2 === 0;
      const choose = isSystematic ? placings.chooser() : randomChooser(random);
      // oxlint-disable-next-line no-await-in-loop -- one run after the other
      const played = await playRead(create, scenario, choose, turns, patienceMs);
      if (isSystematic) placings.advance();
      const violation = violationOf(played);
      // A gateway that hangs is not waited for again and again.
      const patience = Math.min(patienceMs, 20);
      // oxlint-disable-next-line no-await-in-loop -- this is the end
      if (violation !== undefined) throw await shortest(violation, create, turns, patience);
    }
    return { runs, exhausted: placings.exhausted };
  } finally {
    turns.close();
  }
}

/**
 * Plays one interleaving again, by its schedule, and checks the laws of reads (KIT-4): the index of the move to make at
 * each await, beyond their number counted from the first again; after the schedule's end, callbacks answer in order.
 *
 * Throws a {@link ReadLawViolation} if a law is broken.
 */
export async function runInterleaving(
  create: CreateExplorable,
  scenario: ReadScenario,
  schedule: readonly number[],
  options: Pick<ExploreOptions, "patienceMs"> = {},
): Promise<Interleaving> {
  const turns = loopTurns();
  try {
    const { patienceMs = 1000 } = options;
    const played = await playRead(create, scenario, replay(schedule), turns, patienceMs);
    const violation = violationOf(played);
    if (violation !== undefined) throw violation;
    return { history: played.stage.history, schedule: played.schedule };
  } finally {
    turns.close();
  }
}

function violationOf(played: PlayedRead): ReadLawViolation | undefined {
  const facts = new ReadFacts(played);
  for (const { rule, name, broken } of READ_LAWS) {
    const what = broken(facts);
    if (what !== undefined) {
      const { stage, schedule } = played;
      return new ReadLawViolation({
        rule,
        law: name,
        what,
        scenario: stage.scenario,
        schedule,
        history: stage.history,
      });
    }
  }
  return undefined;
}

/** Leaves out of a schedule what the violation does not need: the fewer things happen, the more is said. */
async function shortest(
  violation: ReadLawViolation,
  create: CreateExplorable,
  turns: LoopTurns,
  patienceMs: number,
): Promise<ReadLawViolation> {
  let best = violation;
  for (let at = violation.schedule.length - 1; at >= 0; at -= 1) {
    if ((best.schedule[at] ?? 0) === 0) continue;
    for (const shorter of [best.schedule.toSpliced(at, 1), best.schedule.with(at, 0)]) {
      const { scenario } = violation;
      // oxlint-disable-next-line no-await-in-loop -- each builds on the one before
      const played = await playRead(create, scenario, replay(shorter), turns, patienceMs);
      const found = violationOf(played);
      if (found?.law === violation.law && found.history.length <= best.history.length) {
        best = found;
        break;
      }
    }
  }
  return best;
}

function replay(schedule: readonly number[]): Chooser {
  let step = 0;
  return (moves) => {
    const index = schedule[step] ?? 0;
    step += 1;
    return index % moves.length;
  };
}

/** Every placing of what may happen among the awaits, callbacks answering in the order asked: depth first, by replay. */
class EveryPlacing {
  #path: { readonly among: readonly number[]; at: number }[] = [];
  exhausted = false;

  chooser(): Chooser {
    let step = 0;
    return (moves) => {
      const here = (this.#path[step] ??= { among: inOrder(moves), at: 0 });
      step += 1;
      return here.among[here.at] ?? 0;
    };
  }

  /** Goes to the next placing. */
  advance(): void {
    while (this.#path.length > 0) {
      const last = this.#path.at(-1);
      if (last !== undefined && last.at + 1 < last.among.length) {
        last.at += 1;
        return;
      }
      this.#path.pop();
    }
    this.exhausted = true;
  }
}

function inOrder(moves: readonly Move[]): readonly number[] {
  return [...moves.keys()].filter((index) => moves[index]?.kind !== "answer out of order");
}

/** Chooses at random: which callback answers, and, seldom or often by run, that something happens first. */
function randomChooser(random: () => number): Chooser {
  const eagerness = 0.5 / 2 ** Math.floor(random() * 4);
  return (moves) => {
    const indices = [...moves.keys()];
    const isAnswer = (index: number): boolean => moves[index]?.kind.startsWith("answer") ?? false;
    const happenings = indices.filter((index) => !isAnswer(index));
    const among =
      happenings.length > 0 && random() < eagerness
        ? happenings
        : indices.filter((index) => isAnswer(index));
    return among[Math.floor(random() * among.length)] ?? 0;
  };
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
