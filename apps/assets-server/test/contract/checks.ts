import type { ResourceBinding, ResourcePolicy } from "@org/resources-core";
import { bindingContract, type ContractCheck, policyContract } from "@org/resources-testkit";
import { accessPolicy } from "../../src/access/access-policy.ts";
import type { Grants } from "../../src/access/grants.ts";
import type { Principal } from "../../src/access/principal.ts";
import type { ImportedAsset } from "../../src/assets/asset.ts";
import type { AssetStore } from "../../src/assets/asset-store.ts";
import { ASSET_PARTS, PREVIEW } from "../../src/resources/addresses.ts";
import { assetResources, assetTarget } from "../../src/resources/asset-resources.ts";
import { previewBundle } from "../../src/resources/preview-bundle.ts";
import { databaseAssets } from "../../src/storage/database-assets.ts";
import { databaseRights } from "../../src/storage/database-rights.ts";
import { databaseRightsEditor } from "../../src/storage/database-rights-editor.ts";
import { databaseShelf } from "../../src/storage/database-shelf.ts";
import { openMemory } from "../../src/storage/embedded.ts";

const ANN: Principal = { id: "ann", name: "Ann" };
const VIC: Principal = { id: "vic", name: "Vic" };
const PROJECT = "café";

const GRANTS: Grants = {
  roles: [
    { principal: ANN.id, project: PROJECT, role: "owner" },
    { principal: VIC.id, project: PROJECT, role: "viewer" },
  ],
  restricted: [{ project: PROJECT, asset: "menu.txt" }],
  revoked: [{ principal: VIC.id, project: PROJECT, asset: "map.png" }],
};

const ASSETS: readonly ImportedAsset[] = [
  {
    project: PROJECT,
    id: "menu.txt",
    mimeType: "text/plain",
    size: 3,
    sha256: "00".repeat(32),
    original: { mimeType: "text/plain", text: "tea" },
    thumbnail: { mimeType: "text/plain", text: "tea" },
  },
  {
    project: PROJECT,
    id: "map.png",
    mimeType: "image/png",
    size: 3,
    sha256: "01".repeat(32),
    original: { mimeType: "image/png", bytes: new Uint8Array([1, 2, 3]) },
    thumbnail: { mimeType: "image/webp", bytes: new Uint8Array([4]) },
  },
];

/** A database on a busy machine is slow, and no hang. */
const PATIENT = { patienceMs: 10_000 };

/** What is under contract, over a database of its own. */
export interface OpenChecks {
  /** This server's policy, with something around it perhaps. */
  readonly policy: (
    around?: (policy: ResourcePolicy<Principal>) => ResourcePolicy<Principal>,
  ) => readonly ContractCheck[];
  readonly bindings: readonly ContractCheck[];
  readonly close: () => Promise<void>;
}

/** This server's policy and bindings over its own database, under contract, for any test runner. */
export async function openChecks(): Promise<OpenChecks> {
  const database = await openMemory();
  const shelf = databaseShelf(database.write, PROJECT);
  await shelf.putProject({ id: PROJECT, title: "Café", about: "# Café" });
  for (const asset of ASSETS) {
    // oxlint-disable-next-line no-await-in-loop -- the order is theirs
    await shelf.putAsset(asset, []);
  }
  const rights = databaseRights(database);
  const editor = databaseRightsEditor(database);
  const store = databaseAssets(database);
  await editor.replaceAll(GRANTS);

  const policy: OpenChecks["policy"] = (around = (own) => own) =>
    policyContract(
      {
        create: () => ({
          policy: around(accessPolicy(rights)),
          dispose: () => editor.replaceAll(GRANTS),
        }),
        principals: [ANN, VIC],
        unknown: { id: "nobody", name: "Nobody" },
        definitions: [PREVIEW, ...Object.values(ASSET_PARTS)].map(({ uriTemplate }) => ({
          uriTemplate,
          name: "template",
        })),
        targets: ASSETS.map(({ id }) => assetTarget(PROJECT, id, "thumbnail")),
        revoke: ({ authorizationData }) => {
          const { asset } = authorizationData as { readonly asset: string };
          return editor.revokeAsset(ANN.id, PROJECT, asset);
        },
      },
      PATIENT,
    );

  const bindings = [
    {
      of: PREVIEW.uriTemplate as string,
      uris: [PREVIEW.expand({ project: PROJECT })],
      make: (counted: AssetStore) => previewBundle(counted, rights),
    },
    ...Object.values(ASSET_PARTS).map((part) => ({
      of: part.uriTemplate as string,
      uris: ASSETS.map(({ id }) => part.expand({ project: PROJECT, asset: id })),
      make: (counted: AssetStore): ResourceBinding<Principal> => {
        const made = assetResources(counted, rights);
        const found = made.find(({ definition }) => definition.uriTemplate === part.uriTemplate);
        if (found === undefined) throw new Error(`no binding for ${part.uriTemplate}`);
        return found;
      },
    })),
  ].flatMap(({ of, uris, make }) => {
    const contract = bindingContract(
      {
        create: () => {
          const bodies = { read: 0 };
          return { binding: make(countingBodies(store, bodies)), bodies };
        },
        principals: [ANN, VIC],
        uris,
        unknown: { id: "nobody", name: "Nobody" },
        bodiesRead: ({ bodies }) => bodies.read,
      },
      PATIENT,
    );
    return contract.map((check) => ({ ...check, name: `${of}: ${check.name}` }));
  });

  return { policy, bindings, close: database.close };
}

/** The store, and how many bodies it was asked for. */
function countingBodies(store: AssetStore, bodies: { read: number }): AssetStore {
  return {
    ...store,
    body: (...asked) => {
      bodies.read += 1;
      return store.body(...asked);
    },
  };
}
