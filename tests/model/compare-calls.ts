import assert from "node:assert/strict";
import type { Expected, Station } from "./reference-read.ts";
import type { Stage } from "./stage.ts";
import type { Rounds, Say, World } from "./world.ts";

interface Asked {
  readonly uri: string;
  readonly rounds: Rounds<Say>;
}

const WALK: readonly Station[] = [
  "entry",
  "discover",
  "resolve",
  "requested",
  "items",
  "bodies",
  "items again",
  "requested again",
  "discover again",
];

/** What one station asks, in any order; each of a station's own steps is over before the next begins. */
interface Step {
  readonly station: Station;
  readonly asks: readonly string[];
}

/**
 * Every station of a read asks what it must, all of it and nothing else, and none begins before the last is done
 * (READ-2, 4, 5, 6, 7). A read that fails ends at the very station where it fails, which may leave something unasked;
 * but never a candidate, unless policy breaks.
 */
export function compareCalls(stage: Stage, world: World, expected: Expected): void {
  const { calls, gateway, peak } = stage;
  const { failure, reads } = expected;
  // A requested target that is an item is decided again among the items.
  const isAmongItems = expected.reached === "requested again" && world.requestedAt !== undefined;
  const reached = isAmongItems ? "items again" : expected.reached;
  const until = failure === undefined ? WALK.length : WALK.indexOf(reached);
  let at = 0;
  for (const { station, asks } of stepsOf(stage, world, expected)) {
    if (WALK.indexOf(station) > until) break;
    const mayStop = failure !== undefined && station === reached;
    const made = calls.slice(at, at + asks.length).map((call) => {
      const isUnanswered = call.name !== "body" && call.settledAt === undefined && !mayStop;
      return `${isUnanswered ? "unanswered: " : ""}${call.name} ${call.of}`;
    });
    at += made.length;
    const isAll = !mayStop || (station === "discover" && failure.code !== "policy_failed");
    if (isAll) assert.deepEqual(made.toSorted(), asks.toSorted());
    else {
      assert.deepEqual(
        made.filter((one) => !asks.includes(one)),
        [],
      );
    }
  }
  assert.deepEqual(
    calls.slice(at).map(({ name, of }) => `${name} ${of}`),
    [],
  );
  const maxima = calls.filter(({ name }) => name === "body").map(({ maxBytes }) => maxBytes);
  assert.deepEqual(
    maxima,
    reads.map(({ maxBytes }) => maxBytes),
  );
  assert.ok(peak() <= gateway.limits.policyConcurrency);
}

function stepsOf({ calls }: Stage, world: World, expected: Expected): Step[] {
  const first = calls.find(({ name }) => ["resolve", "visible", "decideMany"].includes(name));
  const requested: Asked = { ...world.requested, uri: (first?.of ?? "").split(" ")[0] ?? "" };
  const items: Asked[] = [...world.items];
  if (world.requestedAt !== undefined) items.splice(world.requestedAt, 0, requested);
  const others = items.filter(({ uri }) => uri !== requested.uri);
  const alone = (station: Station): Step[] => [
    { station, asks: [`visible ${requested.uri}`] },
    { station, asks: [`read ${requested.uri}`] },
  ];
  // READ-5: `[requested, ...items]`, the requested target once.
  const batch = [requested, ...(expected.overLimits ? [] : others)].map(({ uri }) => uri).join(" ");
  const isBatch = world.batch !== undefined;
  const bodies = expected.reads.map(({ index }): Step => ({
    station: "bodies",
    asks: [`body ${items[index]?.uri}`],
  }));
  const discover = expected.candidates.map((pattern) => `discover ${pattern}`);
  return [
    { station: "discover", asks: discover },
    { station: "resolve", asks: world.functionBacked ? [] : [`resolve ${requested.uri}`] },
    ...(isBatch
      ? [{ station: "requested", asks: [`decideMany ${batch}`] } as const]
      : [
          ...alone("requested"),
          { station: "items", asks: [...visible(others), ...readable(0, others)] } as const,
        ]),
    ...bodies,
    ...(isBatch
      ? [{ station: "items again", asks: [`decideMany ${batch}`] } as const]
      : [
          { station: "items again", asks: visible(items) } as const,
          { station: "items again", asks: readable(1, items) } as const,
          ...(world.requestedAt === undefined ? alone("requested again") : []),
        ]),
    { station: "discover again", asks: discover },
  ];
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
