import {
  createIssue,
  type IssueCode,
  type ReadIssue,
  type ReadItem,
} from "@org/resources-reporting";
import type { ReadPlan } from "../identity/plan.ts";
import type { Decision } from "../policy/answers.ts";
import { type BodyOutcome, wireUri } from "./admit-bodies.ts";
import type { MatchedRead, ReadCall } from "./read-request.ts";

/** What three stations said of each item: both rounds of decisions, and the body phase between them. */
export interface ItemHistories {
  readonly first: readonly Decision[];
  readonly bodies: readonly (BodyOutcome | undefined)[];
  readonly final: readonly Decision[];
}

/** What is left of a plan: items to return, and what is said about those that are missing. */
export interface Remainder {
  readonly survivors: readonly (BodyOutcome & { readonly item: ReadItem })[];
  /** At most `maxIssues`. */
  readonly issues: readonly ReadIssue[];
  readonly issuesOmitted: number;
  /** Of all visible failures, omitted ones included. */
  readonly allUnavailable: boolean;
  readonly someRetryable: boolean;
  /** One a visible failure, for the host alone. */
  readonly causes: readonly ItemError[];
}

/** What kept one item out of a result, for the host's log: names it, and carries what was thrown. */
export class ItemError extends Error {
  override readonly name = "ItemError";
  readonly code: IssueCode;
  readonly uri: string;

  constructor(code: IssueCode, uri: string, cause: unknown) {
    super(`${uri}: ${code}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.uri = uri;
  }
}

/**
 * Tells, item by item and in plan order, what became of it (READ-8): nothing if it is hidden in the end; `unavailable` if
 * it was hidden at first, or denied in either round; else what the body phase made of it.
 */
export function remainderOf<C>(
  call: ReadCall<C>,
  matched: MatchedRead<C>,
  plan: ReadPlan,
  { first, bodies, final }: ItemHistories,
  maxIssues: number,
): Remainder {
  const survivors: (BodyOutcome & { readonly item: ReadItem })[] = [];
  const issues: ReadIssue[] = [];
  const causes: ItemError[] = [];
  let failures = 0;
  let allUnavailable = true;
  let someRetryable = false;
  for (const [index, target] of plan.items.entries()) {
    const now = final[index];
    if (now?.visible !== true) continue;
    const body = bodies[index];
    const isPermitted = first[index]?.readable === true && now.readable;
    if (isPermitted && body?.item !== undefined) {
      survivors.push(body);
      continue;
    }
    const code = isPermitted ? (body?.code ?? "unavailable") : "unavailable";
    failures += 1;
    allUnavailable &&= code === "unavailable";
    someRetryable ||= code === "read_failed";
    call.events?.emit({ type: "issue", index, uri: target.uri, code });
    if (failures > maxIssues) continue;
    issues.push(createIssue(code, now.disclosed ? { uri: wireUri(plan, matched, target) } : {}));
    causes.push(new ItemError(code, target.uri, isPermitted ? body?.cause : undefined));
  }
  const issuesOmitted = failures - issues.length;
  return { survivors, issues, issuesOmitted, allUnavailable, someRetryable, causes };
}
