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
 * The plan names what storage shows the caller; which of it they may see and read, the policy says once more.
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
      resolve: async ({ canonicalUri, variables: { project } }, { context, signal }) => {
        const subject: Subject = { kind: "project", project };
        const requested = createTarget({ uri: canonicalUri, authorizationData: subject });
        const ids = await store.assetIds(context.id, project, signal);
        return createReadPlan(requested, [
          requested,
          ...ids.map((id) => assetTarget(project, id, "thumbnail")),
        ]);
      },
      read: (target, { context, signal }) =>
        readPreviewItem(store, context, subjectOf(target), signal),
      complete: { project: completeProject(rights) },
    },
  );
}

async function readPreviewItem(
  store: AssetStore,
  reader: Principal,
  subject: Subject,
  signal: AbortSignal,
): Promise<Payload> {
  if (subject.kind === "asset") return readAsset(store, reader, subject, signal);
  if (subject.kind !== "project") throw unavailable();
  const project = await store.project(reader.id, subject.project, signal);
  if (project === undefined) throw unavailable();
  return textPayload(project.about, "text/markdown");
}
