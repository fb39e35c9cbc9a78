import fc from "fast-check";
import {
  answering,
  body,
  cache,
  how,
  mostly,
  permission,
  type Rights,
  rounds,
  throwing,
  thrown,
} from "./arbitrary-answers.ts";
import {
  reportLimits,
  sizeLimits,
  strictPlans,
  tightLimits,
  timeLimits,
  type Unlimited,
} from "./arbitrary-limits.ts";
import type {
  Answer,
  BatchFault,
  BindingWorld,
  ItemWorld,
  Resolved,
  Rounds,
  Say,
  World,
} from "./world.ts";

/** How seldom each kind of thing goes wrong: a world in which everything does, ends before it gets interesting. */
interface Theme extends Omit<Rights, "batched"> {
  readonly easyRequest: number;
  readonly seldomUndiscoverable: number;
  readonly seldomBadResolve: number;
  readonly seldomBadBody: number;
  readonly limits: (world: Unlimited) => fc.Arbitrary<World["limits"]>;
}

const NONE = fc.constant({});
const THEMES: Record<string, Theme> = {
  anything: {
    easyRequest: 6,
    seldomUndiscoverable: 40,
    seldomBadResolve: 20,
    seldomHidden: 2,
    seldomDenied: 4,
    seldomBroken: 25,
    seldomBadBody: 3,
    limits: (world) => sizeLimits(world),
  },
  selection: {
    easyRequest: 1,
    seldomUndiscoverable: 2,
    seldomBadResolve: 5,
    seldomHidden: 2,
    seldomDenied: 4,
    seldomBroken: 20,
    seldomBadBody: 3,
    limits: () => NONE,
  },
  rights: {
    easyRequest: 30,
    seldomUndiscoverable: 15,
    seldomBadResolve: 15,
    seldomHidden: 3,
    seldomDenied: 5,
    seldomBroken: 8,
    seldomBadBody: 6,
    limits: strictPlans,
  },
  sizes: {
    easyRequest: 60,
    seldomUndiscoverable: 200,
    seldomBadResolve: 200,
    seldomHidden: 20,
    seldomDenied: 20,
    seldomBroken: 500,
    seldomBadBody: 8,
    limits: (world) => sizeLimits(world, 1),
  },
  tight: {
    easyRequest: 60,
    seldomUndiscoverable: 200,
    seldomBadResolve: 200,
    seldomHidden: 20,
    seldomDenied: 20,
    seldomBroken: 500,
    seldomBadBody: 8,
    limits: tightLimits,
  },
  reports: {
    easyRequest: 60,
    seldomUndiscoverable: 200,
    seldomBadResolve: 200,
    seldomHidden: 8,
    seldomDenied: 2,
    seldomBroken: 500,
    seldomBadBody: 1,
    limits: reportLimits,
  },
  ruins: {
    easyRequest: 60,
    seldomUndiscoverable: 200,
    seldomBadResolve: 200,
    seldomHidden: 4,
    seldomDenied: 6,
    seldomBroken: 500,
    seldomBadBody: 0,
    limits: reportLimits,
  },
};

const itemUri = fc.oneof(
  { arbitrary: fc.nat(60).map((n) => `item://h/${n}`), weight: 12 },
  { arbitrary: fc.nat(3).map((n) => `ITEM://h/${n}`), weight: 1 },
  // Around what an issue may disclose, and around the limits of URIs.
  {
    arbitrary: fc.integer({ min: 253, max: 259 }).map((n) => `item://h/${"l".repeat(n - 9)}`),
    weight: 2,
  },
  {
    arbitrary: fc.integer({ min: 49, max: 53 }).map((n) => `item://h/${"m".repeat(n - 9)}`),
    weight: 1,
  },
);
const registeredUri = fc.constantFrom(
  "asset://p/z",
  "asset://p/%7A",
  "asset://p/%61",
  "asset://p/a/x",
  "Asset://p/z",
  "asset://p/a%2Fb",
);

const PATTERNS = [
  "asset://p/a",
  "asset://p/{id}",
  "asset://p/{id}/x",
  "asset://p/{a}/{b}",
  "asset://p/b/{z}",
] as const;
const EASY = ["asset://p/a", "asset://p/id-1", "ASSET://p/a", "asset://p/%69d-1"] as const;
/** Requests and what they meet: alias, two or three templates, bad captures, no URI at all, nothing registered. */
const AMBIGUOUS = ["asset://p/b/x", "asset://p/q/x", "asset://p/b/y", "asset://p/%62/y"] as const;
const ODD = [
  "asset://p/%61",
  "asset://p/q/y",
  "asset://p/a%2Fb",
  "asset://p/%5C",
  "asset://p/%2e%2e",
  "asset://p/{id}",
  "asset://p/é",
  "asset://p/%zz",
  "nothing",
  "",
  "asset://u@p/a",
  "asset://other/a",
  "mcp-warning://read/00",
  "asset://p/%252F",
] as const;

function bindingsFor(uri: string, { seldomUndiscoverable }: Theme): fc.Arbitrary<BindingWorld[]> {
  const easy = (EASY as readonly string[]).includes(uri);
  const patterns = easy
    ? fc.constant(PATTERNS.slice(0, 2))
    : fc.subarray([...PATTERNS], { minLength: 1 });
  const discover = permission(seldomUndiscoverable, seldomUndiscoverable * 2);
  return patterns.chain((chosen) =>
    fc.tuple(
      ...chosen.map((pattern) =>
        fc.record({ pattern: fc.constant(pattern), discover: fc.tuple(discover, discover), cache }),
      ),
    ),
  );
}

const allowed: Say = {
  visible: { how: "sync", value: true },
  read: { how: "promise", value: true },
};

function requestedOf(theme: Theme, rights: Rights): fc.Arbitrary<Omit<ItemWorld, "uri">> {
  return fc.record({
    rounds: mostly<Rounds<Say>>(fc.constant([allowed, allowed]), rounds(rights), 3),
    body: body(theme.seldomBadBody),
    late: mostly(fc.constant(false), fc.constant(true), 12),
  });
}

function itemsOf(theme: Theme, rights: Rights, size: number): fc.Arbitrary<ItemWorld[]> {
  const item = fc.record({
    uri: mostly(itemUri, registeredUri, theme.seldomBadResolve * 2),
    rounds: rounds(rights),
    body: body(theme.seldomBadBody),
    late: mostly(fc.constant(false), fc.constant(true), 12),
  });
  const distinct = fc.uniqueArray(item, {
    minLength: Math.min(size, 8),
    maxLength: size,
    selector: ({ uri }) => uri.toLowerCase(),
  });
  return mostly(distinct, fc.array(item, { maxLength: size }), 30);
}

function batchOf(theme: Theme): fc.Arbitrary<NonNullable<World["batch"]>> {
  const fault = mostly<BatchFault | undefined>(
    fc.constant(undefined),
    fc.oneof(fc.constantFrom<BatchFault>("short", "long", "shape", "null"), thrown),
    Math.ceil(theme.seldomBroken / 5),
  );
  return fc.record({ how, fault: fc.tuple(fault, fault) });
}

function unlimited(theme: Theme): fc.Arbitrary<Unlimited> {
  const resolve = mostly<Answer<Resolved>>(
    answering<Resolved>(fc.constant("plan")),
    fc.oneof(
      throwing,
      answering<Resolved>(fc.constantFrom("other requested", "rubbish", "lookalike")),
    ),
    theme.seldomBadResolve,
  );
  return fc
    .record({
      functionBacked: mostly(fc.constant(false), fc.constant(true), 3),
      uri: mostly<string>(
        fc.constantFrom(...EASY),
        fc.oneof(fc.constantFrom(...ODD), fc.constantFrom(...AMBIGUOUS)),
        theme.easyRequest,
      ),
      batched: fc.boolean(),
      size: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 12 })),
    })
    .chain(({ functionBacked, uri, batched, size }) =>
      fc.record({
        functionBacked: fc.constant(functionBacked),
        uri: fc.constant(uri),
        bindings: bindingsFor(uri, theme),
        resolve,
        planCache: cache,
        items: itemsOf(theme, { ...theme, batched }, size),
        requested: requestedOf(theme, { ...theme, batched }),
        requestedAt: fc.option(fc.nat(size), { nil: undefined, freq: 2 }),
        batch: batched ? batchOf(theme) : fc.constant(undefined),
      }),
    )
    .map((world) => (world.functionBacked ? planless(world) : world))
    .map(({ requestedAt: at, ...world }) => ({
      ...world,
      requestedAt: at === undefined ? undefined : Math.min(at, world.items.length),
    }));
}

/** What a function-backed binding plans by itself. */
function planless(world: Unlimited): Unlimited {
  const resolve: World["resolve"] = { how: "sync", value: "plan" };
  return { ...world, resolve, planCache: undefined, items: [], requestedAt: 0 };
}

function worldOf(theme: Theme): fc.Arbitrary<World> {
  return unlimited(theme).chain((world) =>
    fc
      .tuple(theme.limits(world), timeLimits)
      .map(([limits, times]) => ({ ...world, limits: { ...limits, ...times } })),
  );
}

/** Worlds in which anything can happen; each dwells on one part of the walk. */
export const arbitraryWorld: fc.Arbitrary<World> = fc.oneof(...Object.values(THEMES).map(worldOf));

/** Worlds in which nearly everything is permitted and bodies meet limits. */
export const fullWorld: fc.Arbitrary<World> = worldOf(THEMES["sizes"] as Theme);
