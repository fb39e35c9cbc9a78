import type { ResourceTarget } from "@org/resources-core";

/**
 * What a target stands for, as rights know it. It is the target's private authorization data: made once, when a read
 * is planned, so that policy and storage decide and read the same thing and neither parses a URI.
 */
export type Subject =
  | { readonly kind: "guide" }
  /** The list of one's own projects: which those are, is decided for each. */
  | { readonly kind: "projects" }
  | { readonly kind: "project"; readonly project: string }
  | AssetSubject;

/** One part of one asset. */
export type AssetSubject = {
  readonly kind: "asset";
  readonly project: string;
  readonly asset: string;
  readonly part: AssetPart;
};

/** The parts of an asset that have URIs of their own. */
export type AssetPart = "original" | "thumbnail" | "metadata";

/** The subject of a target that this server made; anything else is a fault of the program, and throws. */
export function subjectOf(target: ResourceTarget): Subject {
  const subject: unknown = target.authorizationData;
  if (isSubject(subject)) return subject;
  throw new TypeError("a target without a subject");
}

function isSubject(value: unknown): value is Subject {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  if (value.kind === "guide" || value.kind === "projects") return true;
  if (!("project" in value && typeof value.project === "string")) return false;
  if (value.kind === "project") return true;
  return value.kind === "asset" && "asset" in value && typeof value.asset === "string";
}
