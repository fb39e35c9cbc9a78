import fc from "fast-check";
import { body, cache } from "./arbitrary-answers.ts";
import { arbitraryWorld } from "./arbitrary-world.ts";
import type { Answer, ItemWorld, Say, Thrown, World } from "./world.ts";

/** What only the host may tell apart. */
export interface Twin {
  readonly world: World;
  readonly authorizationData: unknown;
}

/** Things thrown that mean the same: something broke. */
const BREAKAGES: readonly Thrown[] = [
  "failure",
  "error",
  "abort",
  "undefined",
  "string",
  "hostile",
];

/** An item that is hidden in both rounds, whatever else it is. */
const hidden = fc.record({
  at: fc.nat(13),
  item: fc.record({
    uri: fc.nat(99).map((n) => `hidden://h/${n}`),
    rounds: fc.constant([hiddenSay(false), hiddenSay({ visible: false, discloseIssueUri: true })]),
    body: body(1),
    late: fc.boolean(),
  }),
});

function hiddenSay(value: unknown): Say {
  return { visible: { how: "promise", value }, read: { how: "sync", value: true } };
}

interface Difference {
  readonly hidden: readonly { readonly at: number; readonly item: unknown }[];
  readonly breakage: number;
  readonly authorizationData: unknown;
}

const difference: fc.Arbitrary<Difference> = fc.record({
  hidden: fc.uniqueArray(hidden, { maxLength: 6, selector: ({ item }) => item.uri }),
  breakage: fc.nat(BREAKAGES.length - 1),
  authorizationData: fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant(undefined)),
});

/** Two worlds that differ in hidden items, in authorization data and in private causes, and in nothing else (READ-15). */
export const twins: fc.Arbitrary<readonly [Twin, Twin]> = fc
  .tuple(arbitraryWorld, difference, difference, cache)
  .map(([world, one, other]) => [twinOf(world, one), twinOf(world, other)]);

function twinOf(world: World, { hidden: added, breakage, authorizationData }: Difference): Twin {
  const causes = <T>(answer: Answer<T>): Answer<T> => withBreakage(answer, breakage);
  const items = world.items.map((item): ItemWorld => ({ ...item, body: causes(item.body) }));
  let { requestedAt } = world;
  for (const { at, item } of world.functionBacked ? [] : added) {
    const place = Math.min(at, items.length);
    items.splice(place, 0, item as ItemWorld);
    // The item at this place of the plan moves on, and so does a requested target that stands there or behind.
    if (requestedAt !== undefined && requestedAt >= place) requestedAt += 1;
  }
  return {
    authorizationData,
    world: {
      ...world,
      items,
      requestedAt,
      resolve: causes(world.resolve),
      requested: { ...world.requested, body: causes(world.requested.body) },
      // A plan that is too long is exempt from the law.
      limits: { ...world.limits, maxPlanItems: undefined },
    },
  };
}

function withBreakage<T>(answer: Answer<T>, breakage: number): Answer<T> {
  const { thrown } = answer;
  const other = BREAKAGES[breakage];
  if (thrown === undefined || other === undefined || !BREAKAGES.includes(thrown)) return answer;
  return { how: answer.how, thrown: other };
}
