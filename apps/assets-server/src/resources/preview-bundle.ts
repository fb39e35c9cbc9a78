import {
  createReadPlan,
  createTarget,
  resourcesFor,
  textPayload,
  unavailable,
  type Payload,
  type ResourceBinding,
} from "@org/resources-core";
import type { Principal } from "../access/principal.ts";
import type { Rights } from "../access/rights.ts";
import { subjectOf, type Subject } from "../access/subject.ts";
import type { AssetStore } from "../assets/asset-store.ts";
import { PREVIEW } from "./addresses.ts";
import { assetTarget, readAsset } from "./asset-resources.ts";
import { completeProject } from "./completion.ts";

const { bundle } = resourcesFor<Principal>();

/**
 * A project in one read: its about text as the requested target's own item, then each asset's thumbnail, in order.
 *
 * The plan names every asset; which of them the caller sees is the policy's to say, not the plan's.
 */
export function previewBundle(store: AssetStore, rights: Rights): ResourceBinding<Principal> {
  return bundle(
    {
      uriTemplate: PREVIEW.uriTemplate,
      name: "project-preview",
      title: "Preview of a project",
      description: "The project's about text, then a thumbnail of each asset that you may see.",
    },
    {
      resolve: async ({ canonicalUri, variables: { project } }) => {
        const subject: Subject = { kind: "project", project };
        const requested = createTarget({ uri: canonicalUri, authorizationData: subject });
        const assets = await store.assets(project);
        return createReadPlan(requested, [
          requested,
          ...assets.map(({ id }) => assetTarget(project, id, "thumbnail")),
        ]);
      },
      read: (target) => readPreviewItem(store, subjectOf(target)),
      complete: { project: completeProject(rights) },
    },
  );
}

async function readPreviewItem(store: AssetStore, subject: Subject): Promise<Payload> {
  if (subject.kind === "asset") return readAsset(store, subject);
  const project = subject.kind === "project" ? await store.project(subject.project) : undefined;
  if (project === undefined) throw unavailable();
  return textPayload(project.about, "text/markdown");
}
