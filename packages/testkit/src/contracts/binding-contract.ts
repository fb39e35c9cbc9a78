import * as checks from "./binding-checks.ts";
import type { BindingSubject, CreatedBinding } from "./binding-subject.ts";
import {
  type CheckBody,
  contractCheck,
  type ContractCheck,
  type ContractOptions,
} from "./contract-check.ts";

/**
 * Gives the checks that every binding must pass, for any test runner (KIT-2).
 *
 * Most call the binding's own callbacks as a gateway would; two read through a real gateway that permits everything. Each
 * has a binding of its own and rejects with a {@link ContractViolation} that names the rule and a remedy. What cannot be
 * shown is left out: without `bodiesRead` the check that planning reads no body, without `unknown` that of completions.
 * Throws a `TypeError` for a subject without URIs or two principals.
 *
 * @example
 * for (const { name, run } of bindingContract({
 *   create: () => {
 *     const store = memoryStore({ "asset://p/a": "text" });
 *     return { binding: previewOf(store), store };
 *   },
 *   principals: [{ user: "ann" }, { user: "bob" }],
 *   uris: ["bundle://p/preview"],
 *   bodiesRead: ({ store }) => store.calls.filter(({ action }) => action === "read").length,
 *   stall: ({ store }) => store.stall(),
 * })) {
 *   test(name, run);
 * }
 */
export function bindingContract<C, B extends CreatedBinding<C>>(
  subject: BindingSubject<C, B>,
  options: ContractOptions = {},
): readonly ContractCheck[] {
  if (subject.principals.length !== 2) throw new TypeError("a binding subject has two principals");
  if (subject.uris.length === 0) throw new TypeError("a binding subject names URIs");
  const { patienceMs = 1000 } = options;
  const check = (
    name: string,
    rule: string,
    body: CheckBody<checks.BindingTrial<C, B>>,
  ): ContractCheck =>
    contractCheck(`binding: ${name}`, rule, () => checks.tryBinding(subject, patienceMs), body);

  return Object.freeze([
    check("with every right, each URI is read whole", "READ-9, PAY-1", checks.completeReads),
    check("an alias is planned as what it stands for", "TGT-2, FN-1", checks.canonicalIdentity),
    check("equal requests have equal plans", "TGT-1", checks.determinism),
    check("one URI is one representation", "TGT-2", checks.distinctUris),
    check("authorization data is in no output", "TGT-1", checks.privateData),
    check("bodies read at once are the bodies read alone", "READ-6", checks.concurrency),
    check("an aborted call does not wait on", "READ-10", checks.aborts),
    ...(subject.bodiesRead === undefined
      ? []
      : [check("planning reads no body", "READ-3", checks.bodilessPlans)]),
    ...("unknown" in subject
      ? [check("an unknown context is offered no completion", "CMP-1", checks.completions)]
      : []),
  ]);
}
