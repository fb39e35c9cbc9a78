import {
  createResourceGateway,
  type LimitOverrides,
  type Observer,
  type ResourceGateway,
  type ResourcePolicy,
} from "@org/resources-core";
import { assertUiLinks } from "@org/resources-sdk-adapter/mcp-apps";
import type { Principal } from "../access/principal.ts";
import type { Rights } from "../access/rights.ts";
import type { AssetStore } from "../assets/asset-store.ts";
import { assetResources } from "../resources/asset-resources.ts";
import { guideResource } from "../resources/guide.ts";
import { previewBundle } from "../resources/preview-bundle.ts";
import { previewPage } from "../resources/preview-page.ts";
import { SHOW_PREVIEW } from "../tools/show-preview.ts";

/** What this server's resources are read from, and who may. */
export interface AssetsGatewayOptions {
  readonly store: AssetStore;
  readonly rights: Rights;
  readonly policy: ResourcePolicy<Principal>;
  readonly limits?: LimitOverrides | undefined;
  /** At most four of 32 bytes, the current one first; absent: random ones of this process. */
  readonly cursorKeys?: readonly Uint8Array[] | undefined;
  readonly observer?: Observer<Principal> | undefined;
}

/** Puts every resource of this server behind the policy. */
export function createAssetsGateway(options: AssetsGatewayOptions): ResourceGateway<Principal> {
  const { store, rights, policy, limits, cursorKeys, observer } = options;
  const bindings = [
    guideResource(),
    previewPage(),
    previewBundle(store, rights),
    ...assetResources(store, rights),
  ];
  assertUiLinks([SHOW_PREVIEW], bindings);
  return createResourceGateway<Principal>({
    policy,
    bindings,
    limits,
    cursorKeys,
    observer,
    concurrencyKey: (principal) => principal.id,
  });
}
