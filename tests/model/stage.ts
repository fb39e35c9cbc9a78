import {
  blobPayload,
  bundle as bundleBinding,
  createReadPlan,
  createResourceGateway,
  createTarget,
  type Awaitable,
  type GatewayEvent,
  type GatewayOptions,
  type Payload,
  type PolicyScope,
  type ReaderRequest,
  type ReadPlan,
  type ReadScope,
  type ResourceBinding,
  type ResourceGateway,
  resource,
  type ResourcePolicy,
  type ResourceTarget,
  resourceTemplate,
  type Scope,
  textPayload,
} from "@org/resources-core";
import { Answering, SECRET, thrownValue } from "./answering.ts";
import { stageClock, type StageClock } from "./stage-clock.ts";
import type { BindingWorld, Body, ItemWorld, Say, World } from "./world.ts";

export interface Context {
  readonly who: string;
}

/** One call of a callback, as it was made. */
export interface Call {
  readonly name: "discover" | "resolve" | "visible" | "read" | "decideMany" | "body";
  /** The target's URI, the definition's pattern, or for a batch all URIs. */
  readonly of: string;
  readonly scope: Scope<Context>;
  readonly maxBytes?: number;
  readonly startedAt: number;
  settledAt?: number;
}

/** A real gateway in a world, and what happens there. */
export interface Stage {
  readonly gateway: ResourceGateway<Context>;
  readonly calls: Call[];
  readonly clock: StageClock;
  readonly answering: Answering;
  readonly events: GatewayEvent[];
  /** Most policy calls that waited at once. */
  readonly peak: () => number;
  /** What the stage saw that no gateway may do. */
  readonly faults: string[];
  /** Runs at the start of every call. */
  onCall: (index: number) => void;
}

/** Options of {@link setStage} that only some tests need. */
export interface StageOptions {
  /** Private data of every target. */
  readonly authorizationData?: unknown;
  readonly more?: Partial<GatewayOptions<Context>>;
  /** Who makes the gateway: a mutant, or (by default) core. */
  readonly create?: (options: GatewayOptions<Context>) => ResourceGateway<Context>;
}

export function setStage(world: World, options: StageOptions = {}): Stage {
  const clock = stageClock();
  const answering = new Answering(clock);
  const calls: Call[] = [];
  const faults: string[] = [];
  const events: GatewayEvent[] = [];
  const counts = new Map<string, number>();
  const targets = new Map<string, ResourceTarget>();
  let waitingPolicies = 0;
  let peak = 0;

  function called(
    name: Call["name"],
    of: string,
    scope: Scope<Context>,
  ): { call: Call; nth: 0 | 1 } {
    const maxBytes =
      "maxBytes" in scope ? { maxBytes: (scope as ReadScope<Context>).maxBytes } : {};
    const call: Call = { name, of, scope, startedAt: clock.elapsed(), ...maxBytes };
    const key = `${name} ${name === "decideMany" ? "" : of}`;
    const nth = counts.get(key) ?? 0;
    counts.set(key, nth + 1);
    if (nth > 1) faults.push(`${key} was called ${nth + 1} times`);
    calls.push(call);
    stage.onCall(calls.length - 1);
    return { call, nth: nth === 0 ? 0 : 1 };
  }

  function policyWaits(call: Call): () => void {
    waitingPolicies += 1;
    peak = Math.max(peak, waitingPolicies);
    return () => {
      waitingPolicies -= 1;
      call.settledAt = clock.elapsed();
    };
  }

  function knownTarget(target: ResourceTarget): void {
    // A function-backed binding plans for itself: its target is that of the first decision.
    if (world.functionBacked && !targets.has(target.uri)) targets.set(target.uri, target);
    if (targets.get(target.uri) !== target)
      faults.push(`a target of ${target.uri} is not the plan's`);
  }

  const sayOf = (uri: string): Omit<ItemWorld, "uri"> =>
    world.items.find((item) => item.uri === uri) ?? world.requested;

  class Policy implements ResourcePolicy<Context> {
    // Methods use `this`: callbacks are called as methods of the object they came from.
    readonly #own = true;

    #check(): void {
      if (!this.#own) faults.push("unreachable");
    }

    readonly discover: ResourcePolicy<Context>["discover"];
    readonly visible: ResourcePolicy<Context>["visible"];
    readonly read: ResourcePolicy<Context>["read"];
    readonly scopeKey: ResourcePolicy<Context>["scopeKey"];
    readonly decideMany?: ResourcePolicy<Context>["decideMany"];

    constructor() {
      const check = (self: Policy): void => {
        self.#check();
      };
      this.discover = function discover(this: Policy, definition, scope) {
        check(this);
        const pattern = definition.uri ?? definition.uriTemplate;
        const { call, nth } = called("discover", pattern, scope);
        const binding = world.bindings.find((one) => one.pattern === pattern);
        const answer = (binding as BindingWorld).discover[nth];
        return answering.give(
          answer,
          (value) => value as boolean,
          `discover ${pattern}`,
          () => {
            call.settledAt = clock.elapsed();
          },
        );
      };
      this.visible = function visible(this: Policy, target, scope) {
        check(this);
        knownTarget(target);
        const { call, nth } = called("visible", target.uri, scope);
        const answer = sayOf(target.uri).rounds[nth].visible;
        return answering.give(
          answer,
          (value) => value as boolean,
          `visible ${target.uri}`,
          policyWaits(call),
        );
      };
      this.read = function read(this: Policy, target, scope) {
        check(this);
        knownTarget(target);
        // A target's `read` is asked only where it is visible: its round is that of the last `visible`.
        const { call } = called("read", target.uri, scope);
        const nth = (counts.get(`visible ${target.uri}`) ?? 1) > 1 ? 1 : 0;
        const answer = sayOf(target.uri).rounds[nth].read;
        return answering.give(
          answer,
          (value) => value as boolean,
          `read ${target.uri}`,
          policyWaits(call),
        );
      };
      this.scopeKey = () => SECRET;
      const { batch } = world;
      if (batch === undefined) return;
      this.decideMany = function decideMany(this: Policy, asked, scope: PolicyScope<Context>) {
        check(this);
        asked.forEach(knownTarget);
        const { call, nth } = called("decideMany", asked.map(({ uri }) => uri).join(" "), scope);
        const fault = batch.fault[nth];
        const settled = policyWaits(call);
        const label = `decideMany ${nth}`;
        if (fault === undefined || ["short", "long", "shape", "null"].includes(fault)) {
          return answering.give(
            { how: batch.how, value: fault },
            () => batchAnswer(asked, nth),
            label,
            settled,
          );
        }
        const thrown = fault as Parameters<typeof thrownValue>[0];
        return answering.give({ how: batch.how, thrown }, () => [], label, settled);
      };
    }
  }

  function batchAnswer(asked: readonly ResourceTarget[], nth: 0 | 1): never[] {
    const decisions: unknown[] = asked.map(({ uri }) => decisionOf(sayOf(uri).rounds[nth]));
    const fault = world.batch?.fault[nth];
    if (fault === "short") decisions.pop();
    if (fault === "long") decisions.push({ visible: false });
    if (fault === "shape") decisions[decisions.length - 1] = { visible: true, read: "yes" };
    return (fault === "null" ? null : decisions) as never[];
  }

  function bindingOf(binding: BindingWorld): ResourceBinding<Context> {
    const handlers = {
      resolve: (match: { canonicalUri: string }, scope: Scope<Context>) => {
        const { call } = called("resolve", match.canonicalUri, scope);
        return answering.give(
          world.resolve,
          () => planOf(match.canonicalUri),
          "resolve",
          () => {
            call.settledAt = clock.elapsed();
          },
        );
      },
      read: (target: ResourceTarget, scope: ReadScope<Context>) => {
        knownTarget(target);
        const { call } = called("body", target.uri, scope);
        const item = sayOf(target.uri);
        const lateBy = item.late ? stage.gateway.limits.itemTimeoutMs : 0;
        return answering.give(
          item.body,
          (body) => payloadOf(body),
          `body ${target.uri}`,
          () => {
            call.settledAt = clock.elapsed();
          },
          lateBy,
        );
      },
    };
    const rest = {
      name: binding.pattern,
      ...(binding.cache === undefined ? {} : { cache: binding.cache }),
    };
    const isTemplate = binding.pattern.includes("{");
    if (world.functionBacked) {
      const { authorizationData } = options;
      const read = (request: ReaderRequest<Context>): Awaitable<Payload> => {
        const target = targets.get(request.uri);
        return target === undefined
          ? payloadOf({ rubbish: "null" })
          : handlers.read(target, request);
      };
      return isTemplate
        ? resourceTemplate({ uriTemplate: binding.pattern, ...rest, authorizationData }, read)
        : resource({ uri: binding.pattern, ...rest, authorizationData }, read);
    }
    return isTemplate
      ? bundleBinding({ uriTemplate: binding.pattern, ...rest }, handlers)
      : bundleBinding({ uri: binding.pattern, ...rest }, handlers);
  }

  function planOf(canonicalUri: string): ReadPlan {
    const { authorizationData } = options;
    const make = (uri: string): ResourceTarget => {
      const target = createTarget({ uri, authorizationData });
      targets.set(uri, target);
      return target;
    };
    const { value } = world.resolve;
    if (value === "rubbish") return { requested: null, items: [] } as unknown as ReadPlan;
    const requested = make(value === "other requested" ? "item://h/other" : canonicalUri);
    const items = world.items.map(({ uri }) => make(uri));
    if (world.requestedAt !== undefined) items.splice(world.requestedAt, 0, requested);
    const plan = createReadPlan(requested, items, { cache: world.planCache });
    return value === "lookalike" ? { ...plan } : plan;
  }

  const create = options.create ?? createResourceGateway;
  const stage: Stage = {
    calls,
    clock,
    answering,
    events,
    faults,
    peak: () => peak,
    onCall: () => undefined,
    gateway: create({
      policy: new Policy(),
      bindings: world.bindings.map(bindingOf),
      limits: world.limits,
      clock,
      random: (n) => new Uint8Array(n).fill(0xab),
      observer: (event) => {
        events.push(event);
        // What an observer throws or rejects with changes nothing.
        if (events.length % 3 === 1) throw new Error(SECRET);
        return events.length % 3 === 2 ? Promise.reject(new Error(SECRET)) : undefined;
      },
      ...options.more,
    }),
  };
  return stage;
}

function decisionOf({ visible, read }: Say): unknown {
  const { value } = visible;
  const shown = typeof value === "object" ? (value as { visible: boolean }).visible : value;
  if (shown !== true) return { visible: false };
  const disclose = typeof value === "object" ? (value as { discloseIssueUri?: boolean }) : {};
  return { visible: true, read: read.value, discloseIssueUri: disclose.discloseIssueUri };
}

export function payloadOf(body: Body): Payload {
  if ("rubbish" in body) {
    const made = textPayload(SECRET, "text/plain");
    const rubbish = {
      undefined,
      null: null,
      // A string is a body of function-backed readers.
      string: 7,
      lookalike: { ...made },
      plan: createReadPlan(createTarget({ uri: "item://h/0" })),
    };
    return rubbish[body.rubbish] as unknown as Payload;
  }
  const rest = { _meta: body.meta as never, cache: body.cache };
  return "text" in body
    ? textPayload(body.text, body.mimeType, rest)
    : blobPayload(new Uint8Array(body.bytes), body.mimeType, rest);
}
