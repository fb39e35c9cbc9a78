import {
  batchPolicy,
  type ResourceDefinition,
  type ResourcePolicy,
  type ResourceTarget,
  type ResourceTemplateDefinition,
  type Scope,
  type TargetDecision,
} from "@org/resources-core";
import type { Principal } from "./principal.ts";
import type { Permission, Rights, RightsName } from "./rights.ts";
import { subjectOf } from "./subject.ts";

/**
 * The gateway's policy: rights, asked anew in every round.
 *
 * Whoever is known may know of every address that is no template; the templates exist for whoever has a role in any
 * project. An asset that is visible but closed may be named in a report: its reader already sees that it is there.
 *
 * Nobody is permitted nothing: the policy does not rely on its host to have turned them away.
 */
export function accessPolicy(rights: Rights): ResourcePolicy<Principal> {
  const discoverMany = async (
    definitions: readonly (ResourceDefinition | ResourceTemplateDefinition)[],
    { context, signal }: Scope<Principal>,
  ): Promise<readonly boolean[]> => {
    const forEverybody = definitions.map(({ uri }) => uri !== undefined);
    if (!isKnown(context)) return forEverybody.map(() => false);
    if (forEverybody.every(Boolean)) return forEverybody;
    const hasRole = (await rights.projects(context.id, signal)).length > 0;
    return forEverybody.map((open) => open || hasRole);
  };
  return batchPolicy<Principal>({
    discover: async (definition, scope) => (await discoverMany([definition], scope))[0] === true,
    discoverMany,
    // Nobody has no key: what asks for one then fails.
    scopeKey: async ({ context, signal }) =>
      isKnown(context)
        ? JSON.stringify([context.id, await rights.revision(context.id, signal)])
        : "",
    decideMany: async (targets, { context, signal }) => {
      if (!isKnown(context)) return targets.map(() => ({ visible: false }));
      const names = targets.map(nameOf);
      const asked = names.filter((name) => name !== undefined);
      const answers = (
        asked.length === 0 ? [] : await rights.permissions(context.id, asked, signal)
      ).values();
      return names.map((name) => decision(name === undefined ? "readable" : answers.next().value));
    },
  });
}

/** Types promise a principal; a host's slip must not be a permission. */
function isKnown(context: Principal | null | undefined): context is Principal {
  return typeof context?.id === "string" && context.id !== "";
}

/** What rights are asked about; nothing for what is there for whoever is known. */
function nameOf(target: ResourceTarget): RightsName | undefined {
  const subject = subjectOf(target);
  return subject.kind === "guide" || subject.kind === "projects" ? undefined : subject;
}

/** Rights that gave too few answers have not permitted the rest. */
function decision(permitted: Permission | undefined): TargetDecision {
  if (permitted !== "visible" && permitted !== "readable") return { visible: false };
  return { visible: true, read: permitted === "readable", discloseIssueUri: true };
}
