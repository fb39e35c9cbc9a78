import type { LimitOverrides, Observer, ResourcePolicy } from "@org/resources-core";
import {
  countOperations,
  errorName,
  hostHttp,
  logOperations,
  type FetchHandler,
  type HttpHostOptions,
  type Logger,
  type Metrics,
} from "@org/serving";
import { accessPolicy } from "../access/access-policy.ts";
import type { Principal } from "../access/principal.ts";
import type { Rights } from "../access/rights.ts";
import type { AssetStore } from "../assets/asset-store.ts";
import type { Authenticate } from "./authenticate.ts";
import type { DevTokens } from "./dev-tokens.ts";
import { MCP_PATH, mcpEndpoint } from "./mcp-endpoint.ts";
import { createAssetsOffer } from "./mcp-server.ts";
import type { ProtectedResource } from "./resource-metadata.ts";
import { untilExpiry } from "./token-expiry.ts";

/** What a server is made of, and where it listens. */
export interface AssetsServerOptions {
  readonly store: AssetStore;
  readonly rights: Rights;
  readonly authenticate: Authenticate;
  readonly hostname: string;
  /** 0 lets the system choose a free one. */
  readonly port: number;
  readonly logger: Logger;
  /** Who may reach it, and through what; absent: this machine alone. */
  readonly hosting?: Pick<HttpHostOptions, "reach" | "allowed" | "trustedProxies"> | undefined;
  /** What clients without a token are told; absent where no authorization server has any. */
  readonly resource?: ProtectedResource | undefined;
  /** Gives tokens to whoever asks on this machine. */
  readonly devTokens?: DevTokens | undefined;
  /** Shared by replicas, so that each continues the others' cursors. */
  readonly cursorKeys?: readonly Uint8Array[] | undefined;
  readonly metrics?: Metrics | undefined;
  /** Told of every operation, beside log and metrics. */
  readonly observer?: Observer<Principal> | undefined;
  readonly limits?: LimitOverrides | undefined;
  /** Put around a station from outside, to see what it is good for. */
  readonly around?: Surroundings | undefined;
}

/** Replacements of a station by something built around it. */
export interface Surroundings {
  readonly policy?: ((policy: ResourcePolicy<Principal>) => ResourcePolicy<Principal>) | undefined;
  readonly fetch?: ((fetch: FetchHandler) => FetchHandler) | undefined;
}

/** A server that answers. */
export interface AssetsServer {
  readonly url: URL;
  /** Serves on for `drainMs`, unready; then finishes what is in flight, and stops. */
  readonly close: (how?: { readonly drainMs?: number | undefined }) => Promise<void>;
}

/** Starts serving MCP over HTTP. Throws a `ListenError` where the address cannot be had. */
export async function startAssetsServer(options: AssetsServerOptions): Promise<AssetsServer> {
  const { store, rights, logger, around, limits, metrics, cursorKeys } = options;
  const policy = untilExpiry(accessPolicy(rights));
  const offer = createAssetsOffer({
    store,
    rights,
    policy: around?.policy?.(policy) ?? policy,
    limits,
    cursorKeys,
    observer: observeAll([
      logOperations(logger),
      metrics && countOperations(metrics),
      options.observer,
    ]),
  });
  const onError = (error: unknown): void => {
    logger.error({ cause: errorName(error) }, "request failed");
  };
  const endpoint = mcpEndpoint({ ...options, offer, onError });
  const host = await hostHttp({
    ...options.hosting,
    fetch: around?.fetch?.(endpoint.fetch) ?? endpoint.fetch,
    hostname: options.hostname,
    port: options.port,
    probes: { ready: () => answers(rights), metrics },
    onError,
  });
  return {
    url: new URL(MCP_PATH, host.origin),
    close: async (how) => {
      await host.close(how);
      await endpoint.close();
    },
  };
}

/** How long the database may take to say that it is there. */
const READY_WITHIN_MS = 2_000;

/** Whether rights can be asked: without the database nothing is permitted. */
async function answers(rights: Rights): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, READY_WITHIN_MS, false);
  });
  try {
    return await Promise.race([rights.revision("readyz").then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

function observeAll(observers: readonly (Observer<Principal> | undefined)[]): Observer<Principal> {
  const asked = observers.filter((observer) => observer !== undefined);
  return (event, scope) => {
    for (const observer of asked) observer(event, scope);
  };
}
