import {
  createResourceGateway,
  isResourceFailure,
  type Payload,
  type PolicyScope,
  type ReadBundle,
  type ReadRequest,
  type ResourceBinding,
  type ResourcePolicy,
  type ResourceTarget,
} from "@org/resources-core";
import type { ReadItem } from "@org/resources-reporting";
import {
  type CreateExplorable,
  type ExplorableGateway,
  type ExplorerParts,
  type ReadScenario,
} from "../../src/index.ts";

/** A gateway with one fault, planted from outside into a right one. */
export interface PlantedFault {
  readonly name: string;
  /** The law that is broken first. */
  readonly rule: string;
  readonly says: RegExp;
  readonly scenario: ReadScenario;
  readonly create: CreateExplorable;
}

const A = "asset://p/a";
const B = "asset://p/b";
const URI = "bundle://p";

const REVOKED: ReadScenario = { uri: URI, items: [A, B], changes: [{ deny: A }] };
const HIDDEN: ReadScenario = { uri: URI, items: [A, B], changes: [{ hide: A }] };
const GRANTED: ReadScenario = {
  uri: URI,
  items: [A, B],
  before: [{ hide: A }],
  changes: [{ permit: A }],
};
const LATE: ReadScenario = { uri: URI, items: [A, B], timeouts: true };
const CANCELLED: ReadScenario = { uri: URI, items: [A, B], cancels: true };
const FAILING: ReadScenario = { uri: URI, items: [A, B], failing: [A] };

type Read = ExplorableGateway["read"];

/** A gateway whose policy is wrapped. */
function withPolicy(
  wrap: (policy: ResourcePolicy<unknown>, parts: ExplorerParts) => ResourcePolicy<unknown>,
): CreateExplorable {
  return (parts) => createResourceGateway({ ...parts, policy: wrap(parts.policy, parts) });
}

/** A gateway whose results are wrapped. */
function withRead(wrap: (read: Read, parts: ExplorerParts) => Read): CreateExplorable {
  return (parts) => {
    const { read, limits } = createResourceGateway(parts);
    return { limits, read: wrap(read, parts) };
  };
}

/** A gateway whose bundles are altered. */
function withBundle(alter: (bundle: ReadBundle) => ReadBundle): CreateExplorable {
  return withRead((read) => async (uri, request) => alter(await read(uri, request)));
}

function withItems(bundle: ReadBundle, items: readonly ReadItem[]): ReadBundle {
  const { warning } = bundle;
  return { ...bundle, items, contents: warning === undefined ? items : [warning, ...items] };
}

function itemOf(uri: string, { text = "", mimeType }: Payload): ReadItem {
  return { uri, mimeType, text };
}

/** Answers each question once, and again what it answered before. */
function answeringOnce(policy: ResourcePolicy<unknown>): ResourcePolicy<unknown> {
  const kept = new Map<string, unknown>();
  const once = async <A>(question: string, ask: () => A): Promise<Awaited<A>> => {
    if (!kept.has(question)) kept.set(question, await ask());
    return kept.get(question) as Awaited<A>;
  };
  return {
    ...policy,
    discover: (definition, scope) => once("discover", () => policy.discover(definition, scope)),
    visible: (target, scope) => once(`visible ${target.uri}`, () => policy.visible(target, scope)),
    read: (target, scope) => once(`read ${target.uri}`, () => policy.read(target, scope)),
  };
}

/** Decides for the second time when the last body is asked for, and not again. */
function recheckingEarly({ policy, bindings, ...parts }: ExplorerParts): ExplorableGateway {
  const decided = new Map<string, boolean>();
  const [binding] = bindings as readonly [ResourceBinding];
  const decideNow = async (target: ResourceTarget, scope: PolicyScope<unknown>): Promise<void> => {
    decided.set(`visible ${target.uri}`, (await policy.visible(target, scope)) !== false);
    decided.set(`read ${target.uri}`, await policy.read(target, scope));
  };
  const targets: ResourceTarget[] = [];
  return createResourceGateway({
    ...parts,
    policy: {
      ...policy,
      visible: (target, scope) =>
        decided.get(`visible ${target.uri}`) ?? policy.visible(target, scope),
      read: (target, scope) => decided.get(`read ${target.uri}`) ?? policy.read(target, scope),
    },
    bindings: [
      {
        ...binding,
        resolve: async (match, scope) => {
          const plan = await binding.resolve(match, scope);
          targets.push(...plan.items);
          return plan;
        },
        read: async (target, scope) => {
          if (target === targets.at(-1)) {
            // oxlint-disable-next-line no-await-in-loop -- one after the other
            for (const one of targets) await decideNow(one, scope);
          }
          return await binding.read(target, scope);
        },
      },
    ],
  });
}

/** Reads, after everything, what may be read by now. */
function readingLate(read: Read, { policy, bindings }: ExplorerParts): Read {
  const [binding] = bindings as readonly [ResourceBinding];
  return async (uri, request) => {
    const bundle = await read(uri, request);
    const scope = {
      context: {},
      signal: AbortSignal.timeout(1000),
      deadline: 0,
      operationId: "late",
      maxBytes: 1000,
      match: {
        canonicalUri: uri,
        requestUri: uri,
        definition: binding.definition,
        variables: {},
      } as unknown as PolicyScope<unknown>["match"],
    };
    const { items: planned } = await binding.resolve(scope.match, scope);
    const items: ReadItem[] = [];
    for (const target of planned) {
      /* oxlint-disable no-await-in-loop -- one after the other */
      const had = bundle.items.find((item) => item.uri === target.uri);
      const isPermitted = had === undefined && (await policy.read(target, scope));
      if (isPermitted) items.push(itemOf(target.uri, await binding.read(target, scope)));
      else if (had !== undefined) items.push(had);
      /* oxlint-enable no-await-in-loop */
    }
    return withItems(bundle, items);
  };
}

/** Uses a body that came after its item's time, if the read is not over by then. */
function usingLateBodies({ bindings, ...parts }: ExplorerParts): ExplorableGateway {
  const [binding] = bindings as readonly [ResourceBinding];
  const came = new Map<string, Payload>();
  const planned: string[] = [];
  const gateway = createResourceGateway({
    ...parts,
    bindings: [
      {
        ...binding,
        read: async (target, scope) => {
          planned.push(target.uri);
          const payload = await binding.read(target, scope);
          came.set(target.uri, payload);
          return payload;
        },
      },
    ],
  });
  const read: Read = async (uri, request) => {
    const bundle = await gateway.read(uri, request);
    const items = planned.flatMap((one) => {
      const payload = came.get(one);
      return payload === undefined ? [] : [itemOf(one, payload)];
    });
    return withItems(bundle, items);
  };
  return { limits: gateway.limits, read };
}

function without(request: ReadRequest<unknown>, member: "signal"): ReadRequest<unknown> {
  return { ...request, [member]: undefined };
}

/** The four that the explorer was built to find; a read can be late in two ways. */
export const FOUR_KINDS: readonly PlantedFault[] = [
  {
    name: "no re-check",
    rule: "READ-7",
    says: /asset:\/\/p\/a was returned although its right was gone/,
    scenario: REVOKED,
    create: withPolicy((policy) => answeringOnce(policy)),
  },
  {
    name: "re-check before the last body",
    rule: "READ-7",
    says: /asset:\/\/p\/a was returned although its right was gone/,
    scenario: REVOKED,
    create: recheckingEarly,
  },
  {
    name: "hidden item counted",
    rule: "READ-8",
    says: /something hidden was counted/,
    scenario: HIDDEN,
    create: withPolicy((policy) => ({
      ...policy,
      visible: async (target, scope) => {
        const answer = await policy.visible(target, scope);
        return { ...(answer as object), visible: true };
      },
      read: async (target, scope) => {
        const [visible, read] = await Promise.all([
          policy.visible(target, scope),
          policy.read(target, scope),
        ]);
        return (visible as { visible: boolean }).visible && read;
      },
    })),
  },
  {
    name: "late read used: of an item that became visible meanwhile",
    rule: "READ-4",
    says: /the body of asset:\/\/p\/a was read, which was not permitted before the first body/,
    scenario: GRANTED,
    create: withRead(readingLate),
  },
  {
    name: "late read used: a body that came after its item's time",
    rule: "READ-6",
    says: /whose body came too late/,
    scenario: LATE,
    create: usingLateBodies,
  },
];

/** One more for each other law. */
export const OTHERS: readonly PlantedFault[] = [
  {
    name: "goes on after its caller has given up",
    rule: "READ-10",
    says: /went on after its caller had given up/,
    scenario: CANCELLED,
    create: withRead((read) => (uri, request) => read(uri, without(request, "signal"))),
  },
  {
    name: "never ends",
    rule: "READ-10",
    says: /does not end/,
    scenario: REVOKED,
    create: withRead((read) => async (uri, request) => {
      await read(uri, request);
      return await new Promise(() => undefined);
    }),
  },
  {
    name: "says that somebody cancelled",
    rule: "READ-10",
    says: /nobody cancelled the read/,
    scenario: { uri: URI, items: [A], before: ["conceal"] },
    create: withRead(
      (read) => (uri, request) => read(uri, { ...request, signal: AbortSignal.abort() }),
    ),
  },
  {
    name: "gives a result to whoever gave up",
    rule: "READ-10",
    says: /a cancelled read did not say so/,
    scenario: CANCELLED,
    create: withRead((read) => async (uri, request) => {
      try {
        return await read(uri, request);
      } catch (error) {
        if (!isResourceFailure(error) || error.code !== "cancelled") throw error;
        throw new Error("cancelled, in other words", { cause: error });
      }
    }),
  },
  {
    name: "reads bodies before it decides",
    rule: "READ-4",
    says: /was not permitted before the first body/,
    scenario: HIDDEN,
    create: withPolicy((policy) => {
      const asked = new Set<string>();
      const secondTime = <A>(question: string, ask: () => A, first: A): A => {
        if (asked.has(question)) return ask();
        asked.add(question);
        return first;
      };
      return {
        ...policy,
        visible: (target, scope) =>
          secondTime(`visible ${target.uri}`, () => policy.visible(target, scope), true),
        read: (target, scope) =>
          secondTime(`read ${target.uri}`, () => policy.read(target, scope), true),
      };
    }),
  },
  {
    name: "reads each body twice",
    rule: "READ-4",
    says: /was read twice/,
    scenario: REVOKED,
    create: ({ bindings, ...parts }) => {
      const [binding] = bindings as readonly [ResourceBinding];
      const read: ResourceBinding["read"] = async (target, scope) => {
        await binding.read(target, scope);
        return await binding.read(target, scope);
      };
      return createResourceGateway({ ...parts, bindings: [{ ...binding, read }] });
    },
  },
  {
    name: "does not ask again whether the definition may be known",
    rule: "READ-7",
    says: /a concealed definition was read/,
    scenario: { uri: URI, items: [A], changes: ["conceal"] },
    create: withPolicy((policy) => ({ ...policy, discover: answeringOnce(policy).discover })),
  },
  {
    name: "does not ask again about what was requested",
    rule: "READ-7",
    says: /what was requested was no longer permitted/,
    scenario: { uri: URI, items: [A], changes: [{ deny: URI }] },
    create: withPolicy((policy) => ({ ...policy, read: answeringOnce(policy).read })),
  },
  {
    name: "turns the order round",
    rule: "READ-6",
    says: /is not the order of the plan/,
    scenario: REVOKED,
    create: withBundle((bundle) => withItems(bundle, bundle.items.toReversed())),
  },
  {
    name: "gives one item the body of another",
    rule: "READ-6",
    says: /was returned with another body/,
    scenario: REVOKED,
    create: withBundle((bundle) =>
      withItems(
        bundle,
        bundle.items.map((item) => ({ ...item, text: bundle.items[0]?.text ?? "" }) as ReadItem),
      ),
    ),
  },
  {
    name: "tells of nothing that is missing",
    rule: "READ-8",
    says: /0 issues, but 1 visible items are missing/,
    scenario: FAILING,
    create: withBundle(({ warning: _warning, ...bundle }) => ({
      ...bundle,
      issues: [],
      partial: false,
      contents: bundle.items,
    })),
  },
  {
    name: "counts what is hidden in a report of nothing",
    rule: "READ-8",
    says: /only 1 items could be seen/,
    scenario: { uri: URI, items: [A, B], before: [{ hide: B }], failing: [A] },
    create: withRead((read) => async (uri, request) => {
      try {
        return await read(uri, request);
      } catch (error) {
        if (isResourceFailure(error) && error.report !== undefined) {
          const report = { ...error.report, issuesOmitted: 1 };
          Object.defineProperty(error, "report", { value: report });
        }
        throw error;
      }
    }),
  },
  {
    name: "names what is hidden",
    rule: "READ-15",
    says: /asset:\/\/p\/a is hidden, and yet in the result/,
    scenario: HIDDEN,
    create: withBundle((bundle) => ({ ...bundle, _meta: { ...bundle._meta, planned: [A, B] } })),
  },
  {
    name: "names what is not disclosed",
    rule: "READ-12",
    says: /an issue names asset:\/\/p\/a/,
    scenario: FAILING,
    create: withBundle((bundle) => ({
      ...bundle,
      issues: bundle.issues.map((issue) => ({ ...issue, uri: A })),
    })),
  },
  {
    name: "does not say that a result is partial",
    rule: "READ-9",
    says: /partial is false with 1 issues/,
    scenario: FAILING,
    create: withBundle((bundle) => ({ ...bundle, partial: false })),
  },
  {
    name: "drops the warning",
    rule: "READ-9",
    says: /a warning goes with a partial result alone/,
    scenario: FAILING,
    create: withBundle(({ warning: _warning, ...bundle }) => bundle),
  },
  {
    name: "puts the warning last",
    rule: "READ-9",
    says: /not the warning and then the items/,
    scenario: FAILING,
    create: withBundle((bundle) => ({ ...bundle, contents: bundle.contents.toReversed() })),
  },
  {
    name: "succeeds with nothing but issues",
    rule: "READ-9",
    says: /nothing is left, and yet the read succeeded/,
    scenario: FAILING,
    create: withBundle((bundle) => ({ ...withItems(bundle, []), issuesOmitted: 1 })),
  },
  {
    name: "loses an item where a sibling fails",
    rule: "READ-8",
    says: /1 issues, but 2 visible items are missing/,
    scenario: { uri: URI, items: [A, B, "asset://p/c"], failing: [A] },
    create: withBundle((bundle) => withItems(bundle, bundle.items.slice(1))),
  },
  {
    name: "fails where one body fails",
    rule: "READ-9",
    says: /asset:\/\/p\/b was not returned, although nothing spoke against it/,
    scenario: FAILING,
    create: withRead((read) => async (uri, request) => {
      const bundle = await read(uri, request);
      if (bundle.partial) throw new Error("all or nothing");
      return bundle;
    }),
  },
  {
    name: "fails in its own words",
    rule: "READ-14",
    says: /failed as "no failure of a gateway"/,
    scenario: { uri: URI, items: [A], before: [{ deny: URI }] },
    create: withRead((read) => async (uri, request) => {
      try {
        return await read(uri, request);
      } catch {
        throw new Error("forbidden");
      }
    }),
  },
  {
    name: "hides that a body failed",
    rule: "READ-14",
    says: /"unavailable" hides that the body of asset:\/\/p\/a failed/,
    scenario: { uri: URI, items: [A], failing: [A] },
    create: withRead(failingAs("unavailable")),
  },
  {
    name: "says that nothing could be read where nothing was tried",
    rule: "READ-14",
    says: /"no_items", although no visible body failed/,
    scenario: { uri: URI, items: [A], before: [{ deny: A }] },
    create: withRead(failingAs("no_items")),
  },
  {
    name: "tells progress after the end",
    rule: "READ-11",
    says: /progress was told after the end/,
    scenario: REVOKED,
    create: withRead((read) => async (uri, request) => {
      const bundle = await read(uri, request);
      void Promise.resolve()
        .then(() => undefined)
        .then(() => undefined)
        .then(() => undefined)
        .then(() => request.onProgress?.({ completed: 3, total: 3 }))
        .catch(() => undefined);
      return bundle;
    }),
  },
  {
    name: "counts hidden items in progress",
    rule: "READ-11",
    says: /progress said 2 in all, but 1 were permitted at first/,
    scenario: { uri: URI, items: [A, B], before: [{ hide: A }] },
    create: withRead(
      (read) => (uri, request) =>
        read(uri, {
          ...request,
          onProgress: ({ completed }) => request.onProgress?.({ completed, total: 2 }),
        }),
    ),
  },
  {
    name: "tells progress in leaps",
    rule: "READ-11",
    says: /progress said 2 of 2 at step 1/,
    scenario: REVOKED,
    create: withRead(
      (read) => (uri, request) =>
        read(uri, {
          ...request,
          onProgress: ({ total }) => request.onProgress?.({ completed: total, total }),
        }),
    ),
  },
];

function failingAs(code: string): (read: Read) => Read {
  return (read) => async (uri, request) => {
    try {
      return await read(uri, request);
    } catch (error) {
      if (error instanceof Error) Object.defineProperty(error, "code", { value: code });
      throw error;
    }
  };
}
