import type { LimitOverrides, ResourcePolicy } from "@org/resources-core";
import { hostHttp, type FetchHandler, type Logger } from "@org/serving";
import { accessPolicy } from "../access/access-policy.ts";
import type { Principal } from "../access/principal.ts";
import type { Rights } from "../access/rights.ts";
import type { AssetStore } from "../assets/asset-store.ts";
import { createAssetsGateway } from "./assets-gateway.ts";
import type { Authenticate } from "./bearer.ts";
import { logOperations } from "./log-operations.ts";
import { MCP_PATH, mcpEndpoint } from "./mcp-endpoint.ts";

/** What a server is made of, and where it listens. */
export interface AssetsServerOptions {
  readonly store: AssetStore;
  readonly rights: Rights;
  readonly authenticate: Authenticate;
  readonly hostname: string;
  /** 0 lets the system choose a free one. */
  readonly port: number;
  readonly logger: Logger;
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
  /** Finishes what is in flight, then stops. */
  readonly close: () => Promise<void>;
}

/** Starts serving MCP over HTTP. Throws a `ListenError` where the address cannot be had. */
export async function startAssetsServer(options: AssetsServerOptions): Promise<AssetsServer> {
  const { store, rights, logger, around, limits } = options;
  const policy = accessPolicy(rights);
  const gateway = createAssetsGateway({
    store,
    rights,
    policy: around?.policy?.(policy) ?? policy,
    limits,
    observer: logOperations(logger),
  });
  const onError = (error: unknown): void => {
    logger.error({ cause: error instanceof Error ? error.name : typeof error }, "request failed");
  };
  const endpoint = mcpEndpoint({ offer: { gateway }, authenticate: options.authenticate, onError });
  const host = await hostHttp({
    fetch: around?.fetch?.(endpoint.fetch) ?? endpoint.fetch,
    hostname: options.hostname,
    port: options.port,
    onError,
  });
  return {
    url: new URL(MCP_PATH, host.origin),
    close: async () => {
      await host.close();
      await endpoint.close();
    },
  };
}
