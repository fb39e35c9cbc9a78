import {
  createResourceGateway,
  type LimitOverrides,
  type ResourceFailure,
  type ResourceGateway,
  resource,
  resourceTemplate,
} from "@org/resources-core";
import { type Deferred, deferred } from "@org/resources-testkit";

export type Kind = "read" | "read nothing" | "read nonsense" | "list" | "complete";

interface Visitor {
  readonly id: number;
  readonly key: string;
}

/** One operation, as the hall sees it come, start and end. */
export interface Visit extends Visitor {
  state: "waiting" | "running" | "done" | "refused" | "cancelled" | "failed";
  failure: ResourceFailure | undefined;
  readonly finish: () => void;
  readonly cancel: () => void;
}

/** A gateway in which an operation runs for as long as it is told to, and everybody sees who runs. */
export interface SlotHall {
  readonly visits: readonly Visit[];
  readonly enter: (key: string, kind?: Kind) => Visit;
  readonly gateway: ResourceGateway<Visitor>;
}

const URIS = {
  read: "docs://here",
  "read nothing": "docs://not/here",
  "read nonsense": "no URI",
} as const;

export function openSlotHall(limits: LimitOverrides): SlotHall {
  const visits: Visit[] = [];
  const doors = new Map<number, Deferred<boolean>>();
  const gateway = createResourceGateway<Visitor>({
    policy: {
      // The first question of every operation; later ones are answered at once.
      discover: (_, { context: { id } }) => {
        const visit = visits[id];
        if (visit?.state !== "waiting") return true;
        visit.state = "running";
        return doors.get(id)?.promise ?? true;
      },
      visible: () => true,
      read: () => true,
      scopeKey: ({ context }) => context.key,
    },
    bindings: [
      resource({ uri: "docs://here", name: "here" }, "here"),
      resourceTemplate(
        { uriTemplate: "docs://pages/{page}", name: "page", complete: { page: () => ["a"] } },
        () => "page",
      ),
    ],
    // Who waits may wait for as long as a busy machine takes: this hall is about order, not about time.
    limits: { readTimeoutMs: 2_147_483_647, ...limits },
    concurrencyKey: ({ key }) => key,
  });

  function enter(key: string, kind: Kind = "read"): Visit {
    const abort = new AbortController();
    const id = visits.length;
    const door = deferred<boolean>();
    doors.set(id, door);
    const visit: Visit = {
      id,
      key,
      state: "waiting",
      failure: undefined,
      finish: () => {
        door.resolve(true);
      },
      cancel: () => {
        abort.abort();
      },
    };
    visits.push(visit);
    void follow(visit, start(gateway, kind, { context: { id, key }, signal: abort.signal }));
    return visit;
  }

  return { visits, enter, gateway };
}

async function start(
  gateway: ResourceGateway<Visitor>,
  kind: Kind,
  request: { readonly context: Visitor; readonly signal: AbortSignal },
): Promise<unknown> {
  if (kind === "list") return await gateway.list({}, request);
  if (kind !== "complete") return await gateway.read(URIS[kind], request);
  const asked = { uriTemplate: "docs://pages/{page}", variable: "page", value: "" };
  return await gateway.complete(asked, request);
}

async function follow(visit: Visit, going: Promise<unknown>): Promise<void> {
  try {
    await going;
    visit.state = "done";
  } catch (error) {
    visit.failure = error as ResourceFailure;
    const { code } = visit.failure;
    const ends = { overloaded: "refused", cancelled: "cancelled" } as const;
    visit.state = code === "overloaded" || code === "cancelled" ? ends[code] : "failed";
  }
}
