import {
  type CheckBody,
  contractCheck,
  type ContractCheck,
  type ContractOptions,
} from "./contract-check.ts";
import { batchAgreement } from "./batch-agreement.ts";
import * as checks from "./policy-checks.ts";
import type { CreatedPolicy, PolicySubject } from "./policy-subject.ts";
import { type PolicyTrial, tryPolicy } from "./policy-trial.ts";

/**
 * Gives the checks that every policy must pass, for any test runner (KIT-2).
 *
 * Each asks a policy of its own as a gateway would, without one, and rejects with a {@link ContractViolation} that names
 * the rule and a remedy. What cannot be shown is left out: without `revoke`, the check of revocation. Throws a `TypeError`
 * for a subject without targets, definitions or two principals.
 *
 * @example
 * for (const { name, run } of policyContract({
 *   create: () => {
 *     const rights = memoryRights({ ann: ["asset://p/a"], bob: [] });
 *     return { policy: accessPolicy(rights), rights };
 *   },
 *   principals: [{ user: "ann" }, { user: "bob" }],
 *   unknown: { user: "nobody" },
 *   definitions: [{ uriTemplate: "asset://p/{id}", name: "asset" }],
 *   targets: [createTarget({ uri: "asset://p/a" })],
 *   revoke: (target, { rights }) => rights.revoke("ann", target.uri),
 * })) {
 *   test(name, run);
 * }
 */
export function policyContract<C, P extends CreatedPolicy<C>>(
  subject: PolicySubject<C, P>,
  options: ContractOptions = {},
): readonly ContractCheck[] {
  if (subject.principals.length !== 2) throw new TypeError("a policy subject has two principals");
  if (subject.definitions.length === 0) throw new TypeError("a policy subject names definitions");
  if (subject.targets.length === 0) throw new TypeError("a policy subject names targets");
  const { patienceMs = 1000 } = options;
  const check = (name: string, rule: string, body: CheckBody<PolicyTrial<C, P>>): ContractCheck =>
    contractCheck(`policy: ${name}`, rule, () => tryPolicy(subject, patienceMs), body);

  return Object.freeze([
    check("an unknown context is permitted nothing", "READ-2, READ-4", checks.unknownContext),
    check("every answer is a decision", "READ-4", checks.decisionTypes),
    check("equal questions get equal answers", "TGT-1", checks.determinism),
    check("questions asked at once get the answers they get alone", "READ-5", checks.concurrency),
    check("one principal's answers are not another's", "READ-4", checks.separation),
    check("an aborted question does not wait on", "READ-10", checks.aborts),
    check("the scope key separates principals", "LST-3", checks.scopeKeys),
    check("a batch decides as single questions do", "READ-5", batchAgreement),
    ...(subject.revoke === undefined
      ? []
      : [check("a revocation between the rounds is seen", "READ-7", checks.revocation)]),
  ]);
}
