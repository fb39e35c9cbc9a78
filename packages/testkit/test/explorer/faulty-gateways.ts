import {
  createResourceGateway,
  type Payload,
  type PolicyScope,
  type ReadBundle,
  type ReadRequest,
  type ResourceBinding,
  type ResourcePolicy,
  type ResourceTarget,
} from "@org/resources-core";
import type { ReadItem } from "@org/resources-reporting";
import type { CreateExplorable, ExplorableGateway, ExplorerParts } from "../../src/index.ts";

export type Read = ExplorableGateway["read"];

/** A gateway whose policy is wrapped. */
export function withPolicy(
  wrap: (policy: ResourcePolicy<unknown>, parts: ExplorerParts) => ResourcePolicy<unknown>,
): CreateExplorable {
  return (parts) => createResourceGateway({ ...parts, policy: wrap(parts.policy, parts) });
}

/** A gateway whose results are wrapped. */
export function withRead(wrap: (read: Read, parts: ExplorerParts) => Read): CreateExplorable {
  return (parts) => {
    const { read, limits } = createResourceGateway(parts);
    return { limits, read: wrap(read, parts) };
  };
}

/** A gateway whose bundles are altered. */
export function withBundle(alter: (bundle: ReadBundle) => ReadBundle): CreateExplorable {
  return withRead((read) => async (uri, request) => alter(await read(uri, request)));
}

export function withItems(bundle: ReadBundle, items: readonly ReadItem[]): ReadBundle {
  const { warning } = bundle;
  return { ...bundle, items, contents: warning === undefined ? items : [warning, ...items] };
}

export function itemOf(uri: string, { text = "", mimeType }: Payload): ReadItem {
  return { uri, mimeType, text };
}

/** Answers each question once, and again what it answered before. */
export function answeringOnce(policy: ResourcePolicy<unknown>): ResourcePolicy<unknown> {
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
export function recheckingEarly({ policy, bindings, ...parts }: ExplorerParts): ExplorableGateway {
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
export function readingLate(read: Read, { policy, bindings }: ExplorerParts): Read {
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
export function usingLateBodies({ bindings, ...parts }: ExplorerParts): ExplorableGateway {
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

export function without(request: ReadRequest<unknown>, member: "signal"): ReadRequest<unknown> {
  return { ...request, [member]: undefined };
}

export function failingAs(code: string): (read: Read) => Read {
  return (read) => async (uri, request) => {
    try {
      return await read(uri, request);
    } catch (error) {
      if (error instanceof Error) Object.defineProperty(error, "code", { value: code });
      throw error;
    }
  };
}
