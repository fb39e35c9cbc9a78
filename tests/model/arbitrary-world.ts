import fc from "fast-check";
import type { LimitOverrides } from "@org/resources-core";
import type { Interrupt, Schedule } from "./perform.ts";
import { wireItem } from "./reference-read.ts";
import type {
  Answer,
  BatchFault,
  BindingWorld,
  Body,
  CacheSay,
  ItemWorld,
  Resolved,
  Rounds,
  Say,
  Thrown,
  World,
} from "./world.ts";

const how = fc.constantFrom("sync", "promise", "thenable");
/** Mostly the first, seldom the rest. */
const mostly = <T>(usual: fc.Arbitrary<T>, seldom: fc.Arbitrary<T>, weight = 12): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: usual, weight }, { arbitrary: seldom, weight: 1 });

const thrown: fc.Arbitrary<Thrown> = fc.constantFrom(
  "unavailable",
  "tooLarge",
  "invalidVariable",
  "failure",
  "error",
  "abort",
  "undefined",
  "string",
  "hostile",
  "target fault",
  "plan fault",
  "payload fault",
);

function answer<T>(value: fc.Arbitrary<T>): fc.Arbitrary<Answer<T>> {
  return fc.record({ how, value });
}
const throwing: fc.Arbitrary<Answer<never>> = fc.record({ how, thrown });

const rubbish = fc.constantFrom<unknown[]>(
  undefined,
  null,
  0,
  1,
  "",
  "yes",
  {},
  [],
  [true],
  () => true,
);
const badVisible = fc.constantFrom<unknown[]>(
  {},
  { visible: 1 },
  { visible: true, discloseIssueUri: 1 },
  null,
);
const visibleValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.boolean(),
  fc.constant(true),
  fc.record({
    visible: mostly(fc.constant(true), fc.constant(false), 5),
    discloseIssueUri: fc.boolean(),
  }),
  fc.record({ visible: fc.boolean() }),
);
const readValue = mostly<boolean>(fc.constant(true), fc.constant(false), 4);

/** `p`: how seldom a decision breaks; in batches it never does by itself. */
function say(batch: boolean): fc.Arbitrary<Say> {
  const visible = answer(visibleValue);
  const read = answer<unknown>(readValue);
  if (batch) return fc.record({ visible, read });
  return fc.record({
    visible: mostly<Answer<unknown>>(
      visible,
      fc.oneof(throwing, answer(fc.oneof(rubbish, badVisible))),
      120,
    ),
    read: mostly<Answer<unknown>>(
      mostly<Answer<unknown>>(
        read,
        fc.record({ how, thrown: fc.constant<Thrown>("unavailable") }),
        20,
      ),
      fc.oneof(throwing, answer(rubbish)),
      120,
    ),
  });
}

function rounds(batch: boolean): fc.Arbitrary<Rounds<Say>> {
  // Rights that stay the same are the rule: else hardly an item survives.
  return fc.oneof(
    say(batch).map((one): Rounds<Say> => [one, one]),
    fc.tuple(say(batch), say(batch)),
  );
}

const allowed: Say = {
  visible: { how: "sync", value: true },
  read: { how: "promise", value: true },
};

const cache: fc.Arbitrary<CacheSay> = fc.oneof(
  fc.constant(undefined),
  fc.record(
    { ttlMs: fc.integer({ min: 0, max: 100 }), cacheScope: fc.constantFrom("public", "private") },
    { requiredKeys: [] },
  ),
);

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom('"', "\\", "\n", "\u0001", "é", "💥", "\u2028", "a"),
    maxLength: 60,
  }),
  fc.integer({ min: 0, max: 300 }).map((n) => "a".repeat(n)),
);
const meta = fc.option(
  fc.dictionary(
    fc.constantFrom("a", "example.com/b", "k-1"),
    fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant("\ud800 lone"), fc.constant("é\u0007")),
    { maxKeys: 2 },
  ),
  { nil: undefined, freq: 3 },
);
const mimeType = fc.constantFrom(
  "text/plain",
  "application/json",
  'text/html; profile="mcp-app"',
  "image/png",
);

export const payload: fc.Arbitrary<Exclude<Body, { rubbish: unknown }>> = fc.oneof(
  fc.record({ text, mimeType, meta, cache }),
  fc.record({ bytes: fc.array(fc.nat(255), { maxLength: 40 }), mimeType, meta, cache }),
);
const body: fc.Arbitrary<Answer<Body>> = fc.oneof(
  { arbitrary: answer(payload), weight: 8 },
  { arbitrary: throwing, weight: 1 },
  {
    arbitrary: fc.record({
      how,
      thrown: fc.constantFrom<Thrown>("tooLarge", "error", "unavailable"),
    }),
    weight: 1,
  },
  {
    arbitrary: answer(
      fc.record({ rubbish: fc.constantFrom("undefined", "null", "string", "lookalike", "plan") }),
    ),
    weight: 1,
  },
);

const itemUri = fc.oneof(
  { arbitrary: fc.nat(30).map((n) => `item://h/${n}`), weight: 8 },
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
  {
    arbitrary: fc.constantFrom(
      "asset://p/z",
      "asset://p/%7A",
      "asset://p/%61",
      "asset://p/a/x",
      "Asset://p/z",
    ),
    weight: 1,
  },
);

const PATTERNS = [
  "asset://p/a",
  "asset://p/{id}",
  "asset://p/{id}/x",
  "asset://p/{a}/{b}",
  "asset://p/b/{z}",
] as const;
/** Requests and what they meet: exact, folded, alias, template, escaped, ambiguous, bad capture, invalid, unknown. */
const REQUESTS = [
  "asset://p/a",
  "ASSET://p/a",
  "asset://p/%61",
  "asset://p/id-1",
  "aSSet://p/%69d-1",
  "asset://p/q/y",
  "asset://p/b/x",
  "asset://p/q/x",
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
const EASY = ["asset://p/a", "asset://p/id-1", "ASSET://p/a", "asset://p/%69d-1"] as const;

const bool = answer<unknown>(mostly<boolean>(fc.constant(true), fc.constant(false), 60));
const discover = mostly<Answer<unknown>>(bool, fc.oneof(throwing, answer(rubbish)), 120);

function bindingsFor(uri: string): fc.Arbitrary<BindingWorld[]> {
  const easy = (EASY as readonly string[]).includes(uri);
  const patterns = easy
    ? fc.constant(PATTERNS.slice(0, 2))
    : fc.subarray([...PATTERNS], { minLength: 1 });
  return patterns.chain((chosen) =>
    fc.tuple(
      ...chosen.map((pattern) =>
        fc.record({ pattern: fc.constant(pattern), discover: fc.tuple(discover, discover), cache }),
      ),
    ),
  );
}

/** A world before its limits are known. */
type Unlimited = Omit<World, "limits">;

const unlimited: fc.Arbitrary<Unlimited> = fc
  .record({
    functionBacked: mostly(fc.constant(false), fc.constant(true), 5),
    uri: mostly<string>(fc.constantFrom(...EASY), fc.constantFrom(...REQUESTS), 6),
    batched: fc.boolean(),
    size: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 12 })),
  })
  .chain(({ functionBacked, uri, batched, size }) =>
    fc.record({
      functionBacked: fc.constant(functionBacked),
      uri: fc.constant(uri),
      bindings: bindingsFor(uri),
      resolve: mostly<Answer<Resolved>>(
        answer<Resolved>(fc.constant("plan")),
        fc.oneof(
          throwing,
          answer<Resolved>(fc.constantFrom("other requested", "rubbish", "lookalike")),
        ),
        40,
      ),
      planCache: cache,
      items: itemsOf(batched, size),
      requested: fc.record({
        rounds: mostly<Rounds<Say>>(fc.constant([allowed, allowed]), rounds(batched), 3),
        body,
        late: mostly(fc.constant(false), fc.constant(true)),
      }),
      requestedAt: fc.option(fc.nat(size), { nil: undefined, freq: 2 }),
      batch: batched
        ? fc.record({
            how,
            fault: fc.tuple(
              ...[0, 1].map(() =>
                mostly<BatchFault | undefined>(
                  fc.constant(undefined),
                  fc.oneof(fc.constantFrom<BatchFault>("short", "long", "shape", "null"), thrown),
                  40,
                ),
              ),
            ) as unknown as fc.Arbitrary<Rounds<BatchFault | undefined>>,
          })
        : fc.constant(undefined),
    }),
  )
  .map((world) => (world.functionBacked ? planless(world) : world))
  .map((world) => ({
    ...world,
    requestedAt:
      world.requestedAt === undefined ? undefined : Math.min(world.requestedAt, world.items.length),
  }));

/** What a function-backed binding plans by itself. */
function planless(world: Unlimited): Unlimited {
  const resolve: World["resolve"] = { how: "sync", value: "plan" };
  return { ...world, resolve, planCache: undefined, items: [], requestedAt: 0 };
}

function itemsOf(batched: boolean, size: number): fc.Arbitrary<ItemWorld[]> {
  const item = fc.record({
    uri: itemUri,
    rounds: rounds(batched),
    body,
    late: mostly(fc.constant(false), fc.constant(true)),
  });
  return mostly(
    fc.uniqueArray(item, {
      minLength: Math.min(size, 8),
      maxLength: size,
      selector: ({ uri }) => uri.toLowerCase(),
    }),
    fc.array(item, { maxLength: size }),
    30,
  );
}

/** The sum of some of the sizes: where a total may run out. */
function sumOf(sizes: number[]): fc.Arbitrary<number> {
  return fc.subarray(sizes).map((some) => some.reduce((sum, size) => sum + size, 0));
}

/** At it, one under it or one over it. */
function near(sizes: fc.Arbitrary<number>): fc.Arbitrary<number> {
  return fc
    .tuple(sizes, fc.constantFrom(-1, 0, 0, 1))
    .map(([size, delta]) => Math.max(1, size + delta));
}

function maybe<T>(limit: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return mostly<T | undefined>(fc.constant(undefined), limit, 2);
}

/** Limits at, just under and just over what the world's bodies come to. */
function limitsOf(world: Unlimited): fc.Arbitrary<LimitOverrides> {
  const bodies = [
    ...world.items.map((item) => ({ ...item })),
    { ...world.requested, uri: world.uri },
  ].flatMap(({ uri, body: { value } }) =>
    value === undefined || "rubbish" in value ? [] : [{ uri, value }],
  );
  const payloads = bodies.map(({ value }) =>
    "text" in value ? Buffer.byteLength(value.text) : value.bytes.length,
  );
  const encoded = bodies.map(({ uri, value }) =>
    Buffer.byteLength(JSON.stringify(wireItem(uri, value))),
  );
  const count = world.items.length + (world.requestedAt === undefined ? 0 : 1);
  return fc
    .record({
      reportPayloadBytes: fc.oneof(fc.integer({ min: 256, max: 900 }), fc.constant(4096)),
      reportEncodedBytes: fc.oneof(fc.integer({ min: 1024, max: 3000 }), fc.constant(16_384)),
      payload: maybe(near(sumOf(payloads))),
      encoded: maybe(near(sumOf(encoded))),
      itemPayload: maybe(near(fc.constantFrom(1, ...payloads))),
      itemEncoded: maybe(near(fc.constantFrom(1, ...encoded))),
      maxItems: maybe(fc.integer({ min: 1, max: count + 1 })),
      maxIssues: maybe(fc.integer({ min: 1, max: count + 1 })),
      maxPlanItems: mostly(fc.constant(undefined), near(fc.constant(count)), 6),
      maxUriBytes: mostly<number | undefined>(
        fc.constant(undefined),
        fc.integer({ min: 51, max: 260 }),
        8,
      ),
      policyConcurrency: maybe(fc.integer({ min: 1, max: 5 })),
      itemTimeoutMs: fc.constant(100),
      readTimeoutMs: mostly(fc.constant(10_000), fc.integer({ min: 1, max: 500 }), 8),
    })
    .map(({ payload: all, encoded: allEncoded, itemPayload, itemEncoded, ...rest }) => ({
      ...rest,
      maxItemPayloadBytes: itemPayload,
      maxItemEncodedBytes: itemEncoded,
      maxPayloadBytes: all === undefined ? undefined : all + rest.reportPayloadBytes,
      maxEncodedBytes:
        allEncoded === undefined ? undefined : allEncoded + rest.reportEncodedBytes + 8192 + 256,
    }));
}

export const arbitraryWorld: fc.Arbitrary<World> = unlimited.chain((world) =>
  limitsOf(world).map((limits) => ({ ...world, limits })),
);

const interrupt: fc.Arbitrary<Interrupt> = fc.record({
  at: fc.oneof(fc.record({ step: fc.nat(25) }), fc.record({ call: fc.nat(20) })),
  what: fc.oneof(
    fc.constant("abort" as const),
    fc.record({ passMs: fc.constantFrom(1, 50, 99, 100, 101, 200, 499, 10_000) }),
  ),
});

/** Any order of answers, undisturbed. */
export const calmSchedule: fc.Arbitrary<Schedule> = fc.record({
  picks: fc.array(fc.nat(9), { maxLength: 12 }),
  interrupts: fc.constant([]),
  timeoutMs: fc.constant(undefined),
});

/** Any order of answers, with time passing and callers leaving at any point. */
export const roughSchedule: fc.Arbitrary<Schedule> = fc.record({
  picks: fc.array(fc.nat(9), { maxLength: 12 }),
  interrupts: fc.array(interrupt, { maxLength: 3 }),
  timeoutMs: fc.option(fc.integer({ min: 1, max: 700 }), { nil: undefined, freq: 2 }),
});
