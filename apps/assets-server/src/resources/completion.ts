import type { CompleteVariable } from "@org/resources-core";
import type { Principal } from "../access/principal.ts";
import type { Rights } from "../access/rights.ts";
import type { AssetStore } from "../assets/asset-store.ts";

/** Completes `{project}` with the caller's own projects (CMP-1). */
export function completeProject(rights: Rights): CompleteVariable<Principal> {
  return async (value, { context, signal }) =>
    startingWith(value, await rights.projects(context.id, signal));
}

/** Completes `{asset}` with what the caller sees of the project that the request names; without one, with nothing. */
export function completeAsset(store: AssetStore): CompleteVariable<Principal> {
  return async (value, { context, variables, signal }) => {
    const project = variables["project"];
    if (project === undefined) return [];
    return startingWith(value, await store.assetIds(context.id, project, signal));
  };
}

function startingWith(value: string, candidates: readonly string[]): readonly string[] {
  const typed = value.normalize("NFC").toLowerCase();
  return candidates.filter((candidate) => candidate.toLowerCase().startsWith(typed));
}
