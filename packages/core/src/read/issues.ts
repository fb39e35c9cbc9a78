import {
  createIssue,
  type IssueCode,
  type ReadIssue,
  type ReadItem,
} from "@org/resources-reporting";
import { type BodyOutcome, wireUri } from "./admit-bodies.ts";
import type { RecheckedRead } from "./stages.ts";

/** What became of an item that is returned. */
export type Survivor = BodyOutcome & { readonly item: ReadItem };

/** What is left of a plan: items to return, and what is said about those that are missing. */
export interface Remainder {
  readonly survivors: readonly Survivor[];
  /** Of items that the caller can see now; `undefined` if nothing is missing. */
  readonly failures: Failures | undefined;
}

/** What kept items out of a result that the caller can see. */
export interface Failures {
  /** In plan order, at most `maxIssues`. */
  readonly issues: readonly ReadIssue[];
  readonly issuesOmitted: number;
  /** Omitted ones included, like the next. */
  readonly allUnavailable: boolean;
  readonly someRetryable: boolean;
  /** One an issue, for the host alone. */
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
export function remainderOf<C>(rechecked: RecheckedRead<C>): Remainder {
  const { outcomes } = rechecked.admitted.bodies;
  const survivors: Survivor[] = [];
  let failed: number[] | undefined;
  for (let index = 0; index < outcomes.length; index += 1) {
    if (rechecked.final[index]?.visible !== true) continue;
    const body = outcomes[index];
    if (body?.item !== undefined && isPermitted(rechecked, index)) survivors.push(body);
    else if (failed === undefined) failed = [index];
    else failed.push(index);
  }
  return { survivors, failures: failed && failuresOf(rechecked, failed) };
}

/** Permitted in both rounds. */
function isPermitted<C>({ admitted, final }: RecheckedRead<C>, index: number): boolean {
  return admitted.decided.first[index]?.readable === true && final[index]?.readable === true;
}

function failuresOf<C>(rechecked: RecheckedRead<C>, failed: readonly number[]): Failures {
  const { read, admitted, final } = rechecked;
  const { planned } = admitted.decided;
  const { maxIssues } = read.gateway.limits;
  const issues: ReadIssue[] = [];
  const causes: ItemError[] = [];
  let allUnavailable = true;
  let someRetryable = false;
  for (const index of failed) {
    const target = planned.plan.items[index];
    if (target === undefined) continue;
    const body = isPermitted(rechecked, index) ? admitted.bodies.outcomes[index] : undefined;
    const code = body?.code ?? "unavailable";
    allUnavailable &&= code === "unavailable";
    someRetryable ||= code === "read_failed";
    read.events?.emit({ type: "issue", index, uri: target.uri, code });
    if (issues.length === maxIssues) continue;
    const isDisclosed = final[index]?.disclosed === true;
    issues.push(createIssue(code, isDisclosed ? { uri: wireUri(planned, target) } : {}));
    causes.push(new ItemError(code, target.uri, body?.cause));
  }
  const issuesOmitted = failed.length - issues.length;
  return { issues, issuesOmitted, allUnavailable, someRetryable, causes };
}
