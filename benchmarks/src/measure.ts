import type { Aim, Case, Figure, Outcome, Prepared, Side } from "./case.ts";
import { batchesPerTurn, median, medianRatio, turnOrder } from "./statistics.ts";

/**
 * How long to measure. A turn is one side's share of a round. It is shorter than a scheduler's time
 * slice, so that on a busy machine most turns run undisturbed and the median sees only those.
 */
export interface Effort {
  readonly rounds: number;
  readonly turnMs: number;
  readonly warmUpMs: number;
}

export const fullEffort: Effort = { rounds: 120, turnMs: 1, warmUpMs: 300 };
export const quickEffort: Effort = { rounds: 30, turnMs: 0.5, warmUpMs: 300 };

interface Contestant {
  readonly side: Side;
  readonly batches: number;
  readonly checksum: number;
  readonly rounds: number[];
}

/* oxlint-disable no-await-in-loop -- sides take turns: one at a time is the point */

/** Runs a case once, in this process: self-checks, warm-up, then interleaved rounds. */
export async function measure(subject: Case, effort: Effort): Promise<Outcome> {
  const prepared = await subject.prepare(effort);
  try {
    return await measurePrepared(
      prepared,
      Math.min(effort.rounds, subject.rounds ?? Infinity),
      effort,
    );
  } finally {
    await prepared.dispose?.();
  }
}

async function measurePrepared(
  { sides, figures }: Prepared,
  rounds: number,
  effort: Effort,
): Promise<Outcome> {
  const answers: Outcome["answers"][number][] = [];
  for (const side of sides) answers.push({ side: side.name, answer: await side.answers() });

  const contestants: Contestant[] = [];
  for (const side of sides) contestants.push(await warmUp(side, effort));

  for (let round = 0; round < rounds; round++) {
    for (const turn of turnOrder(contestants.length, round)) {
      const contestant = contestants[turn];
      if (contestant !== undefined) contestant.rounds.push(await takeTurn(contestant));
    }
  }
  return {
    answers,
    levels: contestants.map(({ side, rounds: values }) => ({
      side: side.name,
      median: median(values),
      unit: unitOf(side),
    })),
    figures: figures.map((figure) => ({ ...aimOf(figure), ...valueOf(figure, contestants) })),
  };
}

/** Runs a timed side until it is compiled and settled, and finds how many batches fill a turn. */
async function warmUp(side: Side, effort: Effort): Promise<Contestant> {
  if ("sample" in side) return { side, batches: 1, checksum: 0, rounds: [] };
  const checksum = await side.batch();
  const end = performance.now() + effort.warmUpMs;
  let fastest = Infinity;
  do {
    const start = performance.now();
    if ((await side.batch()) !== checksum) throw changed(side);
    fastest = Math.min(fastest, performance.now() - start);
  } while (performance.now() < end);
  return { side, batches: batchesPerTurn(fastest, effort.turnMs), checksum, rounds: [] };
}

/** One turn: nanoseconds an operation, or the side's own sample. */
async function takeTurn({ side, batches, checksum }: Contestant): Promise<number> {
  if ("sample" in side) return side.sample();
  let sum = 0;
  side.before?.();
  const start = performance.now();
  for (let batch = 0; batch < batches; batch++) {
    const answer = side.batch();
    // Awaiting a plain number would cost synchronous sides a microtask each.
    sum += typeof answer === "number" ? answer : await answer;
  }
  const elapsedMs = performance.now() - start;
  if (sum !== checksum * batches) throw changed(side);
  return (elapsedMs * 1e6) / (batches * side.operations);
}

/* oxlint-enable no-await-in-loop */

function changed(side: Side): Error {
  return new Error(`${side.name} did not give the same answers in every batch`);
}

function aimOf({ what, atMost, accepted }: Figure): Aim {
  return {
    what,
    ...(atMost === undefined ? {} : { atMost }),
    ...(accepted === undefined ? {} : { accepted }),
  };
}

function unitOf(side: Side): string {
  return "sample" in side ? side.unit : "ns/op";
}

function valueOf(
  figure: Figure,
  contestants: readonly Contestant[],
): { value: number; unit: string } {
  const find = (name: string): Contestant => {
    const found = contestants.find(({ side }) => side.name === name);
    if (found === undefined) throw new Error(`the figure "${figure.what}" names no side: ${name}`);
    return found;
  };
  if ("fact" in figure) return { value: figure.fact, unit: figure.unit };
  if ("level" in figure) {
    const { side, rounds } = find(figure.level);
    return { value: median(rounds), unit: unitOf(side) };
  }
  return { value: medianRatio(find(figure.of).rounds, find(figure.over).rounds), unit: "×" };
}
