import {
  createResourceGateway,
  isResourceFailure,
  type ResourceBinding,
} from "@org/resources-core";
import type { ReadItem } from "@org/resources-reporting";
import {
  withPolicy,
  withRead,
  withBundle,
  withItems,
  answeringOnce,
  recheckingEarly,
  readingLate,
  usingLateBodies,
  without,
} from "./faulty-gateways.ts";
import {
  A,
  URI,
  REVOKED,
  HIDDEN,
  GRANTED,
  LATE,
  CANCELLED,
  type PlantedFault,
} from "./fault-scenarios.ts";

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

/** One more for each other law of when things happen, and whose body is whose. */
export const ORDERS: readonly PlantedFault[] = [
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
];
