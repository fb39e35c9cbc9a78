import assert from "node:assert/strict";
import type { Expected } from "./reference-read.ts";
import type { Stage } from "./stage.ts";
import type { Rounds, Say, World } from "./world.ts";

interface Asked {
  readonly uri: string;
  readonly rounds: Rounds<Say>;
}

/**
 * Every station of a read asks what it must, all of it and nothing else, and none begins before the last is done
 * (READ-2, 4, 5, 6, 7). Within a station the order is free.
 */
export function compareCalls(
  { calls, gateway: { limits }, peak }: Stage,
  world: World,
  { reads }: Expected,
): void {
  const first = calls.find(({ name }) => ["resolve", "visible", "decideMany"].includes(name));
  const requested: Asked = { ...world.requested, uri: (first?.of ?? "").split(" ")[0] ?? "" };
  const items: Asked[] = [...world.items];
  if (world.requestedAt !== undefined) items.splice(world.requestedAt, 0, requested);
  const others = items.filter(({ uri }) => uri !== requested.uri);
  const discover = calls
    .filter(({ name }) => name === "discover")
    .map(({ of }) => `discover ${of}`);
  const requestedAlone = [[`visible ${requested.uri}`], [`read ${requested.uri}`]];
  // READ-5: `[requested, ...items]`, the requested target once.
  const batch = [[`decideMany ${[requested, ...others].map(({ uri }) => uri).join(" ")}`]];
  const isBatch = world.batch !== undefined;
  const firstRound = [...requestedAlone, [...visible(others), ...readable(0, others)]];
  // A requested target that is an item is decided again among the items, else after them.
  const secondRound = [
    visible(items),
    readable(1, items),
    ...(world.requestedAt === undefined ? requestedAlone : []),
  ];
  const stations: string[][] = [
    discover.slice(0, -1),
    ...(world.functionBacked ? [] : [[`resolve ${requested.uri}`]]),
    ...(isBatch ? batch : firstRound),
    ...reads.map(({ index }) => [`body ${items[index]?.uri}`]),
    ...(isBatch ? batch : secondRound),
    discover.slice(-1),
  ];
  const made = staged(calls, stations);
  assert.deepEqual(
    made,
    stations.map((station) => station.toSorted()),
  );
  assert.equal(calls.length, stations.flat().length);
  assert.deepEqual(
    calls.filter(({ name }) => name === "body").map(({ maxBytes }) => maxBytes),
    reads.map(({ maxBytes }) => maxBytes),
  );
  assert.ok(peak() <= limits.policyConcurrency);
}

function visible(asked: readonly Asked[]): string[] {
  return asked.map(({ uri }) => `visible ${uri}`);
}

function readable(round: 0 | 1, asked: readonly Asked[]): string[] {
  return asked.flatMap(({ uri, rounds }) => {
    const { value } = rounds[round].visible;
    const isObject = typeof value === "object" && value !== null && "visible" in value;
    return (isObject ? value.visible : value) === true ? [`read ${uri}`] : [];
  });
}

/** The calls, cut into as many as each station should have made, sorted; what began too early stands out. */
function staged(calls: Stage["calls"], stations: readonly (readonly string[])[]): string[][] {
  let from = 0;
  return stations.map((station) => {
    const until = from + station.length;
    const part = calls.slice(from, until).map(({ name, of, settledAt }) => {
      const isUnanswered = name !== "body" && settledAt === undefined;
      return isUnanswered ? `unanswered: ${name} ${of}` : `${name} ${of}`;
    });
    from = until;
    return part.toSorted();
  });
}
