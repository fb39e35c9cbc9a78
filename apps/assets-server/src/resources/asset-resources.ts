import {
  blobPayload,
  createReadPlan,
  createTarget,
  resourcesFor,
  textPayload,
  unavailable,
  type Payload,
  type ResourceBinding,
  type ResourceTarget,
} from "@org/resources-core";
import type { Principal } from "../access/principal.ts";
import type { Rights } from "../access/rights.ts";
import { subjectOf, type AssetPart, type AssetSubject } from "../access/subject.ts";
import type { Asset, AssetBody } from "../assets/asset.ts";
import type { AssetStore } from "../assets/asset-store.ts";
import { ASSET_PARTS } from "./addresses.ts";
import { completeAsset, completeProject } from "./completion.ts";

const { bundle } = resourcesFor<Principal>();

const PARTS = [
  {
    part: "original",
    title: "Asset",
    description: "An asset as it was put in, with its own type.",
  },
  {
    part: "thumbnail",
    title: "Thumbnail of an asset",
    description: "A small WebP picture of an image, or the beginning of a text.",
  },
  {
    part: "metadata",
    title: "Metadata of an asset",
    description: "Type, size, pixels, SHA-256, and the URIs of original and thumbnail, as JSON.",
  },
] as const;

/** One template for each part of an asset, one item each. */
export function assetResources(
  store: AssetStore,
  rights: Rights,
): readonly ResourceBinding<Principal>[] {
  return PARTS.map(({ part, title, description }) => {
    const { uriTemplate } = ASSET_PARTS[part];
    const mimeType = part === "metadata" ? "application/json" : undefined;
    return bundle(
      { uriTemplate, name: `asset-${part}`, title, description, mimeType },
      {
        resolve: ({ variables }) =>
          createReadPlan(assetTarget(variables.project, variables.asset, part)),
        read: (target, { context, signal }) => {
          const subject = subjectOf(target);
          return subject.kind === "asset"
            ? readAsset(store, context, subject, signal)
            : unavailable();
        },
        complete: {
          project: completeProject(rights),
          asset: completeAsset(store),
        },
      },
    );
  });
}

/** The target of one part of one asset: its canonical URI, and what rights and storage know it by. */
export function assetTarget(project: string, asset: string, part: AssetPart): ResourceTarget {
  const subject: AssetSubject = { kind: "asset", project, asset, part };
  return createTarget({
    uri: ASSET_PARTS[part].expand({ project, asset }),
    representation: part,
    authorizationData: subject,
  });
}

/** Reads the body that an asset's subject stands for. */
export async function readAsset(
  store: AssetStore,
  reader: Principal,
  subject: AssetSubject,
  signal: AbortSignal,
): Promise<Payload> {
  const { project, asset, part } = subject;
  if (part === "metadata") {
    const found = await store.asset(reader.id, project, asset, signal);
    if (found === undefined) throw unavailable();
    return textPayload(metadataOf(found), "application/json");
  }
  const body = await store.body(reader.id, project, asset, part, signal);
  if (body === undefined) throw unavailable();
  return payloadOf(body);
}

function metadataOf(asset: Asset): string {
  const name = { project: asset.project, asset: asset.id };
  const links = {
    original: ASSET_PARTS.original.expand(name),
    thumbnail: ASSET_PARTS.thumbnail.expand(name),
  };
  return JSON.stringify({ ...asset, ...links }, undefined, 2);
}

function payloadOf({ mimeType, text, bytes }: AssetBody): Payload {
  return text === undefined ? blobPayload(bytes, mimeType) : textPayload(text, mimeType);
}
