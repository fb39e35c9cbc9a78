/**
 * A batch: `count` over all items, summed up (`true` counts one). The loop is compiled anew for each side:
 * sides that shared one would share its inline caches, the call would be megamorphic and nothing inlined,
 * which no program that uses a single library pays for.
 */
export function ownLoop<T>(
  items: readonly T[],
  count: (item: T) => number | boolean,
): () => number {
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is constant; new code is what is wanted
  const make = new Function(
    "items",
    "count",
    `return () => {
      let sum = 0;
      for (let index = 0; index < items.length; index++) sum += +count(items[index]);
      return sum;
    };`,
  ) as (items: readonly T[], count: (item: T) => number | boolean) => () => number;
  return make(items, count);
}

/** The same for work that takes its time: one item after another. */
export function ownAsyncLoop<T>(
  items: readonly T[],
  count: (item: T) => Promise<number>,
): () => Promise<number> {
  // oxlint-disable-next-line typescript/no-implied-eval -- as above
  const make = new Function(
    "items",
    "count",
    `return async () => {
      let sum = 0;
      for (let index = 0; index < items.length; index++) sum += await count(items[index]);
      return sum;
    };`,
  ) as (items: readonly T[], count: (item: T) => Promise<number>) => () => Promise<number>;
  return make(items, count);
}
