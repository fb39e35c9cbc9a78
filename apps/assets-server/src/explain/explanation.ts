import type { LimitOverrides } from "@org/resources-core";
import type { Principal } from "../access/principal.ts";
import { assetTarget } from "../resources/asset-resources.ts";
import { subjectOf, type Subject } from "../access/subject.ts";
import { databaseAssets } from "../storage/database-assets.ts";
import { everyAsset, factsAbout, type Facts } from "../storage/database-facts.ts";
import { databaseRights } from "../storage/database-rights.ts";
import type { Database } from "../storage/database.ts";
import { recordRead, type RecordedRead } from "./recorded-read.ts";
import { itemRefusals, wholeRefusal, type Refusal } from "./stations.ts";

/** A refusal, and what is written down that it follows from. */
export interface ExplainedRefusal extends Refusal {
  readonly why: string;
}

/** Why a read gives what it gives. */
export interface Explanation {
  readonly principal: string;
  readonly uri: string;
  /** `complete`, `partial`, or the failure's code. */
  readonly outcome: string;
  /** What the client is told, in words. */
  readonly clientSees: string;
  readonly items: number;
  /** Of the read as a whole. */
  readonly refusal?: ExplainedRefusal | undefined;
  /** Of single items. */
  readonly missing: readonly ExplainedRefusal[];
  /** Of assets that a preview never had, since the principal does not see that they are there. */
  readonly hidden: readonly ExplainedRefusal[];
}

/** Reads `uri` as `principal` through the server's own stations, and says which of them refused, and why. */
export async function explainRead(
  database: Database,
  principal: Principal,
  uri: string,
  limits?: LimitOverrides,
): Promise<Explanation> {
  const ports = { store: databaseAssets(database), rights: databaseRights(database), limits };
  const read = await recordRead(ports, principal, uri);
  const explained = async (
    refusal: Refusal,
    subject: Named = subjectAt(read, refusal),
  ): Promise<ExplainedRefusal> => {
    const facts = await factsAbout(database, principal.id, subject);
    const why = whyOf(refusal, facts, principal.id, subject);
    // Storage had nothing to give of what is there: its own security kept it back.
    const kept = refusal.by === "storage" && facts.asset?.exists === true;
    return { ...refusal, ...(kept ? { by: "row-level security" as const } : {}), why };
  };
  const refusal = wholeRefusal(read, uri);
  const { bundle, failure } = read.outcome;
  const missing = itemRefusals(read).filter(({ uri: item }) => item !== refusal?.uri);
  return {
    principal: principal.id,
    uri,
    outcome: bundle === undefined ? failure.code : bundle.partial ? "partial" : "complete",
    clientSees:
      bundle === undefined
        ? failure.message
        : `${bundle.items.length} ${bundle.items.length === 1 ? "item" : "items"}${bundle.partial ? ", and a warning before them" : ""}`,
    items: bundle?.items.length ?? 0,
    ...(refusal === undefined ? {} : { refusal: await explained(refusal) }),
    missing: await Promise.all(missing.map((each) => explained(each))),
    hidden: await Promise.all(
      (await hiddenAssets(database, read)).map(({ uri: item, ...subject }) =>
        explained(
          { station: "resolve", by: "row-level security", uri: item, detail: "not in the plan" },
          subject,
        ),
      ),
    ),
  };
}

interface Named {
  readonly project?: string | undefined;
  readonly asset?: string | undefined;
}

/** The assets that storage did not show to whoever planned the preview of their project. */
async function hiddenAssets(
  database: Database,
  { rounds }: RecordedRead,
): Promise<readonly { readonly project: string; readonly asset: string; readonly uri: string }[]> {
  const targets = (rounds[0] ?? []).map(({ target }) => target);
  const requested = targets[0] && subjectOf(targets[0]);
  if (requested?.kind !== "project") return [];
  const { project } = requested;
  const planned = new Set(targets.map(({ uri }) => uri));
  return (await everyAsset(database, project))
    .map((asset) => ({ project, asset, uri: assetTarget(project, asset, "thumbnail").uri }))
    .filter(({ uri }) => !planned.has(uri));
}

/** What the refused target stands for, as the policy was asked about it. */
function subjectAt({ rounds }: RecordedRead, { uri }: Refusal): Named {
  const [round] = rounds;
  const target = round?.find((each) => each.target.uri === uri)?.target ?? round?.[0]?.target;
  if (target === undefined) return {};
  const subject: Subject = subjectOf(target);
  return subject.kind === "guide" || subject.kind === "projects" ? {} : subject;
}

/** Facts in words. They explain a verdict; they are not how it was reached. */
function whyOf(refusal: Refusal, facts: Facts, who: string, named: Named): string {
  if (refusal.station === "validation") return "It is no URI that could be registered anywhere.";
  if (refusal.by === "addresses")
    return refusal.detail.startsWith("unavailable")
      ? "No address or template of this server matches. docs://assets-server/guide names them all."
      : "A template matches, and a value in it cannot be one.";
  if (refusal.by === "limit" || refusal.by === "time limit")
    return "It is over a limit of this server.";
  if (facts.rolesHeld === 0) return `${who} has no role in any project.`;
  const { project, asset } = facts;
  if (project !== undefined && !project.exists) return `There is no project ${named.project}.`;
  if (project !== undefined && project.role === undefined)
    return `${who} has no role in the project ${named.project}.`;
  if (asset === undefined) return `${who} is ${project?.role ?? "nobody"} there.`;
  if (!asset.exists) return `The project ${named.project} has no asset ${named.asset}.`;
  if (asset.restricted && project?.role === "viewer")
    return `${who} is a viewer there, and ${named.asset} is restricted: hidden from viewers.`;
  if (asset.revoked)
    return `${named.asset} was revoked for ${who}, who still sees that it is there.`;
  return `${who} is ${project?.role ?? "nobody"} there, and nothing that is written down forbids it.`;
}
