import fc from "fast-check";
import type { Answer, Body, CacheSay, Rounds, Say, Thrown } from "./world.ts";

/** `n` times the usual for once the seldom. */
export function mostly<T>(
  usual: fc.Arbitrary<T>,
  seldom: fc.Arbitrary<T>,
  n: number,
): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: usual, weight: n }, { arbitrary: seldom, weight: 1 });
}

/** Absent two times in three. */
export function maybe<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return mostly<T | undefined>(fc.constant(undefined), value, 2);
}

export const how: fc.Arbitrary<Answer<never>["how"]> = fc.constantFrom(
  "sync",
  "promise",
  "thenable",
);

export const thrown: fc.Arbitrary<Thrown> = fc.constantFrom(
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

export function answering<T>(value: fc.Arbitrary<T>): fc.Arbitrary<Answer<T>> {
  return fc.record({ how, value });
}

export const throwing: fc.Arbitrary<Answer<never>> = fc.record({ how, thrown });

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
  { visible: undefined, discloseIssueUri: true },
);
const broken: fc.Arbitrary<Answer<unknown>> = fc.oneof(throwing, answering(rubbish));
const notThere = fc.record({ how, thrown: fc.constant<Thrown>("unavailable") });

/** A boolean, seldom a malfunction. */
export function permission(
  seldomDenied: number,
  seldomBroken: number,
): fc.Arbitrary<Answer<unknown>> {
  const denial = fc.oneof(answering<unknown>(fc.constant(false)), notThere);
  const decision = mostly<Answer<unknown>>(answering(fc.constant(true)), denial, seldomDenied);
  return mostly(decision, broken, seldomBroken);
}

/** How seldom items are hidden, denied, or asked for in vain. In batches no single decision breaks. */
export interface Rights {
  readonly batched: boolean;
  readonly seldomHidden: number;
  readonly seldomDenied: number;
  readonly seldomBroken: number;
}

function say({ batched, seldomHidden, seldomDenied, seldomBroken }: Rights): fc.Arbitrary<Say> {
  const shown = fc.oneof(
    fc.constant(true),
    fc.record({ visible: fc.constant(true), discloseIssueUri: fc.boolean() }),
    fc.constant({ visible: true }),
  );
  const hidden = fc.oneof(
    fc.constant(false),
    fc.record({ visible: fc.constant(false), discloseIssueUri: fc.boolean() }),
  );
  const visible = answering(mostly<unknown>(shown, hidden, seldomHidden));
  const read = answering(mostly<unknown>(fc.constant(true), fc.constant(false), seldomDenied));
  if (batched) return fc.record({ visible, read });
  return fc.record({
    visible: mostly<Answer<unknown>>(
      visible,
      fc.oneof(throwing, notThere, answering(fc.oneof(rubbish, badVisible))),
      seldomBroken,
    ),
    read: permission(seldomDenied, seldomBroken),
  });
}

/** Rights that stay the same are the rule, else hardly an item survives; but they may change in any way. */
export function rounds(rights: Rights): fc.Arbitrary<Rounds<Say>> {
  return fc.oneof(
    say(rights).map((one): Rounds<Say> => [one, one]),
    fc.tuple(say(rights), say(rights)),
  );
}

export const cache: fc.Arbitrary<CacheSay> = fc.oneof(
  fc.constant(undefined),
  fc.record(
    { ttlMs: fc.integer({ min: 0, max: 100 }), cacheScope: fc.constantFrom("public", "private") },
    { requiredKeys: [] },
  ),
);

const NASTY = ['"', "\\", "\n", "\u0001", "é", "💥", "\u2028", "a"];
const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...NASTY), maxLength: 60 }),
  fc.integer({ min: 0, max: 300 }).map((n) => "a".repeat(n)),
);
const metaValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constant("\ud800 lone"),
  fc.constant("é\u0007"),
);
const meta = maybe(
  fc.dictionary(fc.constantFrom("a", "example.com/b", "k-1"), metaValue, {
    maxKeys: 2,
  }),
);
const mimeType = fc.constantFrom(
  "text/plain",
  "application/json",
  'text/html; profile="a b"',
  "image/png",
);

export const payload: fc.Arbitrary<Exclude<Body, { rubbish: unknown }>> = fc.oneof(
  fc.record({ text, mimeType, meta, cache }),
  fc.record({ bytes: fc.array(fc.nat(255), { maxLength: 40 }), mimeType, meta, cache }),
);

/** A payload, seldom something else. */
export function body(seldomBad: number): fc.Arbitrary<Answer<Body>> {
  const failing = fc.constantFrom<Thrown>("tooLarge", "tooLarge", "error", "unavailable");
  const kind = fc.constantFrom("undefined", "null", "string", "lookalike", "plan");
  return mostly<Answer<Body>>(
    answering(payload),
    fc.oneof(
      throwing,
      fc.record({ how, thrown: failing }),
      answering<Body>(fc.record({ rubbish: kind })),
    ),
    seldomBad,
  );
}
