import type { Clock, Random } from "../../src/clock.ts";
import { bundle } from "../../src/definition/bundle.ts";
import type { ResourceFields } from "../../src/definition/bundle.ts";
import type { ResourceFailure } from "../../src/failure.ts";
import { createResourceGateway } from "../../src/gateway.ts";
import { textPayload } from "../../src/identity/payload.ts";
import { createReadPlan, type PlanOptions, type ReadPlan } from "../../src/identity/plan.ts";
import { createTarget, type ResourceTarget } from "../../src/identity/target.ts";
import type { LimitOverrides } from "../../src/limits.ts";
import type { GatewayEvent } from "../../src/observer.ts";
import type { ReadProgress, ResourceGateway } from "../../src/operation.ts";
import type { ResourcePolicy } from "../../src/policy/policy.ts";
import type { ReadBundle } from "../../src/read/read-bundle-result.ts";
import type { ReadScope } from "../../src/scope.ts";
import { failureOf } from "../failure-of.ts";

export const BUNDLE = "bundle://b";

/** What a scripted callback answers: one thing always, or one a round. Functions are called, so that they may throw. */
export type Script = unknown;

/** One item of the bundle; what is left out is permitted, and its body is its URI. */
export interface ScriptedItem {
  readonly visible?: Script;
  readonly read?: Script;
  readonly body?: ((target: ResourceTarget, scope: ReadScope<unknown>) => unknown) | undefined;
}

export interface WorldOptions {
  readonly items?: Readonly<Record<string, ScriptedItem>>;
  readonly discover?: Script;
  readonly requested?: ScriptedItem;
  /** Where the requested target stands among the items, if it is one. */
  readonly requestedAt?: number;
  readonly definition?: Partial<ResourceFields>;
  readonly plan?: PlanOptions;
  readonly resolve?: (made: ReadPlan) => unknown;
  readonly limits?: LimitOverrides;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly many?: boolean;
  readonly policy?: object;
  readonly observe?: (event: GatewayEvent) => unknown;
}

export interface World {
  readonly gateway: ResourceGateway<unknown>;
  /** Every callback, in order. */
  readonly calls: string[];
  readonly events: GatewayEvent[];
  readonly progress: ReadProgress[];
  readonly read: (request?: object) => Promise<ReadBundle>;
  readonly failure: (request?: object) => Promise<ResourceFailure>;
}

/** A gateway over one bundle whose every callback is scripted, and which keeps a log of all of them. */
export function world(options: WorldOptions = {}): World {
  const calls: string[] = [];
  const events: GatewayEvent[] = [];
  const progress: ReadProgress[] = [];
  const { items = {}, requested: requestedItem = {} } = options;
  const requested = createTarget({ uri: BUNDLE });
  const targets = Object.keys(items).map((uri) => createTarget({ uri }));
  if (options.requestedAt !== undefined) targets.splice(options.requestedAt, 0, requested);
  const scriptOf = (target: ResourceTarget): ScriptedItem =>
    target === requested ? requestedItem : (items[target.uri] ?? {});
  const rounds = new Map<string, number>();
  const answer = (call: string, script: Script): unknown => {
    calls.push(call);
    const round = rounds.get(call) ?? 0;
    rounds.set(call, round + 1);
    const now: unknown = Array.isArray(script)
      ? script[Math.min(round, script.length - 1)]
      : script;
    return typeof now === "function" ? now() : now;
  };
  const policy: object = {
    discover: () => answer("discover", options.discover ?? true),
    visible: (target: ResourceTarget) =>
      answer(`visible ${target.uri}`, scriptOf(target).visible ?? true),
    read: (target: ResourceTarget) => answer(`read ${target.uri}`, scriptOf(target).read ?? true),
    scopeKey: () => "everybody",
    ...(options.many === true ? { decideMany: decideMany() } : {}),
    ...options.policy,
  };
  function decideMany() {
    return (asked: readonly ResourceTarget[]) => {
      calls.push(`decideMany ${asked.map(({ uri }) => uri).join(" ")}`);
      return asked.map((target) => {
        const visible = answer("", scriptOf(target).visible ?? true);
        calls.pop();
        rounds.delete("");
        if (visible === false) return { visible };
        return { visible: true, read: scriptOf(target).read ?? true };
      });
    };
  }
  const binding = bundle(
    { uri: BUNDLE, name: "b", ...options.definition },
    {
      resolve: (match, scope) => {
        calls.push("resolve");
        const plan = createReadPlan(requested, targets, options.plan);
        void scope;
        return (options.resolve === undefined ? plan : options.resolve(plan)) as ReadPlan;
      },
      read: (target, scope) => {
        calls.push(`body ${target.uri}`);
        const { body = () => textPayload(target.uri, "text/plain") } = scriptOf(target);
        return body(target, scope) as never;
      },
    },
  );
  const gateway = createResourceGateway<unknown>({
    policy: policy as ResourcePolicy<unknown>,
    bindings: [binding],
    limits: options.limits,
    clock: options.clock,
    random: options.random,
    observer:
      options.observe &&
      ((event) => {
        events.push(event);
        return options.observe?.(event);
      }),
  });
  const read = (request: object = {}) =>
    gateway.read(BUNDLE, {
      context: undefined,
      onProgress: (step) => {
        progress.push(step);
      },
      ...request,
    });
  return { gateway, calls, events, progress, read, failure: (request) => failureOf(read(request)) };
}

/** Calls a thrower inside a script. */
export function throwing(error: unknown): () => never {
  return () => {
    throw error;
  };
}
