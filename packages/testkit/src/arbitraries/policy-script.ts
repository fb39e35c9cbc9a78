import fc from "fast-check";
import { type FakePolicy, fakePolicy, type When } from "../fakes/fake-policy.ts";
import { oneOf } from "./uri-parts.ts";

/** One rule of a fake policy, as data. */
export type PolicyRule =
  | { readonly hide: string; readonly when: When }
  | { readonly deny: string; readonly when: When }
  | { readonly conceal: string; readonly when: Pick<When, "after"> }
  | { readonly disclose: string };

/** A policy as data: which rules a fake policy has. Prints as a sentence. */
export class PolicyScript {
  readonly rules: readonly PolicyRule[];

  constructor(rules: readonly PolicyRule[]) {
    this.rules = rules;
  }

  /** Makes the policy anew: what it records, and how often it has answered, begins here. */
  create(): FakePolicy {
    const policy = fakePolicy();
    for (const rule of this.rules) {
      if ("hide" in rule) policy.hide(rule.hide, rule.when);
      else if ("deny" in rule) policy.deny(rule.deny, rule.when);
      else if ("conceal" in rule) policy.conceal(rule.conceal, rule.when);
      else policy.disclose(rule.disclose);
    }
    return policy;
  }

  /** What a counterexample shows. */
  toString(): string {
    if (this.rules.length === 0) return "permit everything";
    return this.rules.map(ruleInWords).join("; ");
  }
}

function ruleInWords(rule: PolicyRule): string {
  if ("disclose" in rule) return `disclose ${rule.disclose}`;
  if ("conceal" in rule) return `conceal ${rule.conceal}${whenInWords(rule.when)}`;
  return "hide" in rule
    ? `hide ${rule.hide}${whenInWords(rule.when)}`
    : `deny ${rule.deny}${whenInWords(rule.when)}`;
}

function whenInWords({ round, after }: When): string {
  const inRound = round === undefined ? "" : ` in round ${round}`;
  return after === undefined ? inRound : `${inRound} after ${after} answers`;
}

/**
 * Makes policies as scripts: which targets are hidden, denied or disclosed, which definitions concealed, always, in one
 * round, or after some answers (KIT-3). They shrink to a policy that permits everything.
 *
 * @example
 * fc.assert(fc.asyncProperty(policyScript({ targets: ["asset://p/a"] }), async (script) => {
 *   const gateway = createResourceGateway({ policy: script.create(), bindings });
 *   …
 * }));
 */
export function policyScript(about: {
  readonly targets: readonly string[];
  readonly definitions?: readonly string[] | undefined;
}): fc.Arbitrary<PolicyScript> {
  const { targets, definitions = [] } = about;
  const after = fc.option(fc.nat({ max: 3 }), { nil: undefined, freq: 3 });
  const round = fc.option(fc.constantFrom<(1 | 2)[]>(1, 2), { nil: undefined, freq: 2 });
  const when = fc.record({ round, after });
  const rules: fc.Arbitrary<PolicyRule>[] = [];
  if (targets.length > 0) {
    const uri = fc.constantFrom(...targets);
    rules.push(
      fc.record({ deny: uri, when }),
      fc.record({ hide: uri, when }),
      fc.record({ disclose: uri }),
    );
  }
  if (definitions.length > 0) {
    const conceal = fc.constantFrom(...definitions);
    rules.push(fc.record({ conceal, when: fc.record({ after }) }));
  }
  if (rules.length === 0) throw new TypeError("a policy script is about targets or definitions");
  return fc.array(oneOf(...rules), { maxLength: 5 }).map((all) => new PolicyScript(all));
}
