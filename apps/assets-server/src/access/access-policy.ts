import {
  batchPolicy,
  type ResourceDefinition,
  type ResourcePolicy,
  type ResourceTarget,
  type ResourceTemplateDefinition,
  type Scope,
  type TargetDecision,
} from "@org/resources-core";
import { GUIDE_URI } from "../resources/addresses.ts";
import type { Principal } from "./principal.ts";
import type { Permission, Rights, RightsName } from "./rights.ts";
import { subjectOf } from "./subject.ts";

/**
 * The gateway's policy: rights, asked anew in every round.
 *
 * Everybody who is known may read the guide; the templates exist for whoever has a role in any project. An asset that
 * is visible but closed may be named in a report: its reader already sees that it is there.
 */
export function accessPolicy(rights: Rights): ResourcePolicy<Principal> {
  const discoverMany = async (
    definitions: readonly (ResourceDefinition | ResourceTemplateDefinition)[],
    { context }: Scope<Principal>,
  ): Promise<readonly boolean[]> => {
    const forEverybody = definitions.map(({ uri }) => uri === GUIDE_URI);
    if (forEverybody.every(Boolean)) return forEverybody;
    const hasRole = (await rights.projects(context.id)).length > 0;
    return forEverybody.map((open) => open || hasRole);
  };
  return batchPolicy<Principal>({
    discover: async (definition, scope) => (await discoverMany([definition], scope))[0] === true,
    discoverMany,
    scopeKey: async ({ context }) =>
      JSON.stringify([context.id, await rights.revision(context.id)]),
    decideMany: async (targets, { context }) => {
      const names = targets.map(nameOf);
      const asked = names.filter((name) => name !== undefined);
      const answers = (
        asked.length === 0 ? [] : await rights.permissions(context.id, asked)
      ).values();
      return names.map((name) => decision(name === undefined ? "readable" : answers.next().value));
    },
  });
}

/** What rights are asked about; nothing for the guide. */
function nameOf(target: ResourceTarget): RightsName | undefined {
  const subject = subjectOf(target);
  return subject.kind === "guide" ? undefined : subject;
}

/** Rights that gave too few answers have not permitted the rest. */
function decision(permitted: Permission | undefined): TargetDecision {
  if (permitted !== "visible" && permitted !== "readable") return { visible: false };
  return { visible: true, read: permitted === "readable", discloseIssueUri: true };
}
