import {
  createResourceGateway,
  type LimitOverrides,
  type Observer,
  type ResourceGateway,
  type ResourcePolicy,
} from "@org/resources-core";
import type { Principal } from "../access/principal.ts";
import type { Rights } from "../access/rights.ts";
import type { AssetStore } from "../assets/asset-store.ts";
import { assetResources } from "../resources/asset-resources.ts";
import { guideResource } from "../resources/guide.ts";
import { previewBundle } from "../resources/preview-bundle.ts";

/** What this server's resources are read from, and who may. */
export interface AssetsGatewayOptions {
  readonly store: AssetStore;
  readonly rights: Rights;
  readonly policy: ResourcePolicy<Principal>;
  readonly limits?: LimitOverrides | undefined;
  readonly observer?: Observer<Principal> | undefined;
}

/** Puts every resource of this server behind the policy. */
export function createAssetsGateway(options: AssetsGatewayOptions): ResourceGateway<Principal> {
  const { store, rights, policy, limits, observer } = options;
  return createResourceGateway<Principal>({
    policy,
    bindings: [guideResource(), previewBundle(store, rights), ...assetResources(store, rights)],
    limits,
    observer,
    concurrencyKey: (principal) => principal.id,
  });
}
