import {
  type BundleHandlers,
  bundle,
  createReadPlan,
  createTarget,
  type Payload,
  type ResourceBinding,
  type ResourceTarget,
  textPayload,
  unavailable,
} from "@org/resources-core";
import {
  bindingContract,
  type ContractCheck,
  memoryStore,
  type MemoryStore,
} from "../../src/index.ts";
import type { Mutant } from "./mutant.ts";

export interface Caller {
  readonly user: string;
}

const TEMPLATE = "album://trips/{trip}/{view}";
type Handlers = BundleHandlers<Caller, typeof TEMPLATE>;

function shelf(): MemoryStore {
  return memoryStore({
    "photo://trips/alps/1": "the first photo",
    "photo://trips/alps/2": "the second photo",
    "photo://trips/rome/1": "the only photo",
  });
}

/** Private data that stands in no URI. */
const OWNER = { tenant: "tenant-0042", shard: 71 };

/** Handlers that hold every rule: what the mutants change one thing of. */
function goodHandlers(store: MemoryStore): Handlers {
  return {
    resolve: async ({ canonicalUri, variables: { trip, view } }, scope) => {
      const requested = createTarget({ uri: canonicalUri, authorizationData: OWNER });
      const uris = await store.list(`photo://trips/${trip}/`, scope);
      if (uris.length === 0) throw unavailable();
      const items = uris.map((uri) =>
        createTarget({
          uri: view === "small" ? `${uri}/small` : uri,
          representation: view,
          authorizationData: OWNER,
        }),
      );
      return createReadPlan(requested, items);
    },
    read: (target, scope) => store.read({ uri: target.uri.replace(/\/small$/, "") }, scope),
    complete: { trip: (_value, { context }) => (context.user === "ann" ? ["alps", "rome"] : []) },
  };
}

/** A binding with these handlers under contract. */
export function contractOf(handlersOf: (store: MemoryStore) => Handlers): readonly ContractCheck[] {
  return bindingContract(
    {
      create: () => {
        const store = shelf();
        const definition = { uriTemplate: TEMPLATE, name: "album" } as const;
        const binding: ResourceBinding<Caller> = bundle<Caller, typeof TEMPLATE>(
          definition,
          handlersOf(store),
        );
        return { binding, store };
      },
      principals: [{ user: "ann" }, { user: "bob" }],
      uris: ["album://trips/alps/full", "album://trips/alps/small", "album://trips/rome/full"],
      unknown: undefined,
      bodiesRead: ({ store }) => store.calls.filter(({ action }) => action === "read").length,
      stall: ({ store }) => store.stall(),
    },
    { patienceMs: 50 },
  );
}

export const goodContract = (): readonly ContractCheck[] => contractOf(goodHandlers);

function changed(
  change: (good: Handlers, store: MemoryStore) => Partial<Handlers>,
): () => readonly ContractCheck[] {
  return () =>
    contractOf((store) => {
      const good = goodHandlers(store);
      return { ...good, ...change(good, store) };
    });
}

/** The payload with metadata made of its target. */
async function withMeta(
  reading: Payload | PromiseLike<Payload>,
  _meta: Record<string, string | number>,
): Promise<Payload> {
  const { text = "", mimeType } = await reading;
  return textPayload(text, mimeType, { _meta });
}

export const BINDING_MUTANTS: readonly Mutant[] = [
  {
    breaks: "returns a look-alike instead of a payload",
    check: "binding: with every right, each URI is read whole",
    contract: changed((good) => ({
      read: async (target, scope) => ({ ...(await good.read(target, scope)) }),
    })),
  },
  {
    breaks: "plans an item that it cannot read",
    check: "binding: with every right, each URI is read whole",
    contract: changed((good) => ({
      read: (target, scope) =>
        target.uri.endsWith("/2") ? unavailable() : good.read(target, scope),
    })),
  },
  {
    breaks: "plans for the request's spelling of the URI",
    check: "binding: an alias is planned as what it stands for",
    contract: changed((good) => ({
      resolve: async (match, scope) => {
        const { items } = await good.resolve(match, scope);
        return createReadPlan(createTarget({ uri: match.requestUri }), items);
      },
    })),
  },
  {
    breaks: "orders items another way each time",
    check: "binding: equal requests have equal plans",
    contract: changed((good) => {
      let turn = 0;
      return {
        resolve: async (match, scope) => {
          const { requested, items } = await good.resolve(match, scope);
          turn += 1;
          return createReadPlan(requested, turn % 2 === 0 ? items : items.toReversed());
        },
      };
    }),
  },
  {
    breaks: "puts the time of the request into authorizationData",
    check: "binding: equal requests have equal plans",
    contract: changed((good) => {
      let time = 1_000_000;
      return {
        resolve: async (match, scope) => {
          const { items } = await good.resolve(match, scope);
          time += 1;
          const authorizationData = { ...OWNER, time };
          return createReadPlan(
            createTarget({ uri: match.canonicalUri, authorizationData }),
            items,
          );
        },
      };
    }),
  },
  {
    breaks: "has one URI for two representations",
    check: "binding: one URI is one representation",
    contract: changed((good) => ({
      resolve: async (match, scope) => {
        const { requested, items } = await good.resolve(match, scope);
        return createReadPlan(
          requested,
          items.map(({ uri, representation, authorizationData }) =>
            createTarget({ uri: uri.replace(/\/small$/, ""), representation, authorizationData }),
          ),
        );
      },
    })),
  },
  {
    breaks: "puts a text of the authorization data into the metadata",
    check: "binding: authorization data is in no output",
    contract: changed((good) => ({
      read: (target, scope) =>
        withMeta(good.read(target, scope), { owner: ownerOf(target).tenant }),
    })),
  },
  {
    breaks: "puts a number of the authorization data into the metadata",
    check: "binding: authorization data is in no output",
    contract: changed((good) => ({
      read: (target, scope) => withMeta(good.read(target, scope), { shard: ownerOf(target).shard }),
    })),
  },
  {
    breaks: "shows authorization data in a body",
    check: "binding: authorization data is in no output",
    contract: changed((good) => ({
      read: async (target, scope) => {
        const { text = "", mimeType } = await good.read(target, scope);
        return textPayload(`${text} (${ownerOf(target).tenant})`, mimeType);
      },
    })),
  },
  {
    breaks: "offers authorization data as a completion",
    check: "binding: authorization data is in no output",
    contract: changed(() => ({
      complete: {
        trip: (_value, { context }) => (context === undefined ? [] : [OWNER.tenant]),
      },
    })),
  },
  {
    breaks: "keeps the current target in a field across an await",
    check: "binding: bodies read at once are the bodies read alone",
    contract: changed((good, store) => {
      let current: ResourceTarget | undefined;
      return {
        read: async (target, scope) => {
          current = target;
          await store.list("", scope);
          return await good.read(current, scope);
        },
      };
    }),
  },
  {
    breaks: "keeps the current request in a field across an await",
    check: "binding: bodies read at once are the bodies read alone",
    contract: changed((good, store) => {
      let current: Parameters<Handlers["resolve"]>[0] | undefined;
      return {
        resolve: async (match, scope) => {
          current = match;
          await store.list("", scope);
          return await good.resolve(current, scope);
        },
      };
    }),
  },
  {
    breaks: "does not pass the signal to its storage",
    check: "binding: an aborted call does not wait on",
    contract: changed((_good, store) => ({
      read: (target) => store.read({ uri: target.uri.replace(/\/small$/, "") }),
    })),
  },
  {
    breaks: "plans without listening to the signal",
    check: "binding: an aborted call does not wait on",
    contract: changed((good, store) => ({
      resolve: async (match, scope) => {
        await store.list();
        return await good.resolve(match, scope);
      },
    })),
  },
  {
    breaks: "reads bodies in resolve",
    check: "binding: planning reads no body",
    contract: changed((good, store) => ({
      resolve: async (match, scope) => {
        const plan = await good.resolve(match, scope);
        await store.read({ uri: "photo://trips/alps/1" }, scope);
        return plan;
      },
    })),
  },
  {
    breaks: "completes for whoever asks",
    check: "binding: an unknown context is offered no completion",
    contract: changed(() => ({ complete: { trip: () => ["alps", "rome"] } })),
  },
  {
    breaks: "tells anybody how many values there are",
    check: "binding: an unknown context is offered no completion",
    contract: changed(() => ({ complete: { trip: () => ({ values: [], total: 2 }) } })),
  },
];

function ownerOf({ authorizationData }: ResourceTarget): typeof OWNER {
  return authorizationData as typeof OWNER;
}
