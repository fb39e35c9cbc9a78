import type { Awaitable, ResourceBinding } from "@org/resources-core";

/** What a binding subject's `create` gives: a binding, how to be rid of it, and whatever its own hooks need. */
export interface CreatedBinding<in C> {
  readonly binding: ResourceBinding<C>;
  readonly dispose?: (() => Awaitable<unknown>) | undefined;
}

/**
 * A binding under contract: how to make one, and who reads what of it.
 *
 * A hook that is left out leaves out the check that needs it. Every hook gets what `create` gave, so that checks may run
 * at once, each on a binding of its own.
 */
export interface BindingSubject<in out C, in out B extends CreatedBinding<C> = CreatedBinding<C>> {
  /** Makes a new binding over the same contents each time. */
  readonly create: () => Awaitable<B>;
  /** Two callers. */
  readonly principals: readonly [C, C];
  /** URIs of this binding that the first principal can read whole. */
  readonly uris: readonly string[];
  /** A context of nobody. With it, the check of completions. */
  readonly unknown?: unknown;
  /** How many bodies storage has been asked for so far. With it, the check that planning reads none. */
  readonly bodiesRead?: ((created: B) => number) | undefined;
  /** Makes the storage answer no more. With it, the check of aborts sees waiting calls. */
  readonly stall?: ((created: B) => Awaitable<unknown>) | undefined;
  /**
   * What of the authorization data must not be found in any output; unless given, every text in it of four characters or
   * more, and every member with a number, that no URI shows.
   */
  readonly secrets?: readonly string[] | undefined;
}
