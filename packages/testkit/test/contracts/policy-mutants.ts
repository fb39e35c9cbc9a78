import {
  createTarget,
  type PolicyScope,
  type ResourcePolicy,
  type ResourceTarget,
} from "@org/resources-core";
import { type ContractCheck, policyContract } from "../../src/index.ts";
import type { Mutant } from "./mutant.ts";

export interface Caller {
  readonly user: string;
}

/** Who may read what, and a way to make it hang: the store behind every policy here. */
export class Rights {
  readonly #readable = new Map([
    ["ann", new Set(["asset://p/a", "asset://p/b"])],
    ["bob", new Set(["asset://p/b"])],
  ]);
  #isStalled = false;

  knows(user: unknown): boolean {
    return this.#readable.has(String(user));
  }

  mayRead(user: string, uri: string): boolean {
    return this.#readable.get(user)?.has(uri) ?? false;
  }

  revoke(user: string, uri: string): void {
    this.#readable.get(user)?.delete(uri);
  }

  stall(): void {
    this.#isStalled = true;
  }

  /** A round trip to the store. */
  async trip(signal?: AbortSignal): Promise<void> {
    await Promise.resolve();
    signal?.throwIfAborted();
    if (this.#isStalled) await untilAborted(signal);
  }
}

async function untilAborted(signal?: AbortSignal): Promise<never> {
  return await new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error));
  });
}

/** A policy that holds every rule: what the mutants change one thing of. */
export function goodPolicy(rights: Rights): ResourcePolicy<Caller> {
  return {
    discover: async ({ name }, { context: { user }, signal }) => {
      await rights.trip(signal);
      return rights.knows(user) && (name !== "admin" || user === "ann");
    },
    visible: async (_target, { context: { user }, signal }) => {
      await rights.trip(signal);
      return rights.knows(user);
    },
    read: async ({ uri }, { context: { user }, signal }) => {
      await rights.trip(signal);
      return rights.mayRead(user, uri);
    },
    scopeKey: async ({ context: { user }, signal }) => {
      await rights.trip(signal);
      return `principal ${user}`;
    },
  };
}

const TARGETS = [createTarget({ uri: "asset://p/a" }), createTarget({ uri: "asset://p/b" })];

/** A policy of these rights under contract. */
export function contractOf(
  policyOf: (rights: Rights) => ResourcePolicy<Caller>,
): readonly ContractCheck[] {
  return policyContract(
    {
      create: () => {
        const rights = new Rights();
        return { policy: policyOf(rights), rights };
      },
      principals: [{ user: "ann" }, { user: "bob" }],
      unknown: { user: "mallory" },
      definitions: [
        { uriTemplate: "asset://p/{id}", name: "asset" },
        { uri: "admin://p", name: "admin" },
      ],
      targets: TARGETS,
      revoke: ({ uri }, { rights }) => rights.revoke("ann", uri),
      stall: ({ rights }) => rights.stall(),
    },
    { patienceMs: 50 },
  );
}

/** The good policy with some of its members replaced. */
function changed(
  change: (good: ResourcePolicy<Caller>, rights: Rights) => Partial<ResourcePolicy<Caller>>,
): () => readonly ContractCheck[] {
  return () =>
    contractOf((rights) => {
      const good = goodPolicy(rights);
      return { ...good, ...change(good, rights) };
    });
}

/** What `decideMany` answers for a policy that decides singly. */
async function decideSingly(
  policy: ResourcePolicy<Caller>,
  targets: readonly ResourceTarget[],
  scope: PolicyScope<Caller>,
): Promise<{ visible: true; read: boolean }[]> {
  return await Promise.all(
    targets.map(async (target) => ({
      visible: true as const,
      read: await policy.read(target, scope),
    })),
  );
}

export const POLICY_MUTANTS: readonly Mutant[] = [
  {
    breaks: "has a default tier: whoever is unknown counts as a reader",
    check: "policy: an unknown context is permitted nothing",
    contract: changed((good, rights) => ({
      visible: (target, scope) => !rights.knows(scope.context.user) || good.visible(target, scope),
      read: (target, scope) => !rights.knows(scope.context.user) || good.read(target, scope),
    })),
  },
  {
    breaks: "lets everybody discover what there is",
    check: "policy: an unknown context is permitted nothing",
    contract: changed((good, rights) => ({
      discover: (definition, scope) =>
        !rights.knows(scope.context.user) || good.discover(definition, scope),
    })),
  },
  {
    breaks: "decides in batches without looking who asks",
    check: "policy: an unknown context is permitted nothing",
    contract: changed((good, rights) => ({
      decideMany: async (targets, scope) => {
        if (rights.knows(scope.context.user)) return await decideSingly(good, targets, scope);
        return targets.map(() => ({ visible: true, read: true }));
      },
    })),
  },
  {
    breaks: "answers 1 instead of true",
    check: "policy: every answer is a decision",
    contract: changed((good) => ({
      read: async (target, scope) => {
        const answer = await good.read(target, scope);
        return (target.uri === "asset://p/b" ? Number(answer) : answer) as boolean;
      },
    })),
  },
  {
    breaks: "throws out of visible to deny",
    check: "policy: every answer is a decision",
    contract: changed((good) => ({
      visible: async (target, scope) => {
        const isDenied = target.uri === "asset://p/a" && scope.context.user === "bob";
        if (isDenied) throw new Error("forbidden");
        return await good.visible(target, scope);
      },
    })),
  },
  {
    breaks: "knows targets by object, not by identity",
    check: "policy: equal questions get equal answers",
    contract: changed((good) => {
      const known = new Map<string, ResourceTarget>();
      return {
        visible: async (target, scope) => {
          if (!known.has(target.uri)) known.set(target.uri, target);
          return known.get(target.uri) === target && (await good.visible(target, scope));
        },
      };
    }),
  },
  {
    breaks: "makes a new scope key at every question",
    check: "policy: equal questions get equal answers",
    contract: changed((good) => {
      let count = 0;
      return {
        scopeKey: async (scope) => `${String(await good.scopeKey(scope))} ${(count += 1)}`,
      };
    }),
  },
  {
    breaks: "keeps the current caller in a field across an await",
    check: "policy: questions asked at once get the answers they get alone",
    contract: changed((_good, rights) => {
      let current: Caller = { user: "" };
      return {
        read: async (target, { context, signal }) => {
          current = context;
          await rights.trip(signal);
          return rights.mayRead(current.user, target.uri);
        },
      };
    }),
  },
  {
    breaks: "has a lock that two waiting questions never leave",
    check: "policy: questions asked at once get the answers they get alone",
    contract: changed((good) => {
      let inside = 0;
      return {
        read: async (target, scope) => {
          scope.signal.throwIfAborted();
          inside += 1;
          try {
            if (inside > 1) await untilAborted(scope.signal);
            return await good.read(target, scope);
          } finally {
            inside -= 1;
          }
        },
      };
    }),
  },
  {
    breaks: "keeps the first caller's discoveries for everybody",
    check: "policy: one principal's answers are not another's",
    contract: changed((good) => {
      const kept = new Map<string, Promise<boolean> | boolean>();
      return {
        discover: async (definition, scope) => {
          const place = definition.name;
          const answer = kept.get(place) ?? (await good.discover(definition, scope));
          kept.set(place, answer);
          return await answer;
        },
      };
    }),
  },
  {
    breaks: "does not pass the signal on",
    check: "policy: an aborted question does not wait on",
    contract: changed((_good, rights) => ({
      read: async (target, { context }) => {
        await rights.trip();
        return rights.mayRead(context.user, target.uri);
      },
    })),
  },
  {
    breaks: "has one scope key for everybody",
    check: "policy: the scope key separates principals",
    contract: changed(() => ({ scopeKey: () => "public" })),
  },
  {
    breaks: "has an empty scope key",
    check: "policy: the scope key separates principals",
    contract: changed(() => ({ scopeKey: ({ context }) => (context.user === "ann" ? "ann" : "") })),
  },
  {
    breaks: "has scope keys of ill-formed text, which bytes cannot tell apart",
    check: "policy: the scope key separates principals",
    contract: changed(() => ({
      scopeKey: ({ context }) => (context.user === "ann" ? "\uD800" : "\uD801"),
    })),
  },
  {
    breaks: "gives a stranger the scope key of a principal",
    check: "policy: the scope key separates principals",
    contract: changed(() => ({ scopeKey: ({ context }) => (context.user === "bob" ? "b" : "a") })),
  },
  {
    breaks: "answers a batch in another order",
    check: "policy: a batch decides as single questions do",
    contract: changed((good, rights) => ({
      decideMany: async (targets, scope) => {
        if (!rights.knows(scope.context.user)) return targets.map(() => ({ visible: false }));
        return (await decideSingly(good, targets, scope)).toReversed();
      },
    })),
  },
  {
    breaks: "gives a batch one answer too few",
    check: "policy: a batch decides as single questions do",
    contract: changed((good, rights) => ({
      decideMany: async (targets, scope) => {
        if (!rights.knows(scope.context.user)) return targets.map(() => ({ visible: false }));
        return (await decideSingly(good, targets, scope)).slice(0, 1);
      },
    })),
  },
  {
    breaks: "lists more than it lets discover",
    check: "policy: a batch decides as single questions do",
    contract: changed((_good, rights) => ({
      discoverMany: (definitions, { context }) => definitions.map(() => rights.knows(context.user)),
    })),
  },
  {
    breaks: "keeps each decision for the operation",
    check: "policy: a revocation between the rounds is seen",
    contract: changed((good) => {
      const kept = new Map<string, Promise<boolean>>();
      return {
        read: (target, scope) => {
          const key = `${scope.operationId} ${target.uri}`;
          const answer = kept.get(key) ?? Promise.resolve(good.read(target, scope));
          kept.set(key, answer);
          return answer;
        },
      };
    }),
  },
  {
    breaks: "loads a batch's decisions once for each scope object",
    check: "policy: a revocation between the rounds is seen",
    contract: changed((good, rights) => {
      const kept = new WeakMap<object, Promise<{ visible: true; read: boolean }[]>>();
      return {
        decideMany: async (targets, scope) => {
          if (!rights.knows(scope.context.user)) return targets.map(() => ({ visible: false }));
          const key = scope.match.definition;
          const answers =
            targets.length === 1 && scope.context.user === "ann"
              ? (kept.get(key) ?? decideSingly(good, targets, scope))
              : decideSingly(good, targets, scope);
          if (targets.length === 1) kept.set(key, answers);
          return await answers;
        },
      };
    }),
  },
];
