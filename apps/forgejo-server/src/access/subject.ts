import type { ResourceMatch, ResourceTarget } from "@org/resources-core";

/** What a target stands for: an entity's kind, and which one. */
export interface SubjectData {
  readonly entity: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** What a target of this server stands for: what it carries, or, where the gateway made it, what was matched. */
export function subjectOf(target: ResourceTarget, match: ResourceMatch): SubjectData {
  const { authorizationData } = target;
  if (authorizationData === undefined && target.uri === match.canonicalUri)
    return { entity: match.definition.name, variables: match.variables };
  if (!isSubject(authorizationData)) throw new TypeError("a target of another server");
  return authorizationData;
}

function isSubject(value: unknown): value is SubjectData {
  return (
    typeof value === "object" &&
    value !== null &&
    "entity" in value &&
    typeof value.entity === "string" &&
    "variables" in value &&
    typeof value.variables === "object" &&
    value.variables !== null
  );
}
