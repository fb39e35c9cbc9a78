import {
  createReadPlan,
  createResourceGateway,
  createTarget,
  resourcesFor,
  textPayload,
  unavailable,
  type PolicyScope,
  type ResourceBinding,
  type ResourceGateway,
} from "@org/resources-core";
import { parseResourceTemplate } from "@org/resources-uri";
import type { Principal } from "../access/principal.ts";
import { subjectOf, type Subject } from "../access/subject.ts";
import type { AssetSummary, Project } from "../assets/asset.ts";
import type { AssetsGatewayOptions } from "../serving/assets-gateway.ts";
import { ASSET_PARTS, PREVIEW } from "../resources/addresses.ts";
import { assetTarget } from "../resources/asset-resources.ts";
import { decideAll } from "./decide-all.ts";
import { pageOf, type PageRequest } from "./page.ts";
import type { AssetRow, ProjectRow } from "./rows.ts";

/** Addresses of lists. No client sees them: tools read them. */
export const PROJECTS_URI = "list://projects";
export const ASSETS_OF = parseResourceTemplate("list://projects/{project}/assets");

/** Who asks for which part of a list. */
export interface ListContext extends Principal {
  readonly list: PageRequest;
}

const { bundle } = resourcesFor<ListContext>();

/**
 * The lists behind the tools, as resources of a gateway of their own: the same policy decides before and after, the same
 * deadlines, slots and fixed failures hold, and the same observer hears of it. Rows and totals are what that policy lets
 * the caller see, in one moment.
 */
export function createListsGateway(options: AssetsGatewayOptions): ResourceGateway<ListContext> {
  const { policy, observer } = options;
  const { readTimeoutMs, maxConcurrentReads, maxQueuedReads } = options.limits ?? {};
  return createResourceGateway<ListContext>({
    policy,
    bindings: [projectList(options), assetList(options)],
    limits: { readTimeoutMs, maxConcurrentReads, maxQueuedReads },
    observer,
    concurrencyKey: (principal) => principal.id,
  });
}

function projectList({ store, policy }: AssetsGatewayOptions): ResourceBinding<ListContext> {
  const subject: Subject = { kind: "projects" };
  return bundle(
    { uri: PROJECTS_URI, name: "projects" },
    {
      resolve: ({ canonicalUri }) =>
        createReadPlan(createTarget({ uri: canonicalUri, authorizationData: subject })),
      read: async (_target, scope) => {
        const projects = await store.projects(scope.context.id, scope.signal);
        const targets = projects.map(({ id: project }) =>
          createTarget({
            uri: PREVIEW.expand({ project }),
            authorizationData: { kind: "project", project } satisfies Subject,
          }),
        );
        const permissions = await decideAll(policy, targets, scope);
        const seen = projects.filter((_, index) => permissions[index] === "readable");
        return listPayload(seen.map(projectRow), scope, ({ project }) => project);
      },
    },
  );
}

function assetList({ store, policy }: AssetsGatewayOptions): ResourceBinding<ListContext> {
  // As any template: what a policy is asked with does not depend on which one it is.
  const uriTemplate: string = ASSETS_OF.uriTemplate;
  return bundle(
    { uriTemplate, name: "assets" },
    {
      resolve: ({ canonicalUri, variables }) => {
        const project = variables["project"] ?? unavailable();
        const subject: Subject = { kind: "project", project };
        return createReadPlan(createTarget({ uri: canonicalUri, authorizationData: subject }));
      },
      read: async (target, scope) => {
        const subject = subjectOf(target);
        if (subject.kind !== "project") return unavailable();
        const { project } = subject;
        const assets = await store.assets(scope.context.id, project, scope.signal);
        const targets = assets.map(({ id }) => assetTarget(project, id, "original"));
        // After storage was asked: whatever has been closed meanwhile is in neither rows nor total.
        const permissions = await decideAll(policy, targets, scope);
        const rows = assets.flatMap((asset, index) => {
          const permission = permissions[index] ?? "hidden";
          return permission === "hidden" ? [] : [assetRow(project, asset, permission)];
        });
        return listPayload(rows, scope, ({ asset }) => asset);
      },
    },
  );
}

function listPayload<Row>(
  rows: readonly Row[],
  { context }: PolicyScope<ListContext>,
  nameOf: (row: Row) => string,
) {
  return textPayload(JSON.stringify(pageOf(rows, context.list, nameOf)), "application/json");
}

function projectRow({ id: project, title }: Project): ProjectRow {
  return { project, title, preview: PREVIEW.expand({ project }) };
}

/** A closed asset has a name and no address: every URI in a row can be read. */
function assetRow(
  project: string,
  { id: asset, ...summary }: AssetSummary,
  permission: "visible" | "readable",
): AssetRow {
  // Storage has shown what it would give: both have to agree.
  if (permission === "visible" || summary.mimeType === undefined) return { asset, readable: false };
  const name = { project, asset };
  return {
    asset,
    readable: true,
    ...summary,
    original: ASSET_PARTS.original.expand(name),
    thumbnail: ASSET_PARTS.thumbnail.expand(name),
    metadata: ASSET_PARTS.metadata.expand(name),
  };
}
