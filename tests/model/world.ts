import type { LimitOverrides } from "@org/resources-core";

// A world is all that a read depends on, as data: what is registered, what is asked, and what every callback will say
// each time it is called. The stage plays it to a real gateway; the reference says what must come out.

/** What a callback throws, by name: signals of the package, failures it must not believe, and things that are no errors. */
export type Thrown =
  | "unavailable"
  | "tooLarge"
  | "invalidVariable"
  | "failure"
  | "error"
  | "abort"
  | "undefined"
  | "string"
  | "hostile"
  | "target fault"
  | "plan fault"
  | "payload fault";

/** One call's answer, and how it comes: at once, as a promise, or as a foreign thenable. */
export type Answer<T> = { readonly how: "sync" | "promise" | "thenable" } & (
  | { readonly value: T; readonly thrown?: undefined }
  | { readonly thrown: Thrown; readonly value?: undefined }
);

export type CacheSay =
  | {
      readonly ttlMs?: number | undefined;
      readonly cacheScope?: "public" | "private" | undefined;
    }
  | undefined;

/** What a reader returns: a payload, or something that is none. */
export type Body =
  | {
      readonly text: string;
      readonly mimeType: string;
      readonly meta?: Record<string, unknown> | undefined;
      readonly cache: CacheSay;
    }
  | {
      readonly bytes: readonly number[];
      readonly mimeType: string;
      readonly meta?: Record<string, unknown> | undefined;
      readonly cache: CacheSay;
    }
  | { readonly rubbish: "undefined" | "null" | "string" | "lookalike" | "plan" };

/** A target's decisions in one round. What is no boolean (or visible object) is rubbish, and operational. */
export interface Say {
  readonly visible: Answer<unknown>;
  readonly read: Answer<unknown>;
}

export type Rounds<T> = readonly [T, T];

export interface ItemWorld {
  readonly uri: string;
  readonly rounds: Rounds<Say>;
  readonly body: Answer<Body>;
  /** The reader ignores its signal and answers only once its item's time is up. */
  readonly late: boolean;
}

export interface BindingWorld {
  readonly pattern: string;
  readonly discover: Rounds<Answer<unknown>>;
  readonly cache: CacheSay;
}

/** What `resolve` does. `other requested` is a plan whose requested target is not what was matched. */
export type Resolved = "plan" | "other requested" | "rubbish" | "lookalike";

/** How a batch policy breaks in a round, if it does. */
export type BatchFault = "short" | "long" | "shape" | "null" | Thrown;

export interface World {
  readonly uri: string;
  /** The bindings are `resource` and `resourceTemplate`, which plan for themselves: `requested` is the only item. */
  readonly functionBacked: boolean;
  readonly bindings: readonly BindingWorld[];
  readonly resolve: Answer<Resolved>;
  readonly planCache: CacheSay;
  /** The items without the requested target. */
  readonly items: readonly ItemWorld[];
  /** The requested target's own decisions and body. */
  readonly requested: Omit<ItemWorld, "uri">;
  /** Where in the items the requested target stands, if it is one. */
  readonly requestedAt: number | undefined;
  /** Answers of a policy that decides in batches; absent: one by one. */
  readonly batch?:
    | { readonly how: Answer<never>["how"]; readonly fault: Rounds<BatchFault | undefined> }
    | undefined;
  readonly limits: LimitOverrides;
}
