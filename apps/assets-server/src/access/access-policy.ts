import {
  batchPolicy,
  type ResourcePolicy,
  type ResourceTarget,
  type TargetDecision,
} from "@org/resources-core";
import { GUIDE_URI } from "../resources/addresses.ts";
import type { Principal } from "./principal.ts";
import type { Permission, Rights } from "./rights.ts";
import { subjectOf } from "./subject.ts";

/**
 * The gateway's policy: rights, asked anew in every round.
 *
 * Everybody who is known may read the guide; the templates exist for whoever has a role in any project. An asset that
 * is visible but closed may be named in a report: its reader already sees that it is there.
 */
export function accessPolicy(rights: Rights): ResourcePolicy<Principal> {
  return batchPolicy<Principal>({
    discover: async (definition, { context }) =>
      definition.uri === GUIDE_URI || (await rights.projects(context.id)).length > 0,
    scopeKey: async ({ context }) =>
      JSON.stringify([context.id, await rights.revision(context.id)]),
    decideMany: (targets, { context }) =>
      Promise.all(
        targets.map(async (target) => decision(await permission(rights, context, target))),
      ),
  });
}

async function permission(
  rights: Rights,
  { id }: Principal,
  target: ResourceTarget,
): Promise<Permission> {
  const subject = subjectOf(target);
  if (subject.kind === "guide") return "readable";
  if (subject.kind === "project") return rights.onProject(id, subject.project);
  return rights.onAsset(id, subject.project, subject.asset);
}

function decision(permitted: Permission): TargetDecision {
  return permitted === "hidden"
    ? { visible: false }
    : { visible: true, read: permitted === "readable", discloseIssueUri: true };
}
