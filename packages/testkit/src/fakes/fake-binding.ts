import {
  type Awaitable,
  blobPayload,
  createReadPlan,
  createTarget,
  type DefinitionFields,
  type Payload,
  type ReadPlan,
  type ReadScope,
  type ResourceBinding,
  type ResourceMatch,
  type ResourceTarget,
  textPayload,
} from "@org/resources-core";
import { deferred } from "./deferred.ts";

/** A body by script: text, bytes, a payload, or what to do instead of returning one. */
export type FakeBody =
  | string
  | Uint8Array
  | Payload
  | ((target: ResourceTarget, scope: ReadScope<unknown>) => Awaitable<FakeBody>);

/** One call of a fake binding. */
export type BindingCall =
  | { readonly callback: "resolve"; readonly uri: string; readonly operationId: string }
  | {
      readonly callback: "read";
      readonly uri: string;
      readonly operationId: string;
      readonly maxBytes: number;
    };

/** A binding by script that records its calls. */
export interface FakeBinding extends ResourceBinding {
  readonly calls: readonly BindingCall[];
}

/** What {@link fakeBinding} takes: a definition, and the items' bodies by URI, in plan order. */
export type FakeBindingOptions = Partial<DefinitionFields> &
  ({ readonly uri: string } | { readonly uriTemplate: string }) & {
    readonly items?:
      | Readonly<Record<string, FakeBody>>
      | ((match: ResourceMatch) => Readonly<Record<string, FakeBody>>)
      | undefined;
  };

/**
 * Makes a binding by script: one target for each of `items`, in that order, each with its body (KIT-1). Text becomes
 * `text/plain`, bytes `application/octet-stream`; a function is called with target and scope and may throw.
 *
 * @example
 * const preview = fakeBinding({
 *   uri: "bundle://p/preview",
 *   items: {
 *     "asset://p/a": "text",
 *     "asset://p/b": failing(new Error("disk on fire")),
 *     "asset://p/c": never(),
 *     "asset://p/d": inTurn("first read", failing(new Error("then broken"))),
 *   },
 * });
 */
export function fakeBinding(options: FakeBindingOptions): FakeBinding {
  const { items = {}, ...definition } = options;
  const calls: BindingCall[] = [];
  const scriptOf = typeof items === "function" ? items : () => items;
  return {
    definition: { name: "fake", ...definition },
    calls,
    resolve(match, { operationId }): ReadPlan {
      calls.push({ callback: "resolve", uri: match.canonicalUri, operationId });
      const requested = createTarget({ uri: match.canonicalUri });
      const targets = Object.keys(scriptOf(match)).map((uri) =>
        uri === requested.uri ? requested : createTarget({ uri }),
      );
      return createReadPlan(requested, targets);
    },
    async read(target, scope): Promise<Payload> {
      const { operationId, maxBytes, match } = scope;
      calls.push({ callback: "read", uri: target.uri, operationId, maxBytes });
      const body = new Map(Object.entries(scriptOf(match))).get(target.uri);
      if (body === undefined) throw new Error(`the script has no body for ${target.uri}`);
      return await payloadOf(body, target, scope);
    },
  };
}

async function payloadOf(
  body: FakeBody,
  target: ResourceTarget,
  scope: ReadScope<unknown>,
): Promise<Payload> {
  if (typeof body === "function") return await payloadOf(await body(target, scope), target, scope);
  if (typeof body === "string") return textPayload(body, "text/plain");
  return body instanceof Uint8Array ? blobPayload(body, "application/octet-stream") : body;
}

/** A body that cannot be read: throws `error`, whatever it is. */
export function failing(error: unknown): FakeBody {
  return () => {
    throw error;
  };
}

/** A body that never comes, and whose reader ignores its signal. */
export function never(): FakeBody {
  const { promise } = deferred<FakeBody>();
  return () => promise;
}

/** A body that comes `ms` milliseconds later, by the given clock's timers (default: real ones). */
export function after(
  ms: number,
  body: FakeBody,
  clock: { readonly setTimer: (ms: number, fn: () => void) => unknown } = realTimers,
): FakeBody {
  return async () => {
    const { promise, resolve } = deferred<FakeBody>();
    clock.setTimer(ms, () => resolve(body));
    return await promise;
  };
}

/** The first body at the first read, the next at the next; the last one from then on. */
export function inTurn(...bodies: readonly [FakeBody, ...FakeBody[]]): FakeBody {
  let reads = 0;
  return () => bodies[Math.min(reads++, bodies.length - 1)] ?? bodies[0];
}

const realTimers = {
  setTimer: (ms: number, fn: () => void): unknown => setTimeout(fn, ms),
};
