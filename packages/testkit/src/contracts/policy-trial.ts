import { PolicyAsker } from "./ask-policy.ts";
import type { CreatedPolicy, PolicySubject } from "./policy-subject.ts";

/** A policy under one check. */
export interface PolicyTrial<C, P extends CreatedPolicy<C>> {
  readonly subject: PolicySubject<C, P>;
  readonly created: P;
  readonly asker: PolicyAsker<C, P>;
  readonly patienceMs: number;
  readonly dispose: () => Promise<void>;
}

/** Makes the subject's policy for one check. */
export async function tryPolicy<C, P extends CreatedPolicy<C>>(
  subject: PolicySubject<C, P>,
  patienceMs: number,
): Promise<PolicyTrial<C, P>> {
  const created = await subject.create();
  const asker = new PolicyAsker(subject, created.policy);
  const dispose = async (): Promise<void> => void (await created.dispose?.());
  return { subject, created, asker, patienceMs, dispose };
}
