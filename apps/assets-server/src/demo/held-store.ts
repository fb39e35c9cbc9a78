import type { AssetStore } from "../assets/asset-store.ts";

/** A store that can be stopped in the middle of a read. */
export interface HeldStore {
  readonly store: AssetStore;
  /** Holds the next read of this asset's body: `reached` settles when it is asked for, `release` lets it go on. */
  readonly hold: (asset: string) => {
    readonly reached: Promise<void>;
    readonly release: () => void;
  };
}

/** Wraps a store so that something can happen while a body is being read. */
export function heldStore(inner: AssetStore): HeldStore {
  const holds = new Map<string, { readonly reach: () => void; readonly released: Promise<void> }>();
  return {
    store: {
      ...inner,
      body: async (...asked) => {
        const [, , asset] = asked;
        const hold = holds.get(asset);
        holds.delete(asset);
        hold?.reach();
        await hold?.released;
        return inner.body(...asked);
      },
    },
    hold: (asset) => {
      const reached = signal();
      const released = signal();
      holds.set(asset, { reach: reached.give, released: released.given });
      return { reached: reached.given, release: released.give };
    },
  };
}

function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  const resolver: { resolve?: () => void } = {};
  const given = new Promise<void>((resolve) => {
    resolver.resolve = resolve;
  });
  return { given, give: () => resolver.resolve?.() };
}
