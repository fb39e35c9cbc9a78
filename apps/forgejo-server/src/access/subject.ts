import type { ResourceTarget } from "@org/resources-core";

/** What a target stands for: an entity's kind, and which one. */
export interface SubjectData {
  readonly entity: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Reads what this server's own bindings put into a target. */
export function subjectOf({ authorizationData }: ResourceTarget): SubjectData {
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
